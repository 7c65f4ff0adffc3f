import { z } from "zod";
import { WEEKS } from "../domain/diary/rules/calendar";
import { capitalise, numberInWords } from "../domain/kernel/text/numbers";
import { namesIn, readContent } from "./files";
import { fill, text, textWith } from "./texts";

/** The kinds of loop, their themes, and questions for any week. */

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

export const THEMES = ["celebration", "family", "education", "pet", "classic"] as const;
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
  // `Loops` is how many of its kinds are offered to buy or to give, such as "Four loops".
  lead: z.strictObject({ purchase: textWith(["Loops"]), gift: textWith(["Loops"]) }),
  // `slide` is for the home page, where it says it in other words.
  hero: z.strictObject({ line: text, turn: text, text, slide: text.optional() }),
});

export type ThemeId = (typeof THEMES)[number];
export type JourneyType = (typeof JOURNEYS)[number];
/** A kind of loop; its key is the name of its file. */
export type Kind = z.infer<typeof kindShape> & { readonly key: string };
export type ThemeText = z.infer<typeof themeShape> & { readonly id: ThemeId };
export type ExampleWeek = z.infer<typeof entry>;
export type TypePage = z.infer<typeof samplePage>;

const written: readonly ThemeText[] = THEMES.map((id) => ({ id, ...readContent(`themes/${id}`, themeShape) }));

/** In the order of the shop. */
export const kinds: readonly Kind[] = readKinds();

export const themeTexts: readonly ThemeText[] = written
  .map(({ lead, ...theme }) => {
    const leadOf = (journey: keyof typeof lead) => {
      const offered = countOffered(theme.id, journey);
      return fill(lead[journey], () => `${capitalise(numberInWords(offered))} ${offered === 1 ? "loop" : "loops"}`);
    };
    return { ...theme, lead: { purchase: leadOf("purchase"), gift: leadOf("gift") } };
  })
  .sort((one, other) => one.order - other.order);

export const spareQuestions: readonly string[] = readContent("spare-questions", z.array(text));

function readKinds(): Kind[] {
  const read = namesIn("kinds").map((key) => ({ key, ...readContent(`kinds/${key}`, kindShape) }));
  const hidden = written.flatMap(({ id, hidden }) => (hidden ? [id] : []));
  const without = findWithoutPage(read, hidden);
  if (without) throw new Error(`app/content/kinds/${without}.yaml: a kind that is listed needs a page.`);
  return THEMES.flatMap((theme) =>
    read.filter((kind) => kind.theme === theme).sort((one, other) => one.order - other.order),
  );
}

function countOffered(themeId: ThemeId, journey: JourneyType): number {
  return kinds.filter(({ theme, active, journeys }) => theme === themeId && active && journeys.includes(journey))
    .length;
}

/** A kind that lists show and that has no page to lead to. */
export function findWithoutPage(
  read: readonly Pick<Kind, "key" | "theme" | "page">[],
  hidden: readonly ThemeId[],
): string | undefined {
  return read.find(({ theme, page }) => !page && !hidden.includes(theme))?.key;
}
