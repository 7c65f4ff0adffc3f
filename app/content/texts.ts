import { z } from "zod";
import { MAKING_WEEKS, MOST_PAUSED_WEEKS, WEEKS, WEEKS_IN_WORDS } from "../domain/diary/rules/calendar";
import { LONGEST_REFLECTION_WORDS } from "../domain/diary/rules/entry-limits";
import { PHOTOS_A_WEEK } from "../domain/diary/rules/photo-rules";
import { capitalise, numberInWords } from "../domain/kernel/text/numbers";
import { VOUCHER_MONTHS } from "../domain/kernel/time/voucher-validity";
import { readContent } from "./files";

/** A text may name in braces what code knows: numbers of the business, the company, sentences that rules are said in. */

/** Known to every text. */
const NUMBERS: Readonly<Record<string, string>> = {
  weeks: WEEKS_IN_WORDS,
  Weeks: capitalise(WEEKS_IN_WORDS),
  lastWeek: String(WEEKS),
  photos: numberInWords(PHOTOS_A_WEEK),
  answerWords: numberInWords(LONGEST_REFLECTION_WORDS),
  makingWeeks: numberInWords(MAKING_WEEKS),
  pausedWeeks: numberInWords(MOST_PAUSED_WEEKS),
  voucherMonths: String(VOUCHER_MONTHS),
};

const IN_BRACES = /\{(.*?)\}/g;

/** A text with the numbers filled in; its file's own names stay in braces until `fill`. */
export const textWith = (names: readonly string[]) =>
  z
    .string()
    .min(1, "this text is empty")
    .transform((words, context) =>
      words.replace(IN_BRACES, (braces, name: string) => {
        const known = [...names, ...Object.keys(NUMBERS)];
        if (!known.includes(name)) context.addIssue(`${braces} is no name; there are ${known.join(", ")}`);
        return NUMBERS[name] ?? braces;
      }),
    );

export type Text = ReturnType<typeof textWith>;

export const text = textWith([]);

/** Null where there is nothing to say; several are the items of a list. */
type Value = string | number | null | readonly string[];

/** The values of the names in a file; some are known only when it is shown. */
export type Values<Facts extends readonly unknown[]> = Readonly<Record<string, Value | ((...facts: Facts) => Value)>>;

/**
 * The content of a file that has names of its own: as it is written, and a function that fills in their values.
 *
 * @throws Error too for a value that no text names: what a rule says would be said nowhere.
 */
export function readTexts<Shape extends z.ZodType, Facts extends readonly unknown[]>(
  name: string,
  shapeOf: (text: Text) => Shape,
  values: Values<Facts>,
) {
  const names = Object.keys(values);
  const written = readContent(name, shapeOf(textWith(names)));
  const said = new Set([...JSON.stringify(written).matchAll(/\{(\w+)\}/g)].map(([, found]) => found));
  const unsaid = names.filter((one) => !said.has(one));
  if (unsaid.length > 0) throw new Error(`app/content/${name}.yaml: no text says {${unsaid.join("}, {")}}.`);
  const filled = (...facts: Facts) =>
    fill(written, (one) => {
      const value = values[one] ?? null;
      return typeof value === "function" ? value(...facts) : value;
    });
  return { written, filled };
}

type FindValue = (name: string) => Value;

/** The same with every name replaced by its value. */
export function fill<Part>(part: Part, find: FindValue): Part;
export function fill(part: unknown, find: FindValue): unknown {
  if (typeof part === "string") return fillText(part, find);
  if (Array.isArray(part))
    return part.flatMap((item) => (typeof item === "string" ? fillItem(item, find) : [fill(item, find)]));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, fill(inner, find)]));
}

function fillText(words: string, find: FindValue): string {
  return words.replace(IN_BRACES, (_, name: string) => {
    const value = find(name);
    return typeof value === "object" ? (value ?? []).join(", ") : String(value);
  });
}

/** A list that is alone in an item becomes items; an item that names what there is not is left out. */
function fillItem(item: string, find: FindValue): readonly string[] {
  const values = [...item.matchAll(IN_BRACES)].map(([, name = ""]) => find(name));
  if (values.includes(null)) return [];
  const [first] = values;
  return typeof first === "object" && first !== null && /^\{\w+\}$/.test(item) ? first : [fillText(item, find)];
}
