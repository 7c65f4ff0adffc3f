import { describe, expect, it } from "vitest";
import { divideLetter } from "~/domain/book/layout/letters";

const blocks = (text: string) => text.split("\n\n").map((block) => block.split("\n"));
const lettered = (text: string) => divideLetter(blocks(`Dear Tom,\n${text}`));
const closingOf = (text: string) => lettered(text)?.closing ?? null;
const FORTY = "With all my love from the windy old pier".padEnd(40, "!");

describe("what is no letter", () => {
  it.each([
    ["without a greeting", blocks("The rain came.\n\nIt went again.\n\nLove,\nAnna")],
    ["a greeting and one paragraph", blocks("Dear Tom,\n\nThe rain came.")],
    ["a greeting and one short line under it", blocks("Dear Tom,\nI am well.")],
    ["a greeting and a farewell alone", blocks("Dear Tom,\nWith love\nAnna")],
    [
      "words that go on under the greeting and do not end",
      blocks("Dear Tom,\nSee, it rained.\n\nIt went on and on, and then it went on some more."),
    ],
  ])("%s", (_, written) => {
    expect(divideLetter(written)).toBeNull();
  });
});

describe("a letter", () => {
  it("is a greeting and two paragraphs, also without a farewell", () => {
    const body = [["It rained for a week, and nobody minded."], ["Then it was hot, and everybody minded."]];
    expect(divideLetter([["Dear Tom,"], ...body])).toEqual({
      greeting: "Dear Tom,",
      body,
      closing: [],
      postscript: [],
    });
  });

  it.each([
    ["its last lines, with the name", "It rained.\nWith love\nAnna\nand Tom", ["With love", "Anna", "and Tom"]],
    ["and no more than three of them", "It rained.\nWith love\nAnna\nand Tom\nand Bo", null],
    ["of 40 letters at most", `It rained.\n${FORTY}\nAnna`, [FORTY, "Anna"]],
    ["and not of 41", `It rained.\n${FORTY}!\nAnna`, null],
    ["with a name of 40 letters at most", `It rained.\nWith love\n${"N".repeat(40)}`, ["With love", "N".repeat(40)]],
    ["and not with one of 41", `It rained.\nWith love\n${"N".repeat(41)}`, null],
    ["a name of 24 letters alone", `It rained.\n\n${"N".repeat(24)}`, ["N".repeat(24)]],
    ["and not one of 25", `It rained.\n\n${"N".repeat(25)}`, null],
    [
      "a paragraph apart from the name of two lines",
      "It rained.\n\nWith love,\n\nAnna\nand Bo",
      ["With love,", "Anna", "and Bo"],
    ],
    [
      "which does not go before three lines of names",
      "It rained.\n\nWith love,\n\nAnna\nTom\nBo",
      ["Anna", "Tom", "Bo"],
    ],
  ])("ends in its farewell: %s", (_, text, closing) => {
    expect(closingOf(text)).toEqual(closing);
  });

  it("keeps a farewell that is all it says", () => {
    expect(divideLetter(blocks("Dear Tom,\n\nWith love,\n\nAnna"))).toMatchObject({
      body: [["With love,"]],
      closing: ["Anna"],
    });
  });

  it("has what was added under its name, in a block for itself or under it", () => {
    const whole = { body: [["It rained."]], closing: ["Love,", "Anna"], postscript: [["PS Bring a hat."]] };
    expect(lettered("It rained.\n\nLove,\nAnna\n\nPS Bring a hat.")).toMatchObject(whole);
    expect(lettered("It rained.\n\nLove,\nAnna\nPS Bring a hat.")).toMatchObject(whole);
  });
});
