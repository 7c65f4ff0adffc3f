import { and, asc, count, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { columns, isIn, memoize, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, entries, loops, MODERATION_STATUSES, staff } from "#db/schema";
import { loopTypesNamed } from "~/domain/diary/catalogue/catalogue";
import type { ModerationState } from "~/domain/diary/loops/printed-weeks";
import { accountsBeginning, choice } from "~/domain/people/staff/list-filters.server";
import { list } from "~/domain/people/staff/lists.server";
import { averageReviewHours, decisionsSince } from "./review.server";
import { PRIORITY_QUEUE } from "./rules";

/**
 * Entries that await or had a decision. A line shows whose week it is and its state, none of its text: those are seen
 * only after opening it for a reason.
 */

/** A search by name, kind of year or week reads this many of the newest entries; email addresses are searched in all. */
export const ENTRIES_SEARCHED = 2000;
const MOST_ACCOUNTS_FOUND = 200;

const LINE = {
  id: entries.id,
  week: entries.week,
  status: entries.moderation,
  flagReason: entries.flagReason,
  handedInAt: entries.updatedAt,
  reviewedAt: entries.reviewedAt,
  lockedUntil: entries.lockedUntil,
  lockedBy: entries.lockedByStaffId,
  reviewedBy: staff.name,
  theme: loops.theme,
  type: loops.type,
  loopStatus: loops.status,
  ...columns(accounts, "firstName", "lastName", "email"),
};

const lines = () =>
  db
    .select(LINE)
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .leftJoin(staff, eq(staff.id, entries.reviewedByStaffId));

export type EntryLine = ReturnType<ReturnType<typeof lines>["all"]>[number];

/** The lines of these entries, the newest first. */
export const entryLines = prepareAll((ids: readonly string[]) =>
  lines().where(isIn(entries.id, ids)).orderBy(desc(entries.createdAt)),
);

type Status = ModerationState | "all";

/** Entries, usually the newest first. */
export const ENTRY_LIST = list(entries, {
  name: "moderation",
  permission: "entries.queue",
  id: entries.id,
  // The owner's name, the theme or type of the year, the week, or the beginning of the owner's email.
  search: (words, { status }) => inArray(entries.id, [...new Set([...idsByEmail(words), ...idsByList(words, status)])]),
  filters: { status: choice(["all", ...MODERATION_STATUSES], statusIs) },
  sorts: { submitted: entries.createdAt },
  usual: "-submitted",
  lines,
});

/** What still awaits a decision is of a year that goes on. */
function statusIs(status: Status): SQL | undefined {
  if (status === "all") return undefined;
  const at = eq(entries.moderation, status);
  return status === "PENDING" || status === "FLAGGED" ? and(at, IS_OF_LIVING_YEAR) : at;
}

function idsByEmail(search: string): string[] {
  const owners = accountsBeginning(search).limit(MOST_ACCOUNTS_FOUND);
  return db
    .select({ id: entries.id })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(inArray(loops.accountId, owners))
    .all()
    .map(({ id }) => id);
}

/** By the owner’s name, the kind of year or its week: never by what somebody wrote, which a search could spell out. */
function idsByList(search: string, status: Status): string[] {
  const newest = db
    .select({ id: entries.id, loopId: entries.loopId, week: entries.week })
    .from(entries)
    .where(statusIs(status))
    .orderBy(desc(entries.createdAt))
    .limit(ENTRIES_SEARCHED)
    .as("newest");
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const name = sql`${accounts.firstName} || ' ' || ${accounts.lastName}`;
  const [, week] = /^(?:week )?(\d{1,2})$/i.exec(search) ?? [];
  return db
    .select({ id: newest.id })
    .from(newest)
    .innerJoin(loops, eq(loops.id, newest.loopId))
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(
      or(
        sql`${name} LIKE ${pattern} ESCAPE '\\'`,
        inArray(
          sql`${loops.theme} || '/' || ${loops.type}`,
          loopTypesNamed(search).map(({ themeId, key }) => `${themeId}/${key}`),
        ),
        week === undefined ? undefined : eq(newest.week, Number(week)),
      ),
    )
    .all()
    .map(({ id }) => id);
}

const firstOf = (where: SQL | undefined) => lines().where(where).orderBy(asc(entries.createdAt)).limit(PRIORITY_QUEUE);

/** Of the years that go to print, so many are looked through, those that are delivered first. */
const YEARS_SEARCHED = 1_000;

const completed = db
  .select({ id: loops.id })
  .from(loops)
  .where(
    sql`${loops.status} = 'COMPLETED' AND NOT EXISTS (SELECT 1 FROM loop_credits AS gone INDEXED BY loop_credits_gone WHERE gone.loop_id = loops.id AND gone.cancelled_at IS NOT NULL)`,
  )
  .orderBy(asc(loops.deliveryDay))
  .limit(YEARS_SEARCHED);
const isOfPrint = and(sql`${entries.moderation} = 'PENDING'`, inArray(entries.loopId, completed));
/** Read before what is shown of each, so that a thousand years are not joined with their owners. */
const toPrint = sql`(SELECT ${entries.id} FROM ${entries} INDEXED BY entries_pending WHERE ${isOfPrint}
  ORDER BY ${entries.createdAt} LIMIT ${PRIORITY_QUEUE})`;

const PRIORITIES = [
  prepareAll(() => firstOf(statusIs("FLAGGED"))),
  prepareAll(() => firstOf(sql`${entries.id} IN ${toPrint}`)),
  prepareAll(() => firstOf(statusIs("PENDING"))),
];

/** What to review first: flagged entries, then weeks of years that go to print, then the oldest. */
export function priorityQueue(): EntryLine[] {
  const queue = new Map<string, EntryLine>();
  for (const read of PRIORITIES) {
    if (queue.size >= PRIORITY_QUEUE) break;
    for (const line of read()) queue.set(line.id, line);
  }
  return [...queue.values()].slice(0, PRIORITY_QUEUE);
}

const FURTHEST_PLACE = 1000;

/** An entry's place in the queue, flagged first, then the oldest; null for an entry that awaits no decision. */
export function placeInQueue(entryId: string, now: Date) {
  const entry = findStatus(entryId);
  if (entry?.status !== "FLAGGED" && entry?.status !== "PENDING") return null;
  const { status, at } = entry;
  const isFlagged = status === "FLAGGED";
  const queue = queueOf(status);
  const other = queueOf(isFlagged ? "PENDING" : "FLAGGED");
  const previous = queue.findPrevious(at, entryId) ?? (isFlagged ? undefined : other.findNewest());
  const next = queue.findNext(at, entryId) ?? (isFlagged ? other.findOldest() : undefined);
  const ahead = queue.countAhead(at, entryId)?.found ?? 0;
  const flagged = ENTRY_LIST.count({ status: "FLAGGED" }, now);
  return {
    /** Counted from 1; null beyond the first thousand. */
    place: ahead < FURTHEST_PLACE ? ahead + (isFlagged ? 0 : flagged) + 1 : null,
    total: flagged + ENTRY_LIST.count({ status: "PENDING" }, now),
    previousId: previous?.id ?? null,
    nextId: next?.id ?? null,
  };
}

/** The queries of those that wait in this state, around one of them. */
const queueOf = memoize((status: "FLAGGED" | "PENDING") => {
  const ids = (where: SQL | undefined) => db.select({ id: entries.id }).from(entries).where(where);
  const first = (where: SQL | undefined, order: typeof asc) =>
    ids(where).orderBy(order(entries.createdAt), order(entries.id)).limit(1);
  const beyond = (isBeyond: typeof lt, at: Date, id: string) => {
    const sameMoment = and(eq(entries.createdAt, at), isBeyond(entries.id, id));
    return and(statusIs(status), or(isBeyond(entries.createdAt, at), sameMoment));
  };
  return {
    findPrevious: prepareGet((at: Date, id: string) => first(beyond(lt, at, id), desc)),
    findNext: prepareGet((at: Date, id: string) => first(beyond(gt, at, id), asc)),
    findNewest: prepareGet(() => first(statusIs(status), desc)),
    findOldest: prepareGet(() => first(statusIs(status), asc)),
    countAhead: prepareGet((at: Date, id: string) =>
      db.select({ found: count() }).from(
        ids(beyond(lt, at, id))
          .limit(FURTHEST_PLACE)
          .as("passed"),
      ),
    ),
  };
});

export type QueuePlace = NonNullable<ReturnType<typeof placeInQueue>>;

const findStatus = prepareGet((entryId: string) =>
  db.select({ status: entries.moderation, at: entries.createdAt }).from(entries).where(eq(entries.id, entryId)),
);

/** @param today the last instant before the day in London */
export function moderationFigures(today: Date, now: Date) {
  const decided = decisionsSince(today);
  return {
    totalEntries: ENTRY_LIST.count({ status: "all" }, now),
    pendingReview: ENTRY_LIST.count({ status: "PENDING" }, now),
    flaggedContent: ENTRY_LIST.count({ status: "FLAGGED" }, now),
    approvedToday: decided.approve,
    rejectedToday: decided.reject,
    /** Hours from finishing a week to its decision, averaged over the last five hundred; null without a decision. */
    averageReviewHours: averageReviewHours(),
  };
}
