import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { lineOf, listFiles, parse, walk } from "./source";

/**
 * Names and comments use the field's own terms in plain present-day English, which somebody who opens the code for
 * the first time would search for. Words with honest uses are not listed. Texts for people are free: only names and
 * comments are read, so that a page may call a shipment what its readers do.
 */

const IN_COMMENTS =
  /\b(?:who(?:m)?ever|anew|(?:is|are) none|so long|(?:comes?|came) by|stands?|stood|darkrooms?|turnstiles?|bindery|brooms?|night shifts?|neighbours?|estates?|apparatus|machine rooms?|happenings?|sittings|verbs?|rehearsals?|parcels?|support desk|kept (?:query|quer(?:y|ies)|statements?)|in vain)\b/gi;

/** Words of names: `staffDoors` has the words staff and doors. */
const IN_NAMES =
  /^(?:who(?:m)?ever|anew|darkrooms?|turnstiles?|bindery|brooms?|neighbours?|estates?|apparatus|stakes|parcels?|letters?|doors?|gates?|happenings?|sittings?|pulses?|surfaces?|doubles|telephones?|stray|insist|laws|troubles?|beats?|desks?|judged?|judging|callers?|somebody)$/i;

/** Drawing is about stitches side by side, and about pictures of buildings. */
const DRAWING = /^app\/ui\/artwork\//;

/** Where a letter is a character. */
const CHARACTERS =
  /^(?:(?:app|tests)\/domain\/book\/(?:layout|typesetting)\/|tests\/domain\/people\/accounts\/devices)/;

/** Whether reading the syntax can find anything: most files have none of the words anywhere. */
const mayHaveRiddles = (text: string) =>
  text.search(IN_COMMENTS) >= 0 ||
  /darkroom|turnstile|broom|apparatus|stakes|parcel|letter|door|gate|happening|sitting|pulse|surface|doubles|telephone|stray|insist|laws|trouble|beat|desk|judg|caller|somebody/i.test(
    text,
  );

function findRiddles(path: string, text: string): string[] {
  if (DRAWING.test(path) || !mayHaveRiddles(text)) return [];
  const source = parse(path, text);
  const found: string[] = [];
  const seen = new Set<number>();
  walk(source, (node) => {
    for (const { pos, end } of commentsOf(node, text)) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      for (const { 0: word, index } of text.slice(pos, end).matchAll(IN_COMMENTS)) {
        const { line } = source.getLineAndCharacterOfPosition(pos + index);
        found.push(`${path}:${line + 1} says “${word.toLowerCase()}”`);
      }
    }
    if (!ts.isIdentifier(node)) return;
    const words = node.text
      .split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/)
      .filter((word) => IN_NAMES.test(word));
    const riddles = words.filter((word) => !(/^letters?$/i.test(word) && CHARACTERS.test(path)));
    if (riddles.length > 0) found.push(`${path}:${lineOf(node)} has the name ${node.text}`);
  });
  return [...new Set(found)];
}

function commentsOf(node: ts.Node, text: string): ts.CommentRange[] {
  return [
    ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
    ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
  ];
}

describe("names and comments", () => {
  const files = listFiles().filter((path) => /^(?:app|db|scripts|tests)\/.*\.(?:[cm]?js|tsx?)$/.test(path));

  it("use plain words", () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap((path) => findRiddles(path, readFileSync(path, "utf8")))).toEqual([]);
  });

  it.each([
    ["/** Whoever waits is told. */", "app/planted.ts:1 says “whoever”"],
    ["// The page is set anew.", "app/planted.ts:1 says “anew”"],
    ["const a = 1; // where there is none", "app/planted.ts:1 says “is none”"],
    ["/**\n * A lease,\n * so long as nobody comes by.\n */\nconst a = 1;", "app/planted.ts:3 says “so long”"],
    ["const staffDoors = [];", "app/planted.ts:1 has the name staffDoors"],
    ["const OLD_PARCEL = 1;", "app/planted.ts:1 has the name OLD_PARCEL"],
    ["// The parcel leaves.", "app/planted.ts:1 says “parcel”"],
    ["const loopHappenings = [];", "app/planted.ts:1 has the name loopHappenings"],
    ["const PULSE_SECONDS = 60;", "app/planted.ts:1 has the name PULSE_SECONDS"],
    ["function write({ letter }: Props) {}", "app/planted.ts:1 has the name letter"],
    ["const cardTrouble = null;", "app/planted.ts:1 has the name cardTrouble"],
    ["await alerts.beat();", "app/planted.ts:1 has the name beat"],
    ["const whenJudged = async () => {};", "app/planted.ts:1 has the name whenJudged"],
    ["const SOMEBODY_ELSES = [];", "app/planted.ts:1 has the name SOMEBODY_ELSES"],
  ])("are refused in %j", (text, sentence) => {
    expect(findRiddles("app/planted.ts", text)).toContain(sentence);
  });

  it.each([
    'const name = "Whoever redeems it, at the door";',
    "const understands = 1; // A standard letter of the alphabet.",
    "const aggregate = gateway(outdoors, learnANewSkill);",
    "const judgement = heartbeat; // Somebody has trouble at the desk.",
  ])("may be %j", (text) => {
    expect(findRiddles("app/planted.ts", text)).toEqual([]);
  });

  it("may draw a door", () => {
    expect(findRiddles("app/ui/artwork/ring.ts", "const door = 1;")).toEqual([]);
  });
});
