import { describe, expect, it } from "vitest";
import type { BadgeTone } from "~/ui/badge";
import { sources } from "./source";

/** One word has one colour, for customers and for staff: a badge is known by its colour before it is read. */

/** What each colour says: done or well; under way; waits for somebody; wrong; over. */
const COLOURS: Readonly<Record<Exclude<BadgeTone, "neutral">, readonly string[]>> = {
  good: ["Active", "Approved", "Completed", "Delivered", "Paid", "Redeemed", "Sent"],
  info: ["On its way", "Opened", "Partly refunded", "Printing", "Ready to give"],
  pending: ["Awaiting approval", "On hold", "Pending", "Scheduled", "To print"],
  bad: ["Disputed", "Failed", "Flagged", "Suspended"],
  off: ["Cancelled", "Declined", "Expired", "Inactive", "Refunded", "Rejected", "Withdrawn"],
};

const TONES = "neutral|good|pending|bad|off|info";
const SHAPES = [
  new RegExp(`<Badge tone="(?<tone>${TONES})">(?<word>[A-Z][^<{]*)</Badge>`, "g"),
  new RegExp(`\\["(?<word>[A-Z][^"]*)", "(?<tone>${TONES})"\\]`, "g"),
  new RegExp(`\\["(?<tone>${TONES})", "(?<word>[A-Z][^"]*)"\\]`, "g"),
  new RegExp(`word: "(?<word>[A-Z][^"]*)", tone: "(?<tone>${TONES})"`, "g"),
  new RegExp(`tone: "(?<tone>${TONES})", word: "(?<word>[A-Z][^"]*)"`, "g"),
];

interface Badge {
  word: string;
  tone: string;
}

function badgesIn(text: string): Badge[] {
  return SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map(({ groups }) => ({ word: groups?.word ?? "", tone: groups?.tone ?? "" })),
  );
}

const badges = [...sources].filter(([path]) => path.startsWith("app/")).flatMap(([, text]) => badgesIn(text));
const listed = new Map(Object.entries(COLOURS).flatMap(([tone, words]) => words.map((word) => [word, tone])));

describe("a badge", () => {
  it("is found in each of the shapes that the app writes it in", () => {
    expect(badges.length).toBeGreaterThan(70);
    expect(new Set(badges.map(({ word }) => word)).size).toBeGreaterThan(50);
  });

  it("has the colour of its word in the table", () => {
    expect(badges.filter(({ word, tone }) => (listed.get(word) ?? tone) !== tone)).toEqual([]);
    const used = new Set(badges.map(({ word }) => word));
    expect([...listed.keys()].filter((word) => !used.has(word))).toEqual([]);
  });

  it("has one colour wherever its word is shown", () => {
    const colours = new Map<string, Set<string>>();
    for (const { word, tone } of badges) colours.set(word, (colours.get(word) ?? new Set()).add(tone));
    expect([...colours].filter(([, tones]) => tones.size > 1).map(([word]) => word)).toEqual([]);
  });

  it("that is paid is not amber", () => {
    expect(badgesIn('PAID: ["Paid", "pending"]')).toEqual([{ word: "Paid", tone: "pending" }]);
    expect(listed.get("Paid")).toBe("good");
  });
});
