// Follows the address bar.
import { parse, type Route } from "./routes";

class Router {
  route = $state<Route>(parse(window.location.hash, window.location.pathname));

  constructor() {
    window.addEventListener("hashchange", () => this.#turn(parse(window.location.hash, window.location.pathname)));
  }

  /** Another page is read from its top. */
  #turn(to: Route): void {
    if (to.page !== this.route.page) window.scrollTo(0, 0);
    this.route = to;
  }
}

export const router = new Router();
export const goTo = (path: string): void => {
  window.location.hash = path;
};
