import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contentAsCode, copyOf } from "./copy";
import { COPY_RULES, FIXED_CAPITALS, FIXED_SENTENCES } from "./copy-rules";
import { listFiles, sources } from "./source";

/**
 * What people read is written in plain British English: every string and every text of a page, an email, a document, a
 * question or an error is read for words and patterns that it should not have. `copy-rules.ts` says what to write
 * instead.
 */

/** Lists of words that the product looks for in what people type. */
const WORD_LISTS = new Set([
  "app/domain/people/accounts/common-passwords.ts",
  "app/domain/diary/loops/year-in-numbers.ts",
  "app/domain/diary/entries/screening.ts",
]);

/** Contracts with the reader, which may be written out in full. */
const LEGAL = /^app\/content\/pages\/(?:terms|privacy|cookies|cookies-table|accessibility)\.yaml$/;

function findings(path: string, text: string): string[] {
  return copyOf(path, text).flatMap((copy) => {
    if (FIXED_SENTENCES.includes(copy.text)) return [];
    return COPY_RULES.filter(({ instead }) => !(LEGAL.test(path) && instead === "the contraction")).flatMap(
      ({ pattern, instead }) =>
        [...copy.text.matchAll(pattern)].map(
          ([words]) =>
            `${path}:${copy.line} says “${words.trim()}” in “${excerpt(copy.text, words)}”; better: ${instead}`,
        ),
    );
  });
}

/** Documents are typeset from templates: their texts are in square brackets or quotes. */
function findingsInTemplate(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const texts = [...line.replace(/\/\/.*/, "").matchAll(/[["]([^\]"]{8,})/g)].map(([, text = ""]) =>
        text.replace(/^.*[(){}].*$/, ""),
      );
      return texts.flatMap((text) =>
        findings("a.ts", JSON.stringify(text)).map((found) => found.replace("a.ts:1", `${path}:${index + 1}`)),
      );
    });
}

function excerpt(text: string, words: string): string {
  const start = Math.max(0, text.indexOf(words) - 60);
  const end = text.indexOf(words) + words.length + 60;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

/** Whether each longer word of a short label has a capital, as in a title. */
function isInCapitals(text: string): boolean {
  const words = text.split(" ");
  if (words.length < 2 || words.length > 5 || /[.,:;?!{}()\d]|\p{Lu}{3}|HyperLoop/u.test(text)) return false;
  const long = words.filter((word) => word.length > 3);
  return long.length > 1 && long.every((word) => /^\p{Lu}/u.test(word));
}

const COPY = /^app\/.*\.tsx?$/;
const read = [...[...sources].filter(([path]) => COPY.test(path) && !WORD_LISTS.has(path)), ...contentAsCode()];
const found = new Map(
  read.map(([path, text]) => [path, findings(path, text)] as const).filter(([, list]) => list.length > 0),
);

describe("the words that people read", () => {
  it("are read from every file of the app", () => {
    const all = read.reduce((count, [path, text]) => count + copyOf(path, text).length, 0);
    expect(read.length).toBeGreaterThan(600);
    expect(all).toBeGreaterThan(4_000);
  });

  it("are plain British English", () => {
    expect([...found].flatMap(([, list]) => list)).toEqual([]);
  });

  it("have capitals within a label only where they are specified", () => {
    const labels = read
      .filter(([path]) =>
        /^app\/(?:screens|ui|domain\/(?:mail|diary\/loops|shop\/(?:orders|order-rules|order-links|vouchers)))\/|-emails?\.ts$/.test(
          path,
        ),
      )
      .flatMap(([path, text]) => copyOf(path, text).map((copy) => ({ path, text: copy.text })));
    const inCapitals = labels.filter(({ text }) => isInCapitals(text) && !FIXED_CAPITALS.includes(text));
    expect(labels.length).toBeGreaterThan(2_000);
    expect(inCapitals).toEqual([]);
    expect(["Save Week", "Read Your Pages"].every(isInCapitals)).toBe(true);
  });

  it("are plain in the templates of documents and books too", () => {
    const templates = listFiles().filter((path) => /^app\/.*\.typ$/.test(path));
    expect(templates.length).toBeGreaterThan(2);
    expect(templates.flatMap(findingsInTemplate)).toEqual([]);
  });

  it.each([
    ['const a = "Whoever gets it may swap it.";', "says “Whoever”"],
    ["const a = `Your name stands on the page.`;", "says “stands”"],
    ["const page = <p>Please look again in\n a moment.</p>;", "says “look again”"],
    ['const page = <Button label="Leave it empty for none" />;', "says “Leave it empty”"],
    ['const a = "Use your e-mail address.";', "better: email"],
    ['const a = "We cannot save that.";', "better: the contraction"],
    ['const a = "We couldn\'t save that.";', "better: the apostrophe ’"],
    ['const a = "Back to Dashboard";', "better: my loop"],
    ['const a = "Three open stitches wait.";', "better: missed week"],
    ['const page = <a href="/x">Begin this loop</a>;', "better: Start"],
    ["const page = <button>Gift this loop</button>;", "better: give"],
    ["const page = <h2>Good questions</h2>;", "better: FAQ"],
    ['const a = "It runs from the week you begin.";', "better: start"],
    ['const a = "Not finished. Finish it";', "better: Unfinished"],
    ['const a = "We’re making your pages again.";', "better: the proof"],
    ['const a = "Download the proof PDF";', "better: the proof"],
    ['const a = "80 % of it is full";', "better: a percentage without a space"],
    ['const html = `<p class="whoever">Once more</p>`;', "says “Once more”"],
  ])("are refused in %j", (text, sentence) => {
    expect(findings("app/planted.tsx", text).join("\n")).toContain(sentence);
  });

  it.each([
    "// Whoever reads the code is not meant.",
    'import { x } from "./once-more";',
    'const a = "whoever";',
    'const html = `<p class="whoever">Please try again</p>`;',
    'const a = "Login failed. Please check your credentials.";',
    'const entry = { reflection: "Whoever it was, she stands there once more." };',
    'const page = <p className="once more">Please try again.</p>;',
    'throw new Error("It is not there, and cannot be.");',
  ])("may be %j", (text) => {
    expect(findings("app/planted.tsx", text)).toEqual([]);
  });
});
