import type { ServerBuild } from "@remix-run/node";

/**
 * Remix ranks every route of the table several times a request. Here the routes that cannot match an address are left
 * out first, by patterns compiled once; Remix ranks and decides among the rest.
 */

type Routes = ServerBuild["routes"];

/**
 * Gives each request the handler of the routes that can match its address.
 *
 * @param build the server build, with its guarded routes
 * @param create makes a handler; called once for each set of routes that occurs, of which a table has few
 * @returns the handler for an address: a path with its query, as the request line has it
 */
export function handlersByCandidates<Build extends Pick<ServerBuild, "routes" | "assets">, Handler>(
  build: Build,
  create: (build: Build) => Handler,
): (address: string) => Handler {
  const candidates = candidatesIn(build.routes);
  const handlers = new Map<string, Handler>();
  return (address) => {
    const [path = "/"] = address.split("?", 1);
    const ids = candidates(path);
    const key = ids.join(" ");
    const cached = handlers.get(key);
    if (cached) return cached;
    const assets = { ...build.assets, routes: pick(build.assets.routes, ids) };
    const made = create({ ...build, assets, routes: pick(build.routes, ids) });
    handlers.set(key, made);
    return made;
  };
}

/** The ids of all routes that can match a path, in the order of the table, each with its parents. */
export function candidatesIn(routes: Routes): (path: string) => string[] {
  const order = Object.keys(routes);
  const byFirstSegment = new Map<string, { branch: string[]; pattern: RegExp }[]>();
  for (const id of order) {
    const own = routes[id];
    // A route without a path matches only through its children, or as the index of its parent.
    if (!own || (own.path === undefined && !own.index)) continue;
    const branch = withParents(routes, id);
    const path = branch.map((each) => routes[each]?.path ?? "").join("/");
    const first = firstSegment(path);
    const key = /[:*?]/.test(first) ? ANY : first;
    byFirstSegment.set(key, [...(byFirstSegment.get(key) ?? []), { branch, pattern: compile(path) }]);
  }
  const startingWith = (segment: string) => byFirstSegment.get(segment) ?? [];
  return (path) => {
    const found = new Set(["root"]);
    for (const asked of pathsAsked(path)) {
      for (const { branch, pattern } of [...startingWith(firstSegment(asked)), ...startingWith(ANY)]) {
        if (pattern.test(asked)) for (const id of branch) found.add(id);
      }
    }
    return order.filter((id) => found.has(id));
  };
}

/** The key of paths that begin with a parameter. */
const ANY = "*";

function firstSegment(path: string): string {
  return path.split("/").find(Boolean)?.toLowerCase() ?? "";
}

/** The path itself, and without `.data` where a script asks for a page's data; both also decoded. */
function pathsAsked(path: string): Set<string> {
  const page = path.endsWith("_root.data") ? path.slice(0, -"_root.data".length) : path.replace(/\.data$/, "");
  const asked = [path, page || "/"];
  return new Set([...asked, ...asked.map(decode)]);
}

/** Decodes each segment, as Remix does before it matches; a slash within a segment stays encoded. */
function decode(path: string): string {
  try {
    return path
      .split("/")
      .map((segment) => decodeURIComponent(segment).replaceAll("/", "%2F"))
      .join("/");
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

function withParents(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent ? [...withParents(routes, parent), id] : [id];
}

/** A route's path as a pattern: slashes and capitals count no more than they do for Remix. */
function compile(path: string): RegExp {
  const segments = path.split("/").filter(Boolean);
  const parts = segments.map((segment, at) => {
    if (segment === "*" && at === segments.length - 1) return "(?:/.*)?";
    const name = segment.replace(/\?$/, "");
    const part = name.startsWith(":") ? "/+[^/]+" : `/+${name.replace(/[\\.*+^${}|()[\]]/g, "\\$&")}`;
    return segment.endsWith("?") ? `(?:${part})?` : part;
  });
  return new RegExp(`^${parts.join("")}/*$`, "i");
}

function pick<Value>(all: Record<string, Value>, ids: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)));
}
