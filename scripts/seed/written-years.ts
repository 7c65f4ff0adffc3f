import { z } from "zod";
import finished from "./years/finished-years.json" with { type: "json" };
import firstWeeks from "./years/first-weeks.json" with { type: "json" };
import nell from "./years/nells-first-year.json" with { type: "json" };
import wedding from "./years/rosie-and-tom.json" with { type: "json" };

/** What the people of the demo world wrote in their weeks; the texts are in `years/`. All are fictional. */

const Photographed = z.union([
  z.enum(["beach", "garden", "feet", "table", "kite", "lake"]),
  z.enum(["autumn", "snow", "cake", "dance", "pup", "garland"]),
]);
export type PhotographKind = z.infer<typeof Photographed>;

const Framed = z.enum(["", "b", "c", "d", "e"]);
export type Frame = z.infer<typeof Framed>;

/**
 * A picture of `photographs/`, and its framing: almost whole, or one of four tighter crops of the same moment. "outdoors"
 * becomes a picture of that day's season. The text names no season, because the year is counted back from the day
 * of seeding.
 */
const Picture = z.templateLiteral([z.union([Photographed, z.literal("outdoors")]), "-", z.number(), Framed]);
export type PictureName = z.infer<typeof Picture>;

/** A week as its author wrote it. The catalogue's question is there word for word; the seed stops if it has changed. */
const Week = z.strictObject({
  week: z.number(),
  prompt: z.string(),
  title: z.string().optional(),
  highlight: z.string(),
  gratitude: z.string(),
  learned: z.string().optional(),
  content: z.string(),
  photos: z.array(Picture).min(1).readonly(),
});
export type WrittenWeek = z.infer<typeof Week>;

/** A few weeks of a minor person: enough for moderators to read. Days are counted since they joined, paid and began. */
const SmallYear = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  theme: z.string(),
  type: z.string(),
  title: z.string(),
  joinedDaysAgo: z.number(),
  weeks: z.array(Week).readonly(),
});
export type SmallYear = z.infer<typeof SmallYear>;

/** A year that is over, of which a few weeks are written. */
const FinishedWeeks = SmallYear.omit({ joinedDaysAgo: true }).extend({
  address: z.strictObject({ line1: z.string(), city: z.string(), postcode: z.string() }),
  weeks: z.array(Week.omit({ prompt: true, photos: true })).readonly(),
  /** How many days ago it was sent to print, and the steps since then, each some days after the previous one. */
  signedOffDaysAgo: z.number(),
  steps: z.array(z.enum(["send", "ship", "deliver"])).readonly(),
});
export type FinishedWeeks = z.infer<typeof FinishedWeeks>;

/** Margaret’s year with Nell and a dog called Biscuit; weeks 8, 15 and 19 are open. */
export const nellsFirstYear: readonly WrittenWeek[] = z.array(Week).parse(nell);
/** A wedding year with every week written, some by Tom. */
export const rosieAndTom: readonly WrittenWeek[] = z.array(Week).parse(wedding);
/** Begun within the quarter. */
export const BEGUN: readonly SmallYear[] = z.array(SmallYear).parse(firstWeeks);
export const finishedYears: readonly FinishedWeeks[] = z.array(FinishedWeeks).parse(finished);
