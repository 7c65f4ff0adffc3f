import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { lines, links, paragraph, slip, week } from "~/domain/mail/layout/email-blocks";
import { htmlOf } from "~/domain/mail/layout/email-html";
import { layOutEmail } from "~/domain/mail/layout/email-layout";
import { textOf } from "~/domain/mail/layout/email-text";
import { SELLER } from "./sample-emails";

const row = (count: number) => Array.from({ length: count }, (_, place) => ({ words: `week ${place + 1}`, url: "/w" }));

describe("a row of links", () => {
  it.each([
    [1, 0, "Missed: week 1."],
    [2, 0, "Missed: week 1 and week 2."],
    [3, 0, "Missed: week 1, week 2 and week 3."],
    [2, 1, "Missed: week 1, week 2, and 1 more."],
  ])("of %i and %i more is one sentence: %s", (count, more, sentence) => {
    const block = links("Missed", row(count), more);
    expect(parse(htmlOf([block])).text).toBe(sentence);
    expect(textOf([block]).includes("more")).toBe(more > 0);
  });
});

it("lines have a frame where they are somebody’s own words, and none elsewhere", () => {
  expect([slip(["One"]), lines(["One"])].map((block) => htmlOf([block]).includes("dashed"))).toEqual([true, false]);
});

it("an email without a picture has the shop’s name in letters, as one of a single picture is taken for spam", () => {
  const layOut = (...blocks: Parameters<typeof htmlOf>[0]) =>
    layOutEmail({ kind: "weekly", subject: "", preview: "", blocks }, SELLER, null).html.includes("wordmark.png");
  expect(layOut(paragraph("Words"))).toBe(false);
  expect(layOut(week({ url: "/picture.png", alt: "" }, "1", "of 52", null))).toBe(true);
});
