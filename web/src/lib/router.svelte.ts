// Follows the address bar.
import { parse, type Route } from "./routes";

class Router {
  route = $state<Route>(parse(window.location.hash, window.location.pathname));

  constructor() {
    window.addEventListener("hashchange", () => (this.route = parse(window.location.hash, window.location.pathname)));
  }
}

export const router = new Router();
export const goTo = (path: string): void => {
  window.location.hash = path;
};
