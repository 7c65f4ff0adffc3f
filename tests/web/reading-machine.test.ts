import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { copies, openPlainCopies, READER, writeAsTheWriter } from "../support/plain-copies";
import type { Asked } from "./reading-machine/one-page-shop";

/** Which requests a web process of a machine that only reads answers, and which it says are the writer's. */

Object.assign(process.env, READER);
const stop = openPlainCopies();
const { serveShop } = await import("./reading-machine/one-page-shop");
const { seenCookie } = await import("~/web/cookies.server");
const { HANDED_ON_HEADER, WRITER_SILENT_HEADER, writeHandedOn } = await import("~/web/handed-on.server");

let shop: Awaited<ReturnType<typeof serveShop>>;
beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  shop = await serveShop();
});
afterAll(() => {
  shop.close();
  stop();
});

const SILENT = { headers: { [WRITER_SILENT_HEADER]: "yes", accept: "text/html" } };
const reasonOf = async (path: string, asked?: Asked) => (await shop.ask(path, asked)).reason;
/** Copies are looked at four times a second. */
const soon = (path: string, asked?: Asked) => expect.poll(() => reasonOf(path, asked));

beforeEach(async () => {
  copies.lagSeconds = 0;
  await soon("/here").toBeNull();
});

describe("is the writer’s", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])(
    "whatever may change something: %s",
    async (method) => {
      expect(await shop.ask("/here", { method })).toMatchObject({ status: 421, reason: "change" });
    },
  );

  it.each(["/hyperloop", "/hyperloop/orders", "/hyperloop?x=1", "/hyperloop.data", "/webhooks/stripe", "/mailbox"])(
    "what staff and other systems open: %s",
    async (path) => {
      expect(await shop.ask(path)).toMatchObject({ status: 421, reason: "place" });
      expect(await reasonOf(path, { method: "HEAD" })).toBe("place");
    },
  );

  it("a call with a token, which keeps no cookie of what it has written", async () => {
    expect(await reasonOf("/here", { headers: { authorization: "Bearer x" } })).toBe("place");
  });

  it("a page that writes after all, with nothing of what was made here", async () => {
    const answer = await shop.ask("/writes", { headers: { cookie: "loop_form=x" } });
    expect(answer).toMatchObject({ status: 421, reason: "write", text: "" });
  });

  it("everything, once the bucket has said nothing for more than ten seconds", async () => {
    copies.lagSeconds = 10;
    await soon("/here").toBeNull();
    copies.lagSeconds = 11;
    await soon("/here").toBe("behind");
    expect(await reasonOf("/here", { method: "HEAD" })).toBe("behind");
  });

  it("everything, while the copies are of another release, before or after ours", async () => {
    const move = (by: number) =>
      writeAsTheWriter(
        "UPDATE __drizzle_migrations SET created_at = created_at + ? WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)",
        by,
      );
    for (const by of [1, -1]) {
      move(by);
      await soon("/here").toBe("behind");
      move(-by);
      await soon("/here").toBeNull();
    }
  });
});

describe("a visitor who has written", () => {
  const seen = async (version: number) => ({ headers: { cookie: await seenCookie.serialize(version) } });
  const setVersion = (version: number) =>
    writeAsTheWriter(
      "INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES ('write_version', ?, 1)",
      version,
    );

  it("is the writer’s until the copies have it, and read for here from then on", async () => {
    setVersion(6);
    expect(await reasonOf("/here", await seen(7))).toBe("version");
    expect(await reasonOf("/here", await seen(6))).toBeNull();
    setVersion(7);
    expect(await reasonOf("/here", await seen(7))).toBeNull();
  });

  it("can’t say so themselves: another signature counts for nothing", async () => {
    const [pair = ""] = (await seenCookie.serialize(1_000)).split(";");
    const forged = `${pair.slice(0, -6)}AAAAAA`;
    expect(await reasonOf("/here", { headers: { cookie: forged } })).toBeNull();
  });
});

describe("is answered here", () => {
  it("a page and its headers alone", async () => {
    expect(await shop.ask("/here")).toMatchObject({ status: 200, text: "read" });
    expect(await shop.ask("/here", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  });

  it("an address that only begins like one of the writer’s", async () => {
    expect(await shop.ask("/hyperloops")).toMatchObject({ status: 200, text: "read" });
  });

  it("a file, and whether this machine runs, whatever can be read", async () => {
    copies.lagSeconds = 11;
    await soon("/here").toBe("behind");
    expect(await shop.ask("/small.svg")).toMatchObject({ status: 200, text: "<svg/>" });
    expect(await shop.ask("/health")).toMatchObject({ status: 200, reason: null });
  });

  it("everything while the writer is silent, however old it is", async () => {
    copies.lagSeconds = 11;
    await soon("/here").toBe("behind");
    expect(await shop.ask("/here", SILENT)).toMatchObject({ status: 200, text: "read" });
    expect(await shop.ask("/hyperloop", SILENT)).toMatchObject({ status: 200, text: "read" });
    expect((await shop.ask("/paused", SILENT)).text).toBe("paused");
    expect((await shop.ask("/here", { method: "POST", ...SILENT })).reason).toBeNull();
  });

  it("under the id and for the network that the process in front of it has found", async () => {
    const own = writeHandedOn({ reason: "change", address: "203.0.113.7", requestId: "abcdefgh1234" }, new Date());
    const answer = await shop.ask("/here", { headers: { [HANDED_ON_HEADER]: own } });
    expect(answer.headers["x-request-id"]).toBe("abcdefgh1234");
  });
});
