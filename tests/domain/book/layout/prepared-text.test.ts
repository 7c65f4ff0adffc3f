import { describe, expect, it } from "vitest";
import { plainLine, prepareLine, prepareProse, quoted, textOf } from "~/domain/book/layout/prepared-text";
import { curlQuotes } from "~/domain/book/layout/quotation";
import { fitToTypefaces } from "~/domain/book/typesetting/glyph-coverage";

const textsOf = (text: string) => prepareProse(text).map(textOf);

describe("what somebody typed", () => {
  it("keeps its words and loses only what nobody can see", () => {
    expect(textsOf("Zoe\u0308 \u202esaid\u202c\u0007 hi\ufeff\u200b \ud800there\uffff")).toEqual(["Zoë said hi there"]);
  });

  it("has its quotes curled and its apostrophes turned the right way", () => {
    expect(curlQuotes(`"'Hi,' she said" - it's Nan's, 'tis the '90s...`)).toBe(
      "“‘Hi,’ she said” – it’s Nan’s, ’tis the ’90s…",
    );
  });

  it("is one paragraph where it was one, however many blank lines follow", () => {
    expect(textsOf(`One.${"\n".repeat(400)}Two.\r\n\r\n \r\n`)).toEqual(["One.", "Two."]);
    expect(textsOf("\n\n \n")).toEqual([]);
  });

  it("never leaves a short last word on a line of its own", () => {
    const kept = (text: string) => /\S+\u00a0\S+$/.exec(prepareProse(text)[0]?.runs.at(-1)?.text ?? "")?.[0];
    const line = "Carol, who owns eleven of them and asked";
    expect(kept(`${line} no questions.`)).toBe("no\u00a0questions.");
    expect(kept(`${line} me in.\n\nAnd then?`)).toBe("me\u00a0in.");
    expect(kept(`${line} no grandmother.`)).toBeUndefined();
    expect(kept("We laughed a lot.")).toBeUndefined();
  });

  it("ends a paragraph with a line of some words, where they are short", () => {
    const last = (text: string) => / (\S+(?:\u00a0\S+)*)$/.exec(prepareProse(text)[0]?.runs.at(-1)?.text ?? "")?.[1];
    const line = "I had forgotten how loud the blackbird is at five, and how";
    expect(last(`${line} little I mind.`)).toBe("little\u00a0I\u00a0mind.");
    expect(last(`${line} we called it summer.`)).toBe("called\u00a0it\u00a0summer.");
    expect(last(`${line} extraordinarily I go.`)).toBe("I\u00a0go.");
    expect(last("We ate in the garden, a lot of it.")).toBe("a\u00a0lot\u00a0of\u00a0it.");
  });

  it("keeps the lines of a poem, and parts long lines into paragraphs", () => {
    expect(prepareProse("Roses are red\nViolets are blue")[0]?.runs.map((run) => run.kind)).toEqual([
      "text",
      "break",
      "text",
    ]);
    const long = "A line that is long enough to have ended because its paragraph did, not because it is verse.";
    expect(textsOf(`${long}\n${long}`)).toEqual([long, long]);
  });

  it("cannot fill a book with a character a line", () => {
    expect(prepareProse("x\n".repeat(500))).toHaveLength(1);
    expect(prepareProse("x\n".repeat(500))[0]?.runs).toHaveLength(1);
    expect(prepareProse("x\n".repeat(100))[0]?.runs).toHaveLength(199);
  });

  it("is given places to break where it has none", () => {
    const pieces = textOf(prepareLine("a".repeat(3000))).split("\u00ad");
    expect(Math.max(...pieces.map((piece) => piece.length))).toBe(24);
    expect(pieces.join("")).toBe("a".repeat(3000));
    expect(textOf(prepareLine("a".repeat(24)))).toBe("a".repeat(24));
    const wide = textOf(prepareLine("W".repeat(120))).split("\u00ad");
    expect(Math.max(...wide.map((piece) => piece.length))).toBe(12);
    expect(textOf(prepareLine("word\u00a0".repeat(30).trim()))).toBe("word ".repeat(30).trim());
  });

  it("breaks an address after its own strokes", () => {
    const address = "https://example.com/photos/of/the/jetty?year=2025";
    const parts = textOf(prepareLine(address)).split("\u200b");
    expect(parts).toContain("photos/");
    expect(parts[0]).toBe("https://");
  });

  it.each([
    ["https://www.tidetimes.org.uk/whitby-tide-times-20260214"],
    ["www.bbc.co.uk/weather/it's--raining..."],
    ["https://en.wikipedia.org/wiki/Whitby_(town)"],
    ["nan.lister+cakes@example.co.uk"],
    ["yorkshirewildlife.org.uk"],
  ])("leaves the address %s as it was typed, and divides it with no hyphen", (address) => {
    const { runs } = prepareLine(`See "${address}", he said.`);
    const found = runs.find(({ kind }) => kind === "address");
    expect(found?.text.replaceAll("\u200b", "")).toBe(address.replace(/\.+$/, ""));
    expect(found?.text).not.toContain("\u00ad");
    expect(textOf({ ...prepareLine(`See "${address}", he said.`) })).toMatch(/^See “.*”, he said\.$/);
  });

  it.each([["We walked 3.5 miles."], ["He left.Then he came back."], ["@home on Sunday"], ["a.m. or p.m."]])(
    "sees no address in %s",
    (text) => {
      expect(prepareLine(text).runs.map(({ kind }) => kind)).toEqual(["text"]);
    },
  );

  it("is one line if it fits on one", () => {
    expect(plainLine('  Our\n\n"Wedding"\tYear ')).toBe("Our “Wedding” Year");
  });

  it("is put between quotation marks once", () => {
    expect(textOf(quoted(prepareLine("Nine cakes.")))).toBe("“Nine cakes.”");
    expect(textOf(quoted(prepareLine('"Nine cakes."')))).toBe("“Nine cakes.”");
  });

  it.each([
    ['He accepted, for himself and "a trifle".', "“He accepted, for himself and ‘a trifle’.”"],
    ['"Order, order," he said, and the bed broke.', "“‘Order, order,’ he said, and the bed broke.”"],
    ["Nan's \"dog's dinner\" of a hat", "“Nan’s ‘dog’s dinner’ of a hat”"],
    [`She read out "he said 'Never,' and left" twice`, "“She read out ‘he said “Never,” and left’ twice”"],
    [
      `She read out "he said 'Never.' and took the dogs' bowl" twice`,
      "“She read out ‘he said “Never.” and took the dogs’ bowl’ twice”",
    ],
    ['"Yes" and "no" 🎂 and "perhaps"', "“‘Yes’ and ‘no’ 🎂 and ‘perhaps’”"],
    ['"Go now."', "“Go now.”"],
    ["‘Go now.’", "‘Go now.’"],
    ["'Tis the season", "“’Tis the season”"],
    ["We sang 'Moon River' and 'Jerusalem'", "“We sang ‘Moon River’ and ‘Jerusalem’”"],
    ["'Moon River' and 'Jerusalem'", "“‘Moon River’ and ‘Jerusalem’”"],
    [`"We sang 'Moon River' and 'Jerusalem'" was 'all'`, "“‘We sang “Moon River” and “Jerusalem”’ was ‘all’”"],
    ["«C’est bon.»", "«C’est bon.»"],
  ])("has the marks of a quotation within a quotation: %s", (typed, printed) => {
    expect(textOf(quoted(prepareLine(typed)))).toBe(printed);
  });
});

describe("writing of other places", () => {
  it("has the quotation marks of its language", () => {
    const inQuotes = (text: string) => textOf(quoted(prepareLine(text)));
    expect(inQuotes("يوم على الرصيف")).toBe("”يوم على الرصيف“");
    expect(inQuotes("יום על המזח")).toBe("”יום על המזח”");
    expect(inQuotes("外婆讲的故事")).toBe("“外婆讲的故事”");
  });

  it("runs from right to left if its first character does", () => {
    expect(prepareLine("שלום Nan")).toMatchObject({ direction: "rtl", language: "he" });
    expect(prepareLine("123 ذهبنا")).toMatchObject({ direction: "rtl", language: "ar" });
    expect(prepareLine("Nan שלום")).toMatchObject({ direction: "ltr", language: "en" });
  });

  it("is recognised as Chinese, Japanese or Korean", () => {
    expect(prepareLine("我们去了海边").language).toBe("zh");
    expect(prepareLine("今日は海へ").language).toBe("ja");
    expect(prepareLine("김민준").language).toBe("ko");
  });

  it("keeps each emoji whole, in a run of its own", () => {
    expect(prepareLine("Hi 👨‍👩‍👧🇬🇧👍🏽❤️ 5").runs).toEqual([
      { kind: "text", text: "Hi " },
      { kind: "emoji", text: "👨‍👩‍👧🇬🇧👍🏽❤️" },
      { kind: "text", text: " 5" },
    ]);
  });

  it("leaves figures, © and plain suns to the typeface of the text", () => {
    expect(prepareLine("1 # © ☀").runs).toEqual([{ kind: "text", text: "1 # © ☀" }]);
  });
});

describe("characters no typeface draws", () => {
  const latin = (codePoint: number) => codePoint < 0x250 || codePoint === 0x2026;
  const fitted = (text: string, emoji: (codePoint: number) => boolean) => {
    const { paragraph, missing } = fitToTypefaces(prepareLine(text), { text: latin, emoji });
    return { text: textOf(paragraph), kinds: paragraph.runs.map((run) => run.kind), missing };
  };

  it("are named, and a lost emoji leaves no hole", () => {
    expect(fitted("We ate 🎂 cake", () => false)).toEqual({
      text: "We ate cake",
      kinds: ["text"],
      missing: ["🎂"],
    });
  });

  it("leave a mark for lost characters, one for each run of them", () => {
    const name = fitted("Called አማርኛ here", () => false);
    expect(name.text).toBe("Called […] here");
    expect(name.missing).toEqual(["አ", "ማ", "ር", "ኛ"]);
  });

  it("move to the emoji face where that draws them", () => {
    expect(fitted("Sun ☀", (codePoint) => codePoint === 0x2600)).toEqual({
      text: "Sun ☀",
      kinds: ["text", "emoji"],
      missing: [],
    });
  });

  it("are none in a plain sentence", () => {
    expect(fitted("Zoë came", () => false).missing).toEqual([]);
  });
});

describe("the lengths at which words are set otherwise", () => {
  const LINE = "Carol, who owns eleven of them and asked";
  const isKept = (text: string) => prepareProse(text).some(({ runs }) => /\u00a0/.test(runs.at(-1)?.text ?? ""));
  const broken = (word: string) =>
    prepareLine(word)
      .runs.map(({ text }) => text.replace(/[\u00ad\u200b]/g, "|"))
      .join("");
  const count = (lines: number, letters: number) =>
    prepareProse(`${Array(lines).fill("o".repeat(28)).join("\n\n")}${"o".repeat(letters)}`).length;

  it.each([
    ["a last word of 11 letters has one before it", `${LINE} ${"o".repeat(11)}`, true],
    ["one of 12 has none", `${LINE} ${"o".repeat(12)}`, false],
    ["that is of 12 letters at most", `${LINE} ${"o".repeat(12)} me.`, true],
    ["and not of 13", `${LINE} ${"o".repeat(13)} me.`, false],
    ["20 letters come before them", `${"o".repeat(20)} him in.`, true],
    ["and not 19", `${"o".repeat(19)} him in.`, false],
  ])("%s", (_, text, expected) => {
    expect(isKept(text)).toBe(expected);
  });

  it("a word of 24 letters is whole, and a longer one is divided after 24 or after a stroke", () => {
    const short = "o".repeat(24);
    expect(broken(short)).toBe(short);
    expect(broken(`${short}o`)).toBe(`${short}|o`);
    expect(broken("ooooo/oooooo/oooooo/oooo")).toBe("ooooo/oooooo/oooooo/oooo");
    expect(broken(`oo/${short}`)).toBe(`oo/${"o".repeat(21)}|ooo`);
    expect(broken(`ooo/${short}`)).toBe(`ooo/|${short}`);
  });

  it("100 lines of verse are verse, and 101 are a paragraph", () => {
    const linesOf = (lines: number) => prepareProse(Array(lines).fill("The rose").join("\n"))[0];
    expect([linesOf(100)?.passage, linesOf(101)?.passage]).toEqual(["verse", undefined]);
    expect(linesOf(101)?.runs).toHaveLength(1);
  });

  it("101 paragraphs are one where they have less than 30 letters each", () => {
    expect([count(101, 2), count(101, 1), count(100, 0)]).toEqual([101, 1, 100]);
  });
});
