// Which page is shown. Pages live behind the #, so that a seat's token in a link never reaches a server's log.
export type Route =
  | { page: "lobby" }
  | { page: "game"; game: string; token: string }
  | { page: "invite"; game: string }
  | { page: "join"; game: string; invitation: string }
  | { page: "muster" }
  | { page: "lesson"; game: string }
  | { page: "rules"; rule: string | null }
  | { page: "lost"; path: string };

export function parse(hash: string): Route {
  const [page = "", ...rest] = hash.replace(/^#?\/?/, "").split("/").map(decodeURIComponent);
  if (page === "") return { page: "lobby" };
  if (page === "game" && rest.length === 2) return { page, game: rest[0] as string, token: rest[1] as string };
  if (page === "join" && rest.length === 2) return { page, game: rest[0] as string, invitation: rest[1] as string };
  if (page === "invite" && rest.length === 1) return { page, game: rest[0] as string };
  if (page === "rules" && rest.length <= 1) return { page, rule: rest[0] || null };
  if (page === "muster") return { page };
  if (page === "lesson") return { page, game: rest[0] ?? "alpha-strike" };
  return { page: "lost", path: hash };
}
