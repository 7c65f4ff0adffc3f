import { describe, expect, it } from "vitest";
import { passagesOf } from "~/domain/book/layout/passages";
import { prepareProse } from "~/domain/book/layout/prepared-text";
import { curlQuotes } from "~/domain/book/layout/quotation";

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

  it("is not one where a line but the last is long", () => {
    expect(kinds(`${LONG}\nShort.`)).toEqual(["prose", "prose"]);
    expect(kinds(`Short.\n${LONG}`)).toEqual(["prose", "prose"]);
  });

  it.each([
    ["Cold.\nThe pipes had gone again by Tuesday, so we boiled the kettle and stood round it."],
    ["Saturday:\nUp at six for the boat, which wasn’t there, and neither was anybody to ask."],
    ["Well.\nThat was a week."],
    ["What a day!\nRain until four, then sun."],
    ["Dear diary,\nYou won’t believe what he has done with the good scissors this time."],
  ])("is none where a short line begins what is told after it: %s", (text) => {
    expect(kinds(text)).toEqual(["prose", "prose"]);
  });

  it.each([
    ["Roses are red\nviolets are blue"],
    ["Twelve lambs,\none of them ours."],
    [
      "The frost came in on Tuesday night\nand wrote on every pane;\nwe left the kitchen fire alight\nand read it in the rain.",
    ],
    ["Old pond.\nA frog.\nThe sound of it."],
    [
      "’Twas the night before Christmas\nand all through the house\nnot a creature was stirring, not even a mouse, unless you count our Kevin",
    ],
  ])("is one where all of its lines are short: %s", (text) => {
    expect(kinds(text)).toEqual(["verse"]);
  });
});

describe("talk", () => {
  it.each([
    ["“Is there any marmalade?”\n“Behind the jam.”", 2],
    ['"Is it far?"\n"No."\n"How far?"', 3],
    ["'Are you coming?'\n'In a minute.'\nHe didn’t.", 3],
    ['"Well," said Mum.\n"Well what?"\nNobody spoke until the pudding, and then only about the pudding.', 3],
    ["Dad put his head round the door.\n“Who’s had my good pen?”\n“Not me.”\n“Not me,” said Nan.", 4],
  ])("is a paragraph for each who speaks: %s", (text, count) => {
    expect(kinds(text)).toEqual(Array(count).fill("prose"));
  });

  it("is not one where a poem begins with a cry", () => {
    expect(
      kinds("“Is there anybody there?” said the Traveller,\nKnocking on the moonlit door;\nAnd his horse"),
    ).toEqual(["verse"]);
  });
});

describe("a list", () => {
  it("is three lines or more of which most begin with a quantity", () => {
    expect(kinds("225 g oatmeal\n½ tsp ginger\na pinch of salt")).toEqual(["list"]);
    expect(kinds("225 g oatmeal\n110 g butter")).toEqual(["verse"]);
    expect(kinds("225 g oatmeal\nall the butter\nand some milk")).toEqual(["verse"]);
  });

  it("has its name above it, and one long line among its short ones", () => {
    expect(kinds("Nan’s parkin\n225 g oatmeal\n110 g butter\n½ tsp ginger")).toEqual(["prose", "list"]);
    const long = "1 tin of treacle, the big one from the market that she only ever got on a Thursday";
    expect(kinds(`225 g oatmeal\n110 g butter\n½ tsp ginger\n${long}`)).toEqual(["list"]);
  });
});

describe("steps", () => {
  const stepsOf = (text: string) => passagesOf(text).filter(({ kind }) => kind === "steps");

  it.each([
    ["numbered", `1. Warm the oven.\n2. ${LONG}\n3. Stir.`, 3],
    ["numbered with brackets", `1) Warm the oven.\n2) ${LONG}`, 2],
    ["lettered", `a) Warm the oven.\nb) ${LONG}\nc) Stir.`, 3],
    ["in capital letters", `A. Warm the oven.\nB. ${LONG}`, 2],
    ["with bullets", `• a tent\n• ${LONG}\n• a stove`, 3],
    ["with hyphens", `- a tent\n- ${LONG}`, 2],
    ["with blank lines between them", `1. Warm the oven.\n\n2. ${LONG}\n\n3. Stir.`, 3],
    ["ten and more", Array.from({ length: 11 }, (_, index) => `${index + 1}. Stir.`).join("\n"), 11],
  ])("stay a list when they are %s, however long one is", (_, text, count) => {
    expect(kinds(text)).toEqual(["steps"]);
    expect(stepsOf(text)[0]?.lines).toHaveLength(count);
  });

  it("take in an indented line, and leave what is before and after them as it was", () => {
    expect(stepsOf("1. Melt the butter\n   over a low heat.\n2. Stir.")[0]?.lines).toEqual([
      "1. Melt the butter over a low heat.",
      "2. Stir.",
    ]);
    expect(kinds("Method\n1. Melt.\n2. Stir.\nThat was all.")).toEqual(["prose", "steps", "prose"]);
    expect(kinds("   As she told it:\n1. Melt.\n2. Stir.")).toEqual(["prose", "steps"]);
  });

  it.each([
    ["1. Melt the butter."],
    ["1994. That was the year."],
    ["A. Milne wrote it, and nobody has written anything better about rain."],
    ["12.30 lunch\n1.15 train"],
    ["1. Warm the oven.\n- or wait"],
    ["1. Warm the oven.\nb) Wait."],
    ["- Hello, she said, and nothing else all day."],
  ])("are not found where there is one mark, or none in order: %s", (text) => {
    expect(stepsOf(text)).toEqual([]);
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

  it.each([
    ["PS The key is under the pot."],
    ["P.S. Bring cake."],
    ["PS. Bring cake."],
    ["PPS And a spoon, because we have none that Carol hasn’t lent us and counted."],
  ])("keeps its signature where something is added under it: %s", (added) => {
    expect(kinds(`Dear Nan,\n\nThank you for it.\n\nLove,\nRosie\n\n${added}`)).toEqual([
      "greeting",
      "prose",
      "closing",
      "prose",
    ]);
    expect(kinds(`Dear Nan,\n\nThank you for it.\n\nLove,\nRosie\n${added}`)).toEqual([
      "greeting",
      "prose",
      "closing",
      "prose",
    ]);
  });

  it("may have two postscripts, and a name apart from its farewell", () => {
    const [, , closing, ...added] = passagesOf(
      "Dear Nan,\n\nThank you for it.\n\nWith love,\n\nRosie\n\nPS Cake.\n\nPPS And a spoon.",
    );
    expect(closing).toEqual({ kind: "closing", lines: ["With love,", "Rosie"] });
    expect(added.map(({ kind }) => kind)).toEqual(["prose", "prose"]);
  });

  it("is one too where its writer left no line empty", () => {
    expect(kinds(`Dear Mr Doyle,\n${LONG}\nIt sticks.\nYours sincerely,\nRosie`)).toEqual([
      "greeting",
      "prose",
      "prose",
      "closing",
    ]);
    expect(kinds(`Dear Nan,\n${LONG}`)).toEqual(["prose", "prose"]);
  });

  it("needs more than a greeting and one paragraph, and its end is short", () => {
    expect(kinds("Dear Nan,\n\nThank you.")).toEqual(["prose", "prose"]);
    expect(kinds(`Dear Nan,\n\nThank you.\n\n${LONG}`)).toEqual(["greeting", "prose", "prose"]);
    expect(kinds("Dear me, what a week.\n\nThank you.\n\nYours,\nRosie")).toEqual(["prose", "prose", "verse"]);
  });
});

describe("marks as they were typed", () => {
  it.each([
    ["we waited -- and waited", "we waited – and waited"],
    ["no--never", "no—never"],
    ["5'10\" tall", "5′10″ tall"],
    ['a 12" record', "a 12″ record"],
    ['a 2½" nail', "a 2½″ nail"],
    ["6' of snow", "6′ of snow"],
    ['she said "it was 7" and left', "she said “it was 7” and left"],
    ["the 1990's", "the 1990’s"],
    ["a-b, 9-10", "a-b, 9-10"],
    [`'"Go now," said Dad,' she told us`, "‘“Go now,” said Dad,’ she told us"],
    [`"'Go now,' said Dad"`, "“‘Go now,’ said Dad”"],
    [`He said, "I told her, 'No.'"`, "He said, “I told her, ‘No.’”"],
    [`('"No"')`, "(‘“No”’)"],
    ["''Lovely,'' she said", "“Lovely,” she said"],
    ["'er indoors, and 'im", "’er indoors, and ’im"],
    ["'Er, no,' he said", "‘Er, no,’ he said"],
    ["down the 'ome straight", "down the ’ome straight"],
    ["rock 'n' roll", "rock ’n’ roll"],
  ])("%s becomes %s", (typed, printed) => {
    expect(curlQuotes(typed)).toBe(printed);
  });
});

describe("the lengths that tell passages apart", () => {
  const line = (length: number, end = "") => `${"o".repeat(length - end.length)}${end}`;
  const list = (counted: number, others: number) =>
    [...Array(counted).fill("2 eggs"), ...Array(others).fill("as many figs as there are")].join("\n");

  it.each([
    ["a poem has lines of under 60 letters", `${line(59)}\n${line(20)}`, ["verse"]],
    ["and none of 60", `${line(60)}\n${line(20)}`, ["prose", "prose"]],
    ["of two lines also the last is under 60", `${line(20)}\n${line(59)}`, ["verse"]],
    ["and is not 60", `${line(20)}\n${line(60)}`, ["prose", "prose"]],
    ["of three the last is under 80", `${line(20)}\n${line(20)}\n${line(79)}`, ["verse"]],
    ["and is not 80", `${line(20)}\n${line(20)}\n${line(80)}`, ["prose", "prose", "prose"]],
    ["of three sentences it is under 60", [20, 20, 59].map((length) => line(length, ".")).join("\n"), ["verse"]],
    ["and is not 60 either", [20, 20, 60].map((length) => line(length, ".")).join("\n"), Array(3).fill("prose")],
    ["a list has three lines", list(3, 0), ["list"]],
    ["of which three of five begin with a quantity", list(3, 2), ["list"]],
    ["and not two of four", list(2, 2), ["verse"]],
    ["a quantity has a line of under 44 letters", `2 ${line(41)}\n2 ${line(41)}\n2 ${line(41)}`, ["list"]],
    ["and not of 44", `2 ${line(42)}\n2 ${line(42)}\n2 ${line(42)}`, ["verse"]],
    ["talk is of two who speak", "“Hush.”\nthe baby slept", ["verse"]],
    ["in half of its lines", "“Is it far?”\nwe asked\n“No.”\nand it was", Array(4).fill("prose")],
    [
      "a letter may come after empty lines",
      "\n\nDear Tom,\n\nIt rained.\n\nLove,\nAnna",
      ["greeting", "prose", "closing"],
    ],
    ["and have no farewell", `Dear Tom,\n\n${LONG}\n\n${LONG}`, ["greeting", "prose", "prose"]],
  ])("%s", (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});
