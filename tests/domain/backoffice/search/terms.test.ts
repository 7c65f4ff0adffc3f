import { describe, expect, it } from "vitest";
import { matchOf, piecesOf, readSearch } from "~/domain/backoffice/search/terms";

describe("what is searched for", () => {
  it.each([
    ["pritch", '"pritch"'],
    ["Ann", '"Ann"'],
    ["HX7 8AB", '"HX7 8AB" OR "HX78AB" OR ("HX7" AND "8AB")'],
    ["LP-BDNB", '"LP-BDNB" OR "LPBDNB"'],
    ["Jo Li", '"Jo Li" OR "JoLi"'],
    ['say "cheese"', '"say ""cheese""" OR "say""cheese""" OR ("say" AND """cheese""")'],
  ])("%j is looked for as it is, without gaps, and word by word", (typed, match) => {
    expect(matchOf(typed)).toBe(match);
  });

  it.each(["", "Jo", "a-b", "- -"])("%j is too short to look for", (typed) => {
    expect(matchOf(typed)).toBeNull();
  });

  it("has no control characters and no double spaces", () => {
    expect(readSearch(" Gwen\u0000\u202e  Pritchard\n")).toBe("Gwen Pritchard");
  });
});

describe("what was found", () => {
  it.each([
    ["Gwen Pritchard", "pritch", "Gwen [Pritch]ard"],
    ["gwen@example.org, HX7 8AB", "hx78ab", "gwen@example.org, [HX7 8AB]"],
    ["LP-BDNB-M7EZ", "bdnbm7", "LP-[BDNB-M7]EZ"],
    ["Gwen Pritchard", "pritchard gwen", "[Gwen] [Pritchard]"],
    ["Lee, Ann", "ann lee", "[Lee], [Ann]"],
    ["Bo Lee", "lee bo", "Bo [Lee]"],
    ["A (b) c", "(b)", "A [(b)] c"],
  ])("in %j by %j is marked", (text, search, marked) => {
    const pieces = piecesOf(text, search).map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text));
    expect(pieces.join("")).toBe(marked);
  });

  it("is nothing where nothing was searched for", () => {
    expect(piecesOf("Gwen", "")).toEqual([{ text: "Gwen", isHit: false }]);
  });
});
