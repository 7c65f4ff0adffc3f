import { and, asc, count, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { beginsWith, countingRows, countRows, isIn, memoize, pageOf, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, entries, loops, staff } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import { loopTypesNamed } from "~/domain/diary/catalogue/catalogue";
import type { ModerationState } from "~/domain/diary/loops/printed-weeks";
import { cachedCount } from "~/domain/kernel/limits/large-counts.server";
import { averageReviewHours, decisionsSince } from "./review.server";
import { PRIORITY_QUEUE } from "./rules";

/**
 * Entries that await or had a decision. A line shows whose week it is and its state, none of its text: those are seen
 * only after opening it for a reason.
 */

export const ENTRIES_A_PAGE = 25;
/** A search by name, kind of year or week reads this many of the newest entries; email addresses are searched in all. */
export const ENTRIES_SEARCHED = 2000;
const MOST_ACCOUNTS_FOUND = 200;

export interface EntryQuery {
  /** The owner's name, the theme or type of the year, the week, or the beginning of the owner's email. */
  search: string;
  status: ModerationState | "all";
  sort?: EntrySort;
}

export const ENTRY_SORTS = sortsOf({ submitted: entries.createdAt }, { usual: "-submitted", id: entries.id });
type EntrySort = SortOf<typeof ENTRY_SORTS>;

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
  firstName: accounts.firstName,
  lastName: accounts.lastName,
  email: accounts.email,
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

/** One page of entries, usually the newest first, and how many there are in all. */
export function listEntries(question: EntryQuery, page: number, now: Date): { rows: EntryLine[]; total: number } {
  const where = and(statusIs(question.status), isFound(question));
  const { sort = "" } = question;
  if (question.search === "") {
    const rows = listEntriesWith(question.status, sort)(ENTRIES_A_PAGE, (page - 1) * ENTRIES_A_PAGE);
    return { rows, total: howMany(question.status, now) };
  }
  const found = lines()
    .where(where)
    .orderBy(...ENTRY_SORTS.orderBy(sort, true));
  const rows = pageOf(found, page, ENTRIES_A_PAGE);
  return { rows, total: countRows(entries, where) };
}

const listEntriesWith = memoize((status: EntryQuery["status"], sort: EntrySort) =>
  prepareAll((limit: number, offset: number) =>
    lines()
      .where(statusIs(status))
      .orderBy(...ENTRY_SORTS.orderBy(sort))
      .limit(limit)
      .offset(offset),
  ),
);

function howMany(status: EntryQuery["status"], now: Date): number {
  return cachedCount(`entries ${status}`, now, () => countEntriesWith(status)()?.found ?? 0);
}

const countEntriesWith = memoize((status: EntryQuery["status"]) =>
  prepareGet(() => countingRows(entries, statusIs(status))),
);

/** What still awaits a decision is of a year that goes on. */
function statusIs(status: EntryQuery["status"]): SQL | undefined {
  if (status === "all") return undefined;
  const at = eq(entries.moderation, status);
  return status === "PENDING" || status === "FLAGGED" ? and(at, IS_OF_LIVING_YEAR) : at;
}

function isFound({ search, status }: EntryQuery): SQL | undefined {
  if (search === "") return undefined;
  return inArray(entries.id, [...new Set([...idsByEmail(search), ...idsByList(search, status)])]);
}

function idsByEmail(search: string): string[] {
  const begins = search.toLowerCase();
  const address = sql`lower(${accounts.email})`;
  const owners = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(beginsWith(address, begins))
    .limit(MOST_ACCOUNTS_FOUND);
  return db
    .select({ id: entries.id })
    .from(entries)
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .where(inArray(loops.accountId, owners))
    .all()
    .map(({ id }) => id);
}

/** By the owner’s name, the kind of year or its week: never by what somebody wrote, which a search could spell out. */
function idsByList(search: string, status: EntryQuery["status"]): string[] {
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

const completed = db.select({ id: loops.id }).from(loops).where(eq(loops.status, "COMPLETED"));
const isPending = eq(entries.moderation, "PENDING");

const PRIORITIES = [
  prepareAll(() => firstOf(statusIs("FLAGGED"))),
  prepareAll(() => firstOf(and(inArray(entries.loopId, completed), sql`+${isPending}`, IS_OF_LIVING_YEAR))),
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

export interface QueuePlace {
  /** Counted from 1; null beyond the first thousand. */
  place: number | null;
  total: number;
  previousId: string | null;
  nextId: string | null;
}

const FURTHEST_PLACE = 1000;

/** An entry's place in the queue, flagged first, then the oldest; null for an entry that awaits no decision. */
export function placeInQueue(entryId: string, now: Date): QueuePlace | null {
  const entry = findStatus(entryId);
  if (entry?.status !== "FLAGGED" && entry?.status !== "PENDING") return null;
  const { status, at } = entry;
  const here = statusIs(status);
  const sameMoment = eq(entries.createdAt, at);
  const before = and(here, or(lt(entries.createdAt, at), and(sameMoment, lt(entries.id, entryId))));
  const after = and(here, or(gt(entries.createdAt, at), and(sameMoment, gt(entries.id, entryId))));
  const first = (where: SQL | undefined, order: typeof asc) =>
    db
      .select({ id: entries.id })
      .from(entries)
      .where(where)
      .orderBy(order(entries.createdAt), order(entries.id))
      .limit(1)
      .get()?.id ?? null;
  const isFlagged = status === "FLAGGED";
  const passed = db.select({ id: entries.id }).from(entries).where(before).limit(FURTHEST_PLACE).as("passed");
  const ahead = db.select({ found: count() }).from(passed).get()?.found ?? 0;
  const flagged = howMany("FLAGGED", now);
  const place = ahead + (isFlagged ? 0 : flagged) + 1;
  return {
    place: ahead < FURTHEST_PLACE ? place : null,
    total: flagged + howMany("PENDING", now),
    previousId: first(before, desc) ?? (isFlagged ? null : first(statusIs("FLAGGED"), desc)),
    nextId: first(after, asc) ?? (isFlagged ? first(statusIs("PENDING"), asc) : null),
  };
}

const findStatus = prepareGet((entryId: string) =>
  db.select({ status: entries.moderation, at: entries.createdAt }).from(entries).where(eq(entries.id, entryId)),
);

export interface ModerationFigures {
  totalEntries: number;
  pendingReview: number;
  flaggedContent: number;
  approvedToday: number;
  rejectedToday: number;
  /** Hours from finishing a week to its decision, averaged over the last five hundred; null without a decision. */
  averageReviewHours: number | null;
}

/** @param today the last instant before the day in London */
export function moderationFigures(today: Date, now: Date): ModerationFigures {
  const decided = decisionsSince(today);
  return {
    totalEntries: howMany("all", now),
    pendingReview: howMany("PENDING", now),
    flaggedContent: howMany("FLAGGED", now),
    approvedToday: decided.approve,
    rejectedToday: decided.reject,
    averageReviewHours: averageReviewHours(),
  };
}
