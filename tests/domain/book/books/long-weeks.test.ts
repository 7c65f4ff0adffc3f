import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { bookFiles, entries } from "#db/schema";
import { bookProgress, countPages, renderBookFile, requestBook } from "~/domain/book/books/books.server";
import { makePrintOrder } from "~/domain/book/books/print-order.server";
import { watchMemory } from "~/domain/book/books/process-memory.server";
import { LONGEST_DRAFT } from "~/domain/diary/rules/entry-limits";
import { loopOf, NOW, person } from "../../../support/people";
import { loop, week } from "./loop-on-paper";
import { openPdf, pageTexts } from "./pdf-reading";
import { print } from "./print-photos";

const ada = person("Ada");

/** A week written before there was a limit. */
function oldYear(content: string): string {
  const loopId = loopOf(ada.id, { title: "Our Year", startDay: "2025-11-20" }).id;
  db.insert(entries)
    .values({ loopId, week: 3, prompt: "What was broken?", content, createdAt: NOW, updatedAt: NOW })
    .run();
  return loopId;
}

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

describe("the process that makes a book", () => {
  it("prints a week of one word as long as a week can be, and this process goes on meanwhile", async () => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 10);
    const answer = "A.".repeat(LONGEST_DRAFT / 2);
    const { result, outputFile } = await print(loop([week(1, { photos: [], answer })]), new Map());
    clearInterval(turning);
    expect(result).toMatchObject({ ok: true });
    const set = pageTexts(await openPdf(readFileSync(outputFile))).join("");
    expect(set.match(/A/g)?.length).toBeGreaterThanOrEqual(LONGEST_DRAFT / 2);
    expect(turns).toBeGreaterThan(10);
  });

  it("dies of more text than it has memory for, which is an error message and no crash", async () => {
    const answer = "We walked. ".repeat(1_000_000);
    const { result } = await print(loop([week(1, { photos: [], answer })]), new Map());
    expect(result).toEqual({
      ok: false,
      reason: "too_large",
      detail:
        "This book takes more memory to make than we have for one. Please shorten the longest weeks, then try again.",
    });
  });

  it("is ended once it holds more memory than its limit, also memory outside the JavaScript heap", async () => {
    const hold = "const held = Buffer.alloc(200e6, 1); setInterval(() => held[0], 1000);";
    const child = spawn(process.execPath, ["-e", hold]);
    watchMemory(child.pid, 150, () => child.kill("SIGKILL"));
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
  });
});
