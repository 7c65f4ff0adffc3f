import { and, asc, eq, getTableColumns, lt, type SQL } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { accounts, entries, loops } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { findLoopType } from "../catalogue/catalogue";
import { describeStitching } from "../catalogue/picture-words";
import { writeLetter } from "../notifications/outbox.server";
import { weeklyLetter } from "../notifications/weekly-letter";
import { WEEKS, weekStates } from "./calendar";
import { openWeek } from "./entries.server";
import { pictureLink, weekLink } from "./letter-links.server";
import {
  dueWeeklyLetters,
  type LetterLoop,
  type LetterTime,
  letterTimeOf,
  memoryFor,
} from "./weekly-letters";

/** Writing the weekly letters that are due, and when they come. */

/** A run writes so many, so that it is short; the next goes on. */
const LETTERS_PER_RUN = 200;

const owner = {
  status: accounts.status,
  isTest: accounts.isTest,
  notifyByEmail: accounts.notifyByEmail,
  emailVerifiedAt: accounts.emailVerifiedAt,
  deletionDueAt: accounts.deletionDueAt,
  firstName: accounts.firstName,
  lastName: accounts.lastName,
  email: accounts.email,
};

type Reader = Pick<Transaction, "select">;
type AddressedLoop = ReturnType<typeof loopsWithOwners>[number];

function loopsWithOwners(reader: Reader, which: SQL | undefined) {
  return reader
    .select({ ...getTableColumns(loops), owner })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(which)
    .all();
}

/** What decides when a loop of this account is written to; undefined where it is not theirs. */
export function letterLoopOf(accountId: string, loopId: string): LetterLoop | undefined {
  return loopsWithOwners(db, and(eq(loops.id, loopId), eq(loops.accountId, accountId)))[0];
}

/**
 * Writes the weekly letters that are due, each once for its loop and week. A week that is written already is not
 * asked about. Gives how many were written.
 */
export function writeDueWeeklyLetters(now: Date): number {
  const active = loopsWithOwners(db, and(eq(loops.status, "ACTIVE"), lt(loops.letterWeek, WEEKS)));
  const due = dueWeeklyLetters(active, now).slice(0, LETTERS_PER_RUN);
  return due.filter(({ loopId }) => writeOne(loopId, now)).length;
}

function writeOne(loopId: string, now: Date): boolean {
  return db.transaction(
    (tx): boolean => {
      const [loop] = loopsWithOwners(tx, eq(loops.id, loopId));
      const [due] = loop ? dueWeeklyLetters([loop], now) : [];
      if (!loop || !due) return false;
      tx.update(loops).set({ letterWeek: due.week }).where(eq(loops.id, loopId)).run();
      const letter = letterOf(tx, loop, due.week, now);
      if (!letter) return false;
      const { firstName, lastName, email } = loop.owner;
      const written = writeLetter(tx, {
        kind: "weekly",
        accountId: loop.accountId,
        to: { name: `${firstName} ${lastName}`, email },
        occasionKey: `weekly:${loopId}:${due.week}`,
        letter,
        now,
      });
      return written !== null;
    },
    { behavior: "immediate" },
  );
}

function letterOf(reader: Reader, loop: AddressedLoop, week: number, now: Date) {
  const written = reader
    .select({ week: entries.week, highlight: entries.highlight, content: entries.content })
    .from(entries)
    .where(eq(entries.loopId, loop.id))
    .orderBy(asc(entries.week))
    .all();
  const stitched = new Set(written.map((entry) => entry.week));
  const opened = openWeek(loop.accountId, loop.id, week, now);
  if (stitched.has(week) || !opened.ok) return null;
  const theme = findLoopType(loop.theme, loop.type)?.themeId ?? "classic";
  const address = (path: string) => new URL(path, settings.publicOrigin).href;
  const missing = weekStates(stitched, week, false).flatMap((state, index) =>
    state === "missing" ? [index + 1] : [],
  );
  return weeklyLetter({
    firstName: loop.owner.firstName,
    loopTitle: loop.title ?? "",
    week,
    prompt: opened.writing.prompt,
    hour: letterTimeOf(loop).hour,
    picture: {
      url: address(pictureLink(theme, stitched, week)),
      alt: describeStitching(theme, stitched),
    },
    weekUrl: address(weekLink(loop.id, week)),
    openStitches: missing.map((open) => ({ week: open, url: address(weekLink(loop.id, open)) })),
    memory: memoryFor(week, written),
    settingsUrl: address(`/loop-settings/${loop.id}`),
    theme,
  });
}

export interface LetterWish extends LetterTime {
  wanted: boolean;
}

/** Keeps whether and when a loop's weekly letter comes. What was due under the old choice is not sent any more. */
export function chooseLetters(
  accountId: string,
  loopId: string,
  { wanted, day, hour }: LetterWish,
  now: Date,
): { ok: true } | { ok: false; reason: "not_found" } {
  const changed = db
    .update(loops)
    .set({
      ...{ letterDay: day, letterHour: hour, lettersSince: now, updatedAt: now },
      lettersPausedAt: wanted ? null : now,
    })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId)))
    .run();
  return changed.changes === 1 ? { ok: true } : { ok: false, reason: "not_found" };
}
