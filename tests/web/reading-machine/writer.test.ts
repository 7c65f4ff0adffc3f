import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { seenCookie } from "~/web/cookies.server";
import { HANDED_ON_HEADER, type Reason, WRITER_SILENT_HEADER, writeHandedOn } from "~/web/handed-on.server";
import { serveShop } from "./one-page-shop";

/** The writer’s part of machines that only read: each change says its version, and nobody outside can speak for such a machine. */

let shop: Awaited<ReturnType<typeof serveShop>>;
beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue();
  shop = await serveShop();
});
afterAll(() => shop.close());

const REQUEST = { address: "203.0.113.7", requestId: "abcdefgh1234" };
const handedOn = (reason: Reason) => ({
  headers: { [HANDED_ON_HEADER]: writeHandedOn({ reason, ...REQUEST }, new Date()) },
});
/** The version in the cookie of an answer; null without one. */
async function versionOf({ cookies }: { cookies: string[] }): Promise<unknown> {
  const pair = cookies.find((line) => line.startsWith("loop_seen="))?.split(";")[0];
  return pair ? await seenCookie.parse(pair) : null;
}

describe("a change that a machine that only reads has handed on", () => {
  it("says its version, each time a higher one", async () => {
    const first = await versionOf(await shop.ask("/here", { method: "POST", ...handedOn("change") }));
    const second = await versionOf(await shop.ask("/here", { method: "POST", ...handedOn("change") }));
    expect(first).toBeGreaterThan(0);
    expect(second).toBe(Number(first) + 1);
  });

  it("says none at the address of machines without the database, which ask for work every second", async () => {
    expect(await versionOf(await shop.ask("/machines/lease", { method: "POST", ...handedOn("change") }))).toBeNull();
  });

  it("is known by the id that the visitor is told there", async () => {
    const { headers } = await shop.ask("/here", { method: "POST", ...handedOn("change") });
    expect(headers["x-request-id"]).toBe(REQUEST.requestId);
  });
});

describe("a page that a machine that only reads has handed on", () => {
  it("says its version where it wrote, and in no other case", async () => {
    expect(await versionOf(await shop.ask("/writes", handedOn("write")))).toBeGreaterThan(0);
    for (const reason of ["place", "version", "behind", "slow"] as const)
      expect(await versionOf(await shop.ask("/here", handedOn(reason)))).toBeNull();
  });
});

describe("where no machine that only reads is known of", () => {
  it("a change says no version", async () => {
    expect(await versionOf(await shop.ask("/here", { method: "POST" }))).toBeNull();
  });

  it("headers that a visitor has made up count for nothing", async () => {
    const lies = {
      [HANDED_ON_HEADER]: `write 203.0.113.7 abcdefgh1234 ${Date.now()} AAAA`,
      [WRITER_SILENT_HEADER]: "yes",
    };
    const page = await shop.ask("/writes", { headers: lies });
    expect(page).toMatchObject({ status: 200, text: "wrote" });
    expect(await versionOf(page)).toBeNull();
    expect(page.headers["x-request-id"]).not.toBe("abcdefgh1234");
    expect((await shop.ask("/paused", { headers: lies })).text).toBe("saving");
    const change = await shop.ask("/here", { method: "POST", headers: lies });
    expect(await versionOf(change)).toBeNull();
  });
});
