import fs from "node:fs";
import { isNode, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { MOST_PAUSED_WEEKS } from "~/domain/diary/rules/calendar";
import { MAKING_WEEKS, WEEKS, WEEKS_IN_WORDS } from "../domain/diary/rules/calendar";
import { LONGEST_REFLECTION_WORDS } from "../domain/diary/rules/entry-limits";
import { PHOTOS_A_WEEK } from "../domain/diary/rules/photo-rules";
import { capitalise, numberInWords } from "../domain/kernel/text/numbers";
import { VOUCHER_MONTHS } from "../domain/kernel/time/voucher-validity";

/**
 * The texts that an editor changes, read once from the files beside this one. A file that is wrong ends the start, or
 * the test, with an error message that names the file and its line.
 */

const FOLDER = `${process.cwd()}/app/content`;

/** The numbers of the business that a text may name in braces. */
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

const text = z
  .string()
  .min(1, "this text is empty")
  .transform((words, context) =>
    words.replace(/\{(.*?)\}/g, (braces, name: string) => {
      const number = NUMBERS[name];
      if (number === undefined)
        context.addIssue(`${braces} is no number; there are ${Object.keys(NUMBERS).join(", ")}`);
      return number ?? braces;
    }),
  );

const card = z.strictObject({ description: text, bullets: z.array(text).min(3).max(4) });
const entry = z.strictObject({ highlight: text, gratitude: text, reflection: text });
const week = z.int().min(1).max(WEEKS);

const samplePage = z.strictObject({
  promise: z.strictObject({ line: text, turn: text }),
  lead: text,
  whose: text,
  book: z.strictObject({ title: text, subtitle: text.optional() }),
  startDay: z.iso.date(),
  weeks: z.array(
    z.strictObject({
      week,
      made: text,
      photos: z.array(z.strictObject({ picture: text, alt: text })).min(1),
      caption: text.optional(),
      words: z.union([
        z.enum(["example", "diary"]),
        z.strictObject({ highlight: text, gratitude: text, answer: text.nullable().default(null) }),
      ]),
    }),
  ),
  asked: z.strictObject({ question: text, answer: text }),
});

const THEMES = ["celebration", "family", "education", "pet", "classic"] as const;
const JOURNEYS = ["purchase", "gift", "redeem"] as const;

export const kindShape = z.strictObject({
  theme: z.enum(THEMES),
  order: z.int(),
  active: z.boolean(),
  journeys: z.array(z.enum(JOURNEYS)),
  image: text,
  name: text,
  titleExample: text,
  purchase: card,
  gift: card,
  example: z.union([z.literal("diary"), entry]).optional(),
  page: samplePage.optional(),
  diary: z.array(entry.extend({ week, days: text, photo: text })).optional(),
  questions: z.array(text).length(WEEKS),
});

const themeShape = z.strictObject({
  order: z.int(),
  hidden: z.boolean(),
  image: text,
  name: text,
  plural: text,
  description: text,
  lead: z.strictObject({ purchase: text, gift: text }),
  hero: z.strictObject({ line: text, turn: text, text }),
});

export type ThemeId = (typeof THEMES)[number];
export type JourneyType = (typeof JOURNEYS)[number];
/** A kind of loop; its key is the name of its file. */
export type Kind = z.infer<typeof kindShape> & { readonly key: string };
export type ThemeText = z.infer<typeof themeShape> & { readonly id: ThemeId };
export type ExampleWeek = z.infer<typeof entry>;
export type TypePage = z.infer<typeof samplePage>;

export const themeTexts: readonly ThemeText[] = THEMES.map((id) => ({
  id,
  ...readContent(`themes/${id}.yaml`, themeShape),
})).sort((one, other) => one.order - other.order);

/** In the order of the shop. */
export const kinds: readonly Kind[] = readKinds();

export const spareQuestions: readonly string[] = readContent("spare-questions.yaml", z.array(text));

function readKinds(): Kind[] {
  const files = fs.readdirSync(`${FOLDER}/kinds`).filter((file) => file.endsWith(".yaml"));
  const read = files.map((file) => ({
    key: file.slice(0, -".yaml".length),
    ...readContent(`kinds/${file}`, kindShape),
  }));
  return THEMES.flatMap((theme) =>
    read.filter((kind) => kind.theme === theme).sort((one, other) => one.order - other.order),
  );
}

/** @throws Error that names the file and the line of what is wrong with it. */
function readContent<Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> {
  return parseContent(`app/content/${file}`, fs.readFileSync(`${FOLDER}/${file}`, "utf8"), shape);
}

/** What a content file says. @throws Error as above. */
export function parseContent<Shape extends z.ZodType>(path: string, source: string, shape: Shape): z.infer<Shape> {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const [broken] = document.errors;
  if (broken) throw new Error(`${path}: ${broken.message}`);
  const { data, error } = shape.safeParse(document.toJS());
  if (!error) return data;
  const wrong = error.issues.map(({ path: field, message }) => {
    const places = field.map((_, index) => document.getIn(field.slice(0, field.length - index), true));
    const start = places.find(isNode)?.range?.[0] ?? 0;
    return `${path}, line ${lines.linePos(start).line}, ${field.join(".")}: ${message}.`;
  });
  throw new Error(wrong.join("\n"));
}
