import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LONGEST_DRAFT } from "~/domain/diary/rules/entry-limits";
import { loop, week } from "../loop-on-paper";
import { openPdf, pageTexts } from "../pdf-reading";
import { print } from "../print-photos";

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
});
