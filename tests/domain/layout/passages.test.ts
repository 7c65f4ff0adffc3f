import { describe, expect, it } from "vitest";
import { passagesOf } from "~/domain/layout/passages";
import { curlQuotes, prepareProse } from "~/domain/layout/prepared-text";

const kinds = (text: string) => passagesOf(text).map(({ kind }) => kind);
const LONG = "A line that is long enough to have ended because its paragraph did, not because it is verse.";

describe("a poem or a song", () => {
  it("keeps its lines and its stanzas", () => {
    const [first, second] = prepareProse("Roses are red,\nviolets are blue.\n\nSugar\nis sweet.");
    expect([first?.passage, second?.passage]).toEqual(["verse", "verse"]);
    expect(first?.runs.map(({ kind }) => kind)).toEqual(["text", "break", "text"]);
  });

  it("between prose leaves the prose as it was", () => {
    expect(kinds(`${LONG}\n\nAs sung,\nslowly\n\n${LONG}`)).toEqual(["prose", "verse", "prose"]);
  });

  it("is none where a line but the last is long", () => {
    expect(kinds(`${LONG}\nShort.`)).toEqual(["prose", "prose"]);
    expect(kinds(`Short.\n${LONG}`)).toEqual(["verse"]);
  });
});

describe("a list", () => {
  it("is three lines or more of which most begin with a quantity", () => {
    expect(kinds("225 g oatmeal\n½ tsp ginger\na pinch of salt")).toEqual(["list"]);
    expect(kinds("225 g oatmeal\n110 g butter")).toEqual(["verse"]);
    expect(kinds("225 g oatmeal\nall the butter\nand some milk")).toEqual(["verse"]);
  });
});

describe("a letter", () => {
  it("begins with a greeting and ends with a closing", () => {
    expect(kinds("Dear Mr Doyle,\n\nThank you for the door.\n\nYours,\nR. Lister")).toEqual([
      "greeting",
      "prose",
      "closing",
    ]);
    expect(kinds("Dear Nan,\n\nThank you.\n\nLove, Rosie")).toEqual(["greeting", "prose", "closing"]);
  });

  it("needs more than a greeting and one paragraph, and its end is short", () => {
    expect(kinds("Dear Nan,\n\nThank you.")).toEqual(["prose", "prose"]);
    expect(kinds(`Dear Nan,\n\nThank you.\n\n${LONG}`)).toEqual(["greeting", "prose", "prose"]);
    expect(kinds("Dear me, what a week.\n\nThank you.\n\nYours,\nRosie")).toEqual([
      "prose",
      "prose",
      "verse",
    ]);
  });
});

describe("marks as they were typed", () => {
  it.each([
    ["we waited -- and waited", "we waited – and waited"],
    ["no--never", "no—never"],
    ["5'10\" tall", "5′10″ tall"],
    ['a 12" record', "a 12″ record"],
    ["6' of snow", "6′ of snow"],
    ['she said "it was 7" and left', "she said “it was 7” and left"],
    ["the 1990's", "the 1990’s"],
    ["a-b, 9-10", "a-b, 9-10"],
  ])("%s becomes %s", (typed, printed) => {
    expect(curlQuotes(typed)).toBe(printed);
  });
});
