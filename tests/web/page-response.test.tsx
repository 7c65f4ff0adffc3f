import type { ServerBuild } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { forEverybody } from "~/web/connection.server";
import { respondWithPage } from "~/web/page-response.server";
import { useResponseContext } from "~/web/response-context";

type Context = Parameters<ServerBuild["entry"]["module"]["default"]>[3];

function Page() {
  const { reference, isMistaken } = useResponseContext();
  return <p>{`${reference === undefined ? "fine" : "quotes its number"}, ${isMistaken ? "mistaken" : "right"}`}</p>;
}

/** What a request gets of the screen "here", whose loader or action threw this. */
function responseTo(
  request: Request,
  { status, handle = {}, error }: { status: number; handle?: object; error?: unknown },
) {
  const staticHandlerContext = {
    matches: [{ route: { id: "here" } }],
    errors: error === undefined ? null : { here: error },
    actionHeaders: {},
  };
  const context = { staticHandlerContext, routeModules: { here: { handle } } } as unknown as Context;
  const headers = new Headers({ "Retry-After": "5" });
  return forEverybody("test", () => respondWithPage(request, status, headers, context, <Page />));
}

const thrown = (status: number, data: unknown) => ({ status, data, statusText: "", internal: false });
const REFUSAL = { kind: "refusal", title: "No", text: "Not now.", resend: null };
const post = (headers: Record<string, string>) =>
  new Request("http://localhost:3000/here", { method: "POST", headers });

describe("a page", () => {
  it.each([
    [200, "fine, right"],
    [422, "fine, mistaken"],
    [499, "fine, right"],
    [500, "quotes its number, right"],
    [503, "quotes its number, right"],
  ])("with the status %i is %s", async (status, text) => {
    const response = responseTo(post({}), { status });
    expect([response.status, await response.text()]).toEqual([status, `<!DOCTYPE html><p>${text}</p>`]);
  });
});

describe("a script", () => {
  it("of the card element gets a refusal as JSON, and a page only where it asks for one", async () => {
    const refused = { status: 503, handle: { pays: true }, error: thrown(503, REFUSAL) };
    const response = responseTo(post({ Accept: "application/json" }), refused);
    expect([response.status, await response.json()]).toEqual([503, { failure: "Not now." }]);
    expect(await responseTo(post({}), refused).text()).toMatch(/^<!DOCTYPE html>/);
  });

  it("that calls a screen gets what was thrown, and of an internal error only that there was one", async () => {
    const call = post({ "Content-Type": "application/json" });
    const handle = { guard: { call: true } };
    const response = responseTo(call, { status: 409, handle, error: thrown(409, { success: false }) });
    expect([response.status, response.headers.get("Retry-After"), await response.json()]).toEqual([
      409,
      "5",
      { success: false },
    ]);
    const broken = responseTo(call, { status: 500, handle, error: new Error("secret") });
    const text = await broken.text();
    expect([broken.status, JSON.parse(text).success, text.includes("secret")]).toEqual([500, false, false]);
    expect(responseTo(call, { status: 200 }).headers.get("Content-Type")).toMatch(/^text\/html/);
  });
});
