import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPlainCopies, READER, writeAsTheWriter } from "../../support/plain-copies";

/** A machine that only reads with a release of tomorrow, beside a writer that was not updated and doesn’t respond. */

Object.assign(process.env, READER);
const stop = openPlainCopies();
const { serveShop } = await import("./one-page-shop");
const { WRITER_SILENT_HEADER } = await import("~/web/handed-on.server");

const SILENT = { headers: { [WRITER_SILENT_HEADER]: "yes", accept: "text/html" } };
let shop: Awaited<ReturnType<typeof serveShop>>;
beforeAll(async () => {
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  writeAsTheWriter("UPDATE __drizzle_migrations SET created_at = created_at - 1");
  writeAsTheWriter("ALTER TABLE settings RENAME COLUMN value TO value_of_yesterday");
  shop = await serveShop();
});
afterAll(() => {
  shop.close();
  stop();
});

describe("while the writer is silent", () => {
  it("a page says that an update is under way", async () => {
    const page = await shop.ask("/here", SILENT);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["retry-after"]).toBe("60");
    expect(page.text).toContain("We’re in the middle of an update and can’t show your pages right now.");
  });

  it("a program is told the same", async () => {
    const { text } = await shop.ask("/here", {
      headers: { [WRITER_SILENT_HEADER]: "yes", accept: "application/json" },
    });
    expect(JSON.parse(text)).toMatchObject({ success: false, error: expect.stringContaining("middle of an update") });
  });

  it("files come from here, and so does whether this machine runs", async () => {
    expect(await shop.ask("/small.svg", SILENT)).toMatchObject({ status: 200, text: "<svg/>" });
    expect(await shop.ask("/health", SILENT)).toMatchObject({ status: 200 });
  });
});

it("while the writer responds, everything is the writer’s", async () => {
  expect(await shop.ask("/here")).toMatchObject({ status: 421, reason: "behind" });
});
