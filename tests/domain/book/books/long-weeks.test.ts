import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { bookFiles, entries } from "#db/schema";
import { bookProgress, countPages, renderBookFile, requestBook } from "~/domain/book/books/books.server";
import { findTooLong } from "~/domain/book/books/long-weeks";
import { makePrintOrder } from "~/domain/book/books/print-order.server";
import { LONGEST_DRAFT } from "~/domain/diary/rules/entry-limits";
import { loopOf, NOW, person } from "../../../support/people";
import { loop, week } from "./loop-on-paper";

const ada = person("Ada");

/** A week written before there was a limit. */
function oldYear(content: string): string {
  const loopId = loopOf(ada.id, { title: "Our Year", startDay: "2025-11-20" }).id;
  db.insert(entries)
    .values({ loopId, week: 3, prompt: "What was broken?", content, createdAt: NOW, updatedAt: NOW })
    .run();
  return loopId;
}

it.each([
  ["as long as a week can be", 0, null],
  ["one character longer", 1, "too_long"],
])("a week of five fields that is %s is refused as %s", (_, more, reason) => {
  const of = (length: number) => "a".repeat(length);
  const words = {
    title: of(1),
    highlight: of(2),
    gratitude: of(3),
    learned: of(4),
    answer: of(LONGEST_DRAFT - 10 + more),
  };
  expect(findTooLong(loop([week(1), week(2, words)]))?.reason ?? null).toBe(reason);
});

describe("the book of a week that is far too long", () => {
  it("is not made, and its owner is notified which week to shorten", async () => {
    const loopId = oldYear("A.".repeat(120_000));
    const asked = requestBook(ada.id, loopId, "screen", NOW);
    if (!asked.ok) throw new Error(asked.reason);
    await renderBookFile(asked.file.id, NOW);
    expect(bookProgress(ada.id, loopId)).toMatchObject({
      state: "failed",
      whyNot:
        "Week 3 has 240,000 characters, and a week can have up to 30,000 in the book. Please shorten it, then try again.",
    });
  });

  it("is not sent to the printer either", async () => {
    const loopId = oldYear("雨".repeat(100_000));
    db.run(`UPDATE loops SET status = 'COMPLETED' WHERE id = '${loopId}'`);
    const order = { loopId, binding: "standard", copies: 1, reference: "LP-1" } as const;
    const deliverTo = { name: "Ada", lines: ["1 Row"], city: "Otley", county: "", postcode: "LS21 3EX" };
    expect(await makePrintOrder({ ...order, deliverTo })).toMatchObject({ ok: false, reason: "too_long" });
  });

  it("has its pages counted without reading its words", () => {
    const short = oldYear("A.");
    const long = oldYear("A.".repeat(120_000));
    expect(countPages(ada.id, long)).toBe(countPages(ada.id, short));
  });

  it("tells nothing of itself where the owner can only try again", async () => {
    const loopId = oldYear("Rain.");
    const asked = requestBook(ada.id, loopId, "screen", NOW);
    if (!asked.ok) throw new Error(asked.reason);
    db.update(bookFiles)
      .set({ state: "failed", failure: "failed: the typesetter broke" })
      .where(eq(bookFiles.id, asked.file.id))
      .run();
    expect(bookProgress(ada.id, loopId)?.whyNot).toBeNull();
  });
});
