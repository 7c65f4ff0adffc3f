import { and, eq, inArray, lte } from "drizzle-orm";
import { decideEntry } from "../../app/domain/backoffice/moderation/decisions.server";
import { openEntry, seenRevision } from "../../app/domain/backoffice/moderation/review.server";
import type { ModerationDecision } from "../../app/domain/backoffice/moderation/rules";
import { DAY_MS } from "../../app/domain/kernel/time/durations";
import { db } from "../../db/client.server";
import { entries, loops } from "../../db/schema";
import { must, type Plan } from "./staff-plan";
import { BEGUN } from "./written-years";

/** The decisions of the demo world's moderator. */

/** Decisions on single weeks, by their loop's title; every other reviewed week is approved. */
const DECISIONS: Readonly<Record<string, [ModerationDecision, string]>> = {
  "Small Shoes, 3": ["flag", "Names another child and their class. First ask for a first name only?"],
  "Third Floor, No Lift, 2": [
    "reject",
    "The photo shows a letter from a bank with a name on it. With another photo this week can be printed.",
  ],
};
/** Approved first, and hidden later on the request of a person named in it. */
const HIDDEN_LATER = ["Small Shoes, 5", "A teacher has asked not to be named in a printed book."] as const;
/** Newer weeks wait for their review. */
const REVIEWED_UNTIL_DAYS_AGO = 8;

/** Every third day a moderator reviews the new weeks, except those flagged automatically. */
export function planReviews(plan: Plan): void {
  for (let daysAgo = 50; daysAgo >= REVIEWED_UNTIL_DAYS_AGO; daysAgo -= 3) {
    plan.on(daysAgo, (at) => reviewAll(plan, at), "11:00");
  }
  const [week, note] = HIDDEN_LATER;
  plan.on(6, (at) => {
    const entry = waitingEntries("APPROVED", at).find((one) => one.name === week);
    if (entry) decide(entry.id, ["hide", note], plan.staffIds.sunil, at);
  });
}

async function reviewAll({ years, staffIds, now }: Plan, at: Date): Promise<void> {
  const daysAgo = (now.getTime() - at.getTime()) / DAY_MS;
  for (const { written, story } of years.values()) {
    // No first week is written earlier.
    if (story.joinedDaysAgo - daysAgo > 5) await written;
  }
  for (const { id, name } of waitingEntries("PENDING", at)) {
    decide(id, DECISIONS[name] ?? ["approve", ""], staffIds.sunil, at);
  }
}

const TITLES = BEGUN.map(({ title }) => title);

function waitingEntries(moderation: "PENDING" | "APPROVED", at: Date): { id: string; name: string }[] {
  return db
    .select({ id: entries.id, week: entries.week, title: loops.title })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(and(eq(entries.moderation, moderation), inArray(loops.title, TITLES), lte(entries.updatedAt, at)))
    .orderBy(entries.createdAt)
    .all()
    .map(({ id, week, title }) => ({ id, name: `${title}, ${week}` }));
}

export function decide(
  entryId: string,
  [judgement, notes]: [ModerationDecision, string],
  staffId: string,
  at: Date,
): void {
  must(openEntry(entryId, { staffId, reason: "Read before it is printed" }, at), "Opening a week");
  const entry = db.select().from(entries).where(eq(entries.id, entryId)).get();
  if (!entry) throw new Error("A week has gone.");
  must(decideEntry(entryId, { judgement, notes, seen: seenRevision(entry) }, staffId, at), "A decision");
}
