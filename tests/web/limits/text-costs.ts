import { plainLine, prepareProse } from "~/domain/book/layout/prepared-text";
import { screenWords } from "~/domain/diary/entries/screening";
import { readSentWeek } from "~/domain/diary/entries/week-form.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { yearInNumbers } from "~/domain/diary/loops/year-in-numbers";
import { LONGEST_DRAFT, LONGEST_FIELDS, LONGEST_REFLECTION } from "~/domain/diary/rules/entry-limits";
import { clean } from "~/domain/kernel/text/typed-text";
import { countWords } from "~/domain/kernel/text/word-count";
import { readInvoiceLines } from "~/domain/operations/printing/print-costs";
import { folderNameOf } from "~/domain/privacy/exports/file-names";
import { readVoucherCode } from "~/domain/shop/vouchers/typed-code";
import { FORM_LIMITS, SHEET_LIMITS } from "~/web/limits";
import { type CostRow, costRow } from "./cost-row";
import { inBytes } from "./forms-costs";
import { HOSTILE_TEXTS, repeated } from "./hostile-text";

/** What people write in their weeks, and what else reads a text that a person sent. */

const SHAPES: typeof HOSTILE_TEXTS = {
  ...HOSTILE_TEXTS,
  "one word of letters and points": (length) => repeated("A.", length),
  "feet and inches": (length) => repeated(`5" `, length),
  names: (length) => repeated("with Anna Bell. ", length),
  "names after many spaces": (length) => repeated("a          Anna ", length),
  "cells of quotes": (length) => repeated('"a""b', length),
  "lines of quotes": (length) => repeated('1,"2\n', length),
};

interface Work {
  name: string;
  limit: number;
  run(text: string): unknown;
}

/** Of a text of so many characters. */
const IN_CHARACTERS: readonly Work[] = [
  { name: "words of a week counted", limit: LONGEST_DRAFT, run: countWords },
  {
    name: "words of a week screened",
    limit: LONGEST_REFLECTION,
    run: (content) => screenWords({ ...NO_WORDS, content }),
  },
  { name: "a week prepared for its book", limit: LONGEST_DRAFT, run: prepareProse },
  { name: "a line prepared for its book", limit: LONGEST_DRAFT, run: plainLine },
];

/** Of a text of so many bytes, as a form brings it. */
const IN_BYTES: readonly Work[] = [
  { name: "lines tidied", limit: FORM_LIMITS.fieldBytes, run: (text) => clean(text, "lines") },
  { name: "a line tidied", limit: FORM_LIMITS.fieldBytes, run: (text) => clean(text, "line") },
  { name: "an email address read", limit: FORM_LIMITS.fieldBytes, run: (text) => clean(text, "email") },
  { name: "a voucher code read", limit: FORM_LIMITS.fieldBytes, run: readVoucherCode },
  { name: "a name of a folder", limit: FORM_LIMITS.fieldBytes, run: (text) => folderNameOf(text) },
  { name: "lines of an invoice", limit: SHEET_LIMITS.fileBytes, run: readInvoiceLines },
];

const WEEKS = 52;
/** Of a longer week nothing is tidied. */
const MOST_TIDIED = 4 * LONGEST_DRAFT;

export function textRows(): CostRow[] {
  return Object.entries(SHAPES).flatMap(([shape, text]) => [
    ...IN_CHARACTERS.map(({ name, limit, run }) => costRow({ name: `${name}: ${shape}`, limit, make: text, run })),
    ...IN_BYTES.map(({ name, limit, run }) =>
      costRow({ name: `${name}: ${shape}`, limit, make: (size) => inBytes(text, size), run }),
    ),
    costRow({
      name: `the form of a week read: ${shape}`,
      limit: MOST_TIDIED,
      make: (size) => formOf(text(size / BOXES.length)),
      run: readSentWeek,
    }),
    costRow({
      name: `the year in numbers: ${shape}`,
      limit: WEEKS,
      make: (weeks) => Array.from({ length: weeks }, (_, index) => weekOf(index + 1, text)),
      run: yearInNumbers,
    }),
  ]);
}

const BOXES = ["title", "highlight", "gratitude", "learned", "content"];

function formOf(text: string): FormData {
  const form = new FormData();
  for (const box of BOXES) form.append(box, text);
  return form;
}

/** A week as long as its page, counted when it was saved. */
function weekOf(week: number, text: (length: number) => string) {
  return {
    week,
    title: text(LONGEST_FIELDS.title),
    highlight: text(LONGEST_FIELDS.highlight),
    gratitude: text(LONGEST_FIELDS.gratitude),
    learned: text(LONGEST_FIELDS.learned),
    content: text(LONGEST_REFLECTION),
    allWords: 500,
    photoCount: 1,
    day: `2026-${String((week % 12) + 1).padStart(2, "0")}-01`,
  };
}
