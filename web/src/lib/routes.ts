// Which page is shown. Pages live behind the #, so that a seat's token in a link never reaches a server's log.
export type Route =
  | { page: "lobby" }
  | { page: "game"; game: string; token: string }
  | { page: "invite"; game: string }
  | { page: "join"; game: string; invitation: string }
  | { page: "talk"; talk: string; token: string }
  | { page: "meet"; talk: string; invitation: string | null }
  | { page: "muster"; force: string | null; find: string | null } // a force that came with the link, or a search
  | { page: "maps"; map: string | null }
  | { page: "lesson"; game: string }
  | { page: "lessons" }
  | { page: "rules"; rule: string | null }
  | { page: "companion"; battle: string | null; key: string | null; force: string | null } // a battle that is shared, or a force
  | { page: "lost"; path: string };

const COMPANION = "/companion";

/** The page that an address names: by its path the companion, all others behind the #. */
export function parse(hash: string, path = "/"): Route {
  if (path.replace(/\/$/, "") === COMPANION) {
    const [battle, key] = hash.replace(/^#?\/?/, "").split("/");
    if (battle === "force") return { page: "companion", battle: null, key: null, force: key || null };
    return { page: "companion", battle: battle || null, key: key || null, force: null };
  }
  const [page = "", ...rest] = hash.replace(/^#?\/?/, "").split("/").map(decodeURIComponent);
  if (page === "") return { page: "lobby" };
  if (page === "game" && rest.length === 2) return { page, game: rest[0] as string, token: rest[1] as string };
  if (page === "join" && rest.length === 2) return { page, game: rest[0] as string, invitation: rest[1] as string };
  if (page === "talk" && rest.length === 2) return { page, talk: rest[0] as string, token: rest[1] as string };
  if (page === "meet" && rest[0] && rest.length <= 2) return { page, talk: rest[0], invitation: rest[1] || null };
  if (page === "invite" && rest.length === 1) return { page, game: rest[0] as string };
  if (page === "rules" && rest.length <= 1) return { page, rule: rest[0] || null };
  if (page === "lessons") return { page };
  if (page === "muster" && rest[0] === "find") return { page, force: null, find: rest[1] || null };
  if (page === "muster") return { page, force: rest[0] || null, find: null };
  if (page === "maps") return { page, map: rest[0] || null };
  if (page === "lesson") return { page, game: rest[0] ?? "alpha-strike" };
  return { page: "lost", path: hash };
}
