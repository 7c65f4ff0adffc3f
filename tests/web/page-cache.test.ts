import type { IncomingMessage } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openPageCache } from "~/web/page-cache.server";
import type { PreparedResponse } from "~/web/prepared-responses.server";

/** Pages from memory: how old they may be, how often they are rendered, and what is never cached. */

const route = {
  id: "screens/front/about",
  path: "about",
  parentId: "root",
  module: { handle: { cached: {} } },
};
const open = {
  id: "screens/front/home",
  path: "/",
  module: { handle: { cached: { addresses: ["/", "/?inside=week-1"] } } },
};
const routes = {
  about: route,
  open,
  other: { id: "other", path: "other", module: {} },
} as unknown as ServerBuild["routes"];
const START = new Date("2026-11-23T09:00:00Z");
const later = (milliseconds: number) => new Date(START.getTime() + milliseconds);

const get = (url = "/about", headers: Record<string, string> = {}, method = "GET") =>
  ({ method, url, headers: { host: "localhost:3000", ...headers } }) as unknown as IncomingMessage;

let renderings = 0;
let response: () => Promise<Response>;
let find: ReturnType<typeof openPageCache>;
beforeEach(() => {
  renderings = 0;
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  response = async () => new Response(`rendering ${renderings}`, { headers });
  find = openPageCache(routes, async () => {
    renderings += 1;
    return await response();
  });
});

const textOf = async (found: ReturnType<typeof find>) => (await found)?.bytes?.toString();

describe("a page from memory", () => {
  it("is rendered once for all who ask in the same second", async () => {
    const texts = await Promise.all([textOf(find(get(), START)), textOf(find(get(), START))]);
    expect([...texts, await textOf(find(get(), later(1_000)))]).toEqual(Array(3).fill("rendering 1"));
    expect(renderings).toBe(1);
  });

  it("is sent as it was while it is rendered again, once, and then as it is", async () => {
    await find(get(), START);
    const both = [find(get(), later(5_000)), find(get(), later(5_000))];
    expect(await Promise.all(both.map(textOf))).toEqual(["rendering 1", "rendering 1"]);
    await vi.waitFor(async () => expect(await textOf(find(get(), later(5_000)))).toBe("rendering 2"));
    expect(renderings).toBe(2);
  });

  it("is never sent when it is more than ten seconds old", async () => {
    await find(get(), START);
    expect(await textOf(find(get(), later(10_001)))).toBe("rendering 2");
    expect(await textOf(find(get(), later(20_001)))).toBe("rendering 2");
  });

  it("is cached for each URL that its screen names, query and all, and for no other", async () => {
    expect(await textOf(find(get("/?inside=week-1"), START))).toBe("rendering 1");
    expect(await textOf(find(get("/"), START))).toBe("rendering 2");
    expect(await textOf(find(get("/?inside=week-1"), START))).toBe("rendering 1");
    for (const url of ["/?inside=week-2", "/?inside=week-1&x=1", "/?x=1&inside=week-1", "/?", "/?inside=week%2D1"])
      expect(await find(get(url), START)).toBeUndefined();
    expect(renderings).toBe(2);
  });

  it.each([
    ["with a query", get("/about?discount=SPRING")],
    ["that sends something", get("/about", {}, "POST")],
    ["of another screen", get("/other")],
    ["under another name", get("/about", { host: "evil.example" })],
    ["with a session", get("/about", { cookie: "loop_session=x" })],
  ])("does not respond a request %s", async (_, request) => {
    expect(await find(request, START)).toBeUndefined();
    expect(renderings).toBe(0);
  });

  it.each<[string, () => Promise<Response>]>([
    ["that failed", async () => new Response("", { status: 500 })],
    ["that leads elsewhere", async () => new Response(null, { status: 302 })],
    ["that sets a cookie", async () => new Response("", { headers: { "Set-Cookie": "loop_form=x" } })],
    ["that could not be rendered", async () => await Promise.reject(new Error("no memory"))],
  ])("is not one %s", async (_, rendering) => {
    vi.spyOn(console, "error").mockReturnValue();
    response = rendering;
    expect(await find(get(), START)).toBeUndefined();
    expect(await find(get(), START)).toBeUndefined();
    expect(renderings).toBe(2);
  });

  it("is forgotten when it fails later", async () => {
    await find(get(), START);
    response = async () => new Response("", { status: 500 });
    await find(get(), later(5_000));
    await vi.waitFor(async () => expect(await find(get(), later(5_000))).toBeUndefined());
  });

  it.each<[accept: string, encoding: string | undefined]>([
    ["gzip, deflate, br", "br"],
    ["br;q=0, gzip", "gzip"],
    ["identity", undefined],
  ])("is compressed as %s asks", async (accept, encoding) => {
    response = async () => new Response("word ".repeat(1_000), { headers: { "Content-Type": "text/html" } });
    const found = (await find(get("/about", { "accept-encoding": accept }), START)) as PreparedResponse;
    const at = found.headers.indexOf("content-encoding");
    expect(at < 0 ? undefined : found.headers[at + 1]).toBe(encoding);
    expect(found.headers[found.headers.indexOf("vary") + 1]).toBe("Accept-Encoding, Cookie");
  });
});
