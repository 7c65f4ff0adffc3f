import { matchRoutes } from "@remix-run/react";
import { createStaticHandler } from "react-router-dom/server";
import { describe, expect, it, vi } from "vitest";
import { candidatesIn, handlersByCandidates } from "~/web/route-candidates";
import { addresses } from "../architecture/route-table";

type Routes = Parameters<typeof candidatesIn>[0];

function table(paths: readonly string[]): Routes {
  const routes = paths.map((path) => [path, { id: path, parentId: "root", path, module: {} }]);
  return { root: { id: "root", path: "", module: {} }, ...Object.fromEntries(routes) } as Routes;
}

const ours = table(addresses.map(({ path }) => path.slice(1)));
const candidates = candidatesIn(ours);

const foundBefore = new Map<string, string>();

/** What Remix finds among all our routes; ranking them takes long, and the spellings share paths. */
function matchedAmongAll(path: string): string {
  const found = foundBefore.get(path) ?? matched(ours, path);
  foundBefore.set(path, found);
  return found;
}

/** What Remix finds among these routes: ids with their parameters, or nothing. */
function matched(routes: Routes, path: string): string {
  const children = Object.values(routes).filter((route) => route?.id !== "root");
  const tree = [{ id: "root", path: "", children: children.map((route) => ({ ...route, index: false })) }];
  const found = matchRoutes(tree as Parameters<typeof matchRoutes>[0], path);
  return JSON.stringify((found ?? []).map(({ route, params }) => [route.id, params]));
}

function only(routes: Routes, ids: readonly string[]): Routes {
  return Object.fromEntries(ids.map((id) => [id, routes[id]])) as Routes;
}

/** One address in the spellings that browsers, old links and mischief send. */
function spellings(path: string): string[] {
  const filled = path.replace(/:(\w+)/g, "some-$1").replace(/\*$/, "any/where");
  const encoded = filled.replace(/[a-z]/, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return [
    filled,
    `${filled}/`,
    `${filled}//`,
    `/${filled}`,
    filled.toUpperCase(),
    `${filled}.data`,
    encoded,
    `${filled}%2Fmore`,
    `${filled}/more`,
    path.replace(/:(\w+)/g, "é%20(.*)+"),
    path.replace(/:(\w+)/g, "%C3%A9"),
  ];
}

describe("the routes that can match an address", () => {
  it.each(addresses.map(({ path }) => path))("of %s are enough for what Remix finds among all", (path) => {
    for (const asked of spellings(path)) {
      const some = only(ours, candidates(asked));
      for (const path of new Set([asked, asked.replace(/\.data$/, "")])) {
        expect(matched(some, path), `${path} of ${asked}`).toBe(matchedAmongAll(path));
      }
    }
  });

  it("are those of the address as it stands, where it cannot be decoded", () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    expect(matched(only(ours, candidates("/dashboard/%")), "/dashboard/%")).toBe(matched(ours, "/dashboard/%"));
    expect(candidates("/about%")).not.toContain("about");
    warn.mockRestore();
  });

  it("are few", () => {
    const counts = addresses.map(({ path }) => candidates(path.replace(/:(\w+)/g, "x")).length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(10);
  });

  it("are kept in the order of the table, with optional parts, splats and parameters", () => {
    const routes = table(["a/:one?", "a/b", ":first/b", "a/*", "z"]);
    expect(candidatesIn(routes)("/a/b")).toEqual(["root", "a/:one?", "a/b", ":first/b", "a/*"]);
    for (const path of ["/a", "/a/b", "/a/b/c", "/x/b", "/z", "/nowhere", "/"]) {
      expect(matched(only(routes, candidatesIn(routes)(path)), path), path).toBe(matched(routes, path));
    }
  });
});

describe("a handler", () => {
  const build = { routes: ours, assets: { routes: ours } } as unknown as Parameters<typeof handlersByCandidates>[0];

  function countRoutes() {
    let made = 0;
    const handlerFor = handlersByCandidates(build, ({ routes }) => {
      made += 1;
      return Object.keys(routes).length;
    });
    return { handlerFor, made: () => made };
  }

  it("is made once for each set of routes", () => {
    const { handlerFor, made } = countRoutes();
    const before = made();
    for (const loop of ["a", "b", "c"]) handlerFor(`/dashboard/${loop}?week=${loop}`);
    handlerFor("/about?from=email");
    handlerFor("/about");
    expect(made() - before).toBe(2);
  });

  it("of one route’s data gives the same response as one that knows every route, also for a route of another path", async () => {
    const responsesOf = (routes: Routes) => {
      const children = Object.keys(routes).filter((id) => id !== "root");
      const loader = () => "shown";
      const tree = children.map((id) => ({ id, path: id, loader }));
      const { queryRoute } = createStaticHandler([{ id: "root", path: "", loader, children: tree }]);
      return async (address: string, routeId: string) => {
        const request = new Request(`http://localhost:3000${address}`);
        return await queryRoute(request, { routeId }).catch(({ status, data }) => [status, data]);
      };
    };
    const found: unknown[] = [];
    for (const address of ["/about", "/dashboard", "/nowhere/at/all"]) {
      const some = responsesOf(only(ours, candidates(address)));
      for (const id of ["root", "about", "dashboard", "begin", "nothing"]) {
        found.push(await some(address, id));
        expect(found.at(-1), `${id} of ${address}`).toEqual(await responsesOf(ours)(address, id));
      }
    }
    expect(found).toContain("shown");
    expect(found).toContainEqual([403, expect.anything()]);
  });
});
