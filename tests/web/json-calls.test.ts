import { describe, expect, it } from "vitest";
import { sessionCookie } from "~/web/cookies.server";
import { formTokenFor } from "~/web/form-token.server";
import { bodyOf, handleCall } from "~/web/json-calls.server";

const JSON_TYPE = { "Content-Type": "application/json" };
const text = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE, method = "POST") =>
  new Request("http://localhost:3000/api/here", { method, headers, body });

/** The body that the call’s handler got, or the status of its refusal. */
async function called(
  request: Request,
  isOurs = true,
  handler: () => unknown = () => bodyOf(request),
): Promise<unknown> {
  const args = { request, params: {}, context: {} };
  return await handleCall(args, handler, { json: ["GET", "POST"] }, () => isOurs).catch((thrown: unknown) =>
    thrown instanceof Response ? thrown.status : thrown,
  );
}

describe("a call", () => {
  it.each<[string, unknown, Request]>([
    ["with an object is taken", { a: 1 }, text('{"a":1}')],
    [
      "that names its characters is taken",
      { a: 1 },
      text('{"a":1}', { "Content-Type": 'application/json; charset="UTF-8"' }),
    ],
    ["with nothing is taken", {}, text(new Uint8Array(), {})],
    ["with a list is refused", 400, text("[]")],
    ["with half an object is refused", 400, text("{")],
    ["with bytes that are no text is refused", 400, text(new Uint8Array([0x7b, 0xff, 0x7d]))],
    ["with a name twice is refused", 400, text('{"a":1,"a":2}')],
    ["of another type is refused", 415, text("{}", { "Content-Type": "text/plain" })],
    ["of another type is refused, also without a body", 415, text("", { "Content-Type": "text/plain" })],
    ["in other characters is refused", 415, text("{}", { "Content-Type": "application/json; charset=utf-16" })],
    ["without a type is refused where it has a body", 415, text(new Uint8Array([0x7b, 0x7d]), {})],
    ["that is compressed is refused", 415, text("{}", { ...JSON_TYPE, "Content-Encoding": "gzip" })],
    ["that is too long is refused", 413, text(`{"a":"${"x".repeat(256 * 1024)}"}`)],
    ["in a way that is not taken here is refused", 405, text("{}", JSON_TYPE, "PUT")],
  ])("%s", async (_, expected, request) => {
    expect(await called(request)).toEqual(expected);
  });

  it("is refused as its handler refuses it", async () => {
    const refuse = () => Promise.reject(new Response(null, { status: 409 }));
    expect(await called(text("{}"), true, refuse)).toBe(409);
  });

  it("of another site is refused", async () => {
    expect(await called(text("{}"), false)).toBe(403);
  });

  it("by a browser’s session needs the token of its forms", async () => {
    const { token, setCookie } = await formTokenFor(new Request("http://localhost:3000/"));
    const Cookie = [setCookie, await sessionCookie.serialize("a key")].map((line) => line?.split(";")[0]).join("; ");
    const withToken = (given: Record<string, string>) => called(text("{}", { ...JSON_TYPE, Cookie, ...given }));
    expect(await withToken({})).toBe(403);
    expect(await withToken({ "x-csrf-token": "x" })).toBe(403);
    expect(await withToken({ "x-csrf-token": token })).toEqual({});
    expect(await withToken({ Authorization: "Bearer x" })).toEqual({});
  });
});
