import { setTimeout } from "node:timers/promises";
import { and, asc, eq, getTableColumns, lte, type SQL } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { isOfDatabase } from "#db/errors";
import { prepareGet } from "#db/queries.server";
import { accounts, entries, loops } from "#db/schema";
import { messageOf } from "~/adapters/log/log.server";
import { settings } from "~/adapters/settings.server";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { sealEntryText, sealForReader } from "~/domain/kernel/sealing/sealed-text.server";
import { HOUR_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords } from "~/domain/mail/layout/email-words";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { findLoopType } from "../catalogue/catalogue";
import { describeStitching } from "../catalogue/picture-words";
import { IS_NOT_CANCELLED } from "../loops/cancelled-loops.server";
import { IS_FINISHED } from "../loops/finished-weeks.server";
import type { WeeklyEmailChoice } from "../loops/forms";
import { writtenWeeks } from "../loops/loops.server";
import type { BookWeekState } from "../loops/printed-weeks";
import { undecidedWeeksOf } from "../loops/printed-weeks.server";
import { recogniseQuestion } from "../loops/questions.server";
import { lastEmail, type UnfinishedWeeks, weeklyEmail } from "../loops/weekly-email";
import { pictureLink, weekLink } from "../loops/weekly-email-links.server";
import { WEEKS, type WeekState, weekStates } from "../rules/calendar";
import { openWeek } from "./entries.server";
import {
  dueLastEmails,
  dueWeeklyEmails,
  type EmailLoop,
  emailTimeOf,
  LAST_EMAIL,
  memoryFor,
  nextLookAt,
} from "./weekly-emails";

/** Queues the weekly emails that are due, and stores when they are sent. */

/**
 * How long one slice holds the database and the processor at most, less the last email in it; and how long others have between
 * two. Some thirty emails a second: an evening of 50,000 is composed within the half hour over which its usual hour is spread.
 */
const SLICE_MS = 5;
const PAUSE_MS = 60;
const RUN_MS = 5 * SECOND_MS;

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
type AddressedLoop = NonNullable<ReturnType<typeof findActiveLoop>>;

const withOwners = (which: SQL | undefined) =>
  db
    .select({ ...getTableColumns(loops), owner })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(which);

/** The data that decide when this loop's owner gets emails; undefined when the loop is not this account's. */
export function emailLoopOf(accountId: string, loopId: string): EmailLoop | undefined {
  const loop = findOwnLoop(accountId, loopId);
  return loop && { ...loop, writtenWeeks: writtenWeeks(loopId).map(({ week }) => week) };
}

const findOwnLoop = prepareGet((accountId: string, loopId: string) =>
  withOwners(and(eq(loops.id, loopId), eq(loops.accountId, accountId))),
);

/**
 * Queues the weekly emails that are due, one per loop and week, and one last email per loop whose year is over; a week that
 * is already written gets none. They are composed in slices, so that neither this process nor others that write wait for
 * long, and for some seconds only: the next run goes on, and a worker that is told to stop soon can. Returns how many were
 * queued.
 */
export async function queueDueWeeklyEmails(now: Date, runMs = RUN_MS): Promise<number> {
  const until = performance.now() + runMs;
  let queued = 0;
  while (findDueLoop(now) && performance.now() < until) {
    queued += write((tx) => composeSlice(tx, now));
    await setTimeout(PAUSE_MS);
  }
  return queued;
}

function composeSlice(tx: Transaction, now: Date): number {
  const until = performance.now() + SLICE_MS;
  let queued = 0;
  for (let due = findDueLoop(now); due && performance.now() < until; due = findDueLoop(now))
    queued += lookAt(tx, due.id, now) ? 1 : 0;
  return queued;
}

/** The loop that was to be looked at first. */
const findDueLoop = prepareGet((now: Date) =>
  db.select({ id: loops.id }).from(loops).where(lte(loops.nextEmailAt, now)).orderBy(loops.nextEmailAt).limit(1),
);

/**
 * Queues what is due of one loop. One that can't be composed is put off, so that nobody else's is delayed, and staff hear of
 * it. @throws what the database throws, which is no fault of the loop.
 */
function lookAt(tx: Transaction, loopId: string, now: Date): boolean {
  try {
    return tx.transaction((savepoint) => queueEmailsOf(savepoint, loopId, now));
  } catch (error) {
    if (isOfDatabase(error)) throw error;
    const message = `The weekly email of year ${loopId} can’t be written: ${messageOf(error).slice(0, 200)}`;
    const about = { objectType: "loop", objectId: loopId, message, dedupeKey: "weekly-email-not-written" };
    raiseAlarm(tx, { kind: "weekly_email_not_written", ...about }, now);
    changeEmails(tx, loopId, { nextEmailAt: new Date(now.getTime() + HOUR_MS) });
    return false;
  }
}

function queueEmailsOf(tx: Transaction, loopId: string, now: Date): boolean {
  const loop = findActiveLoop(loopId);
  if (!loop) {
    changeEmails(tx, loopId, { nextEmailAt: null });
    return false;
  }
  const [due] = dueWeeklyEmails([loop], now);
  const emailWeek = dueLastEmails([loop], now).length > 0 ? LAST_EMAIL : (due?.week ?? loop.emailWeek);
  changeEmails(tx, loopId, { emailWeek, nextEmailAt: nextLookAt({ ...loop, emailWeek }, now) });
  if (emailWeek === loop.emailWeek) return false;
  const message = emailWeek === LAST_EMAIL ? lastEmailOf(tx, loop) : emailOf(tx, loop, emailWeek, now);
  return message !== null && queueOne(tx, loop, emailWeek, message, now);
}

function changeEmails(tx: Transaction, loopId: string, change: { emailWeek?: number; nextEmailAt: Date | null }): void {
  tx.update(loops).set(change).where(eq(loops.id, loopId)).run();
}

const findActiveLoop = prepareGet((loopId: string) =>
  withOwners(and(eq(loops.id, loopId), eq(loops.status, "ACTIVE"), IS_NOT_CANCELLED)),
);

/** Of a year that is over but not signed off: the book is waiting for its owner. */
function lastEmailOf(reader: Reader, loop: AddressedLoop): Email | null {
  const written = writtenWeeksOf(reader, loop.id);
  const unfinished = unfinishedOf(loop, WEEKS + 1);
  // A loop in which nothing was begun has no book to look at.
  if (written.length + unfinished.begun.length === 0) return null;
  const data = dataOf(loop, written, WEEKS);
  return lastEmail({
    ...data,
    written: written.length,
    proofUrl: addressOf(`/proof/${loop.id}`),
    unfinished,
    openStitches: openStitchesOf(loop, weekStates(data.stitched, WEEKS, true), unfinished),
  });
}

function queueOne(tx: Transaction, loop: AddressedLoop, week: number, message: Email, now: Date): boolean {
  const { firstName, lastName, email } = loop.owner;
  const written = queueEmail(tx, {
    accountId: loop.accountId,
    to: { name: `${firstName} ${lastName}`, email },
    dedupeKey: `weekly:${loop.id}:${week}`,
    message,
    now,
  });
  return written !== null;
}

const addressOf = (path: string) => new URL(path, settings.publicOrigin).href;
/** Encrypts a personal link for its place in a queued email. */
const privateLink = (path: string) => sealForReader("link", addressOf(path));
const stitchOf = (loopId: string, week: number) => ({ week, url: privateLink(weekLink(loopId, week)) });

function writtenWeeksOf(reader: Reader, loopId: string) {
  return reader
    .select({
      id: entries.id,
      week: entries.week,
      highlight: entries.highlight,
      content: entries.content,
    })
    .from(entries)
    .where(and(eq(entries.loopId, loopId), IS_FINISHED))
    .orderBy(asc(entries.week))
    .all();
}

/** The data that every email about a loop contains, with the current picture and the needle at this week. */
function dataOf(loop: AddressedLoop, written: readonly { week: number }[], week: number) {
  const theme = findLoopType(loop.theme, loop.type)?.themeId ?? "classic";
  const stitched: ReadonlySet<number> = new Set(written.map((entry) => entry.week));
  return {
    firstName: loop.owner.firstName,
    loopTitle: loop.title ?? "",
    hour: emailTimeOf(loop).hour,
    picture: {
      url: privateLink(pictureLink(theme, stitched, week)),
      alt: describeStitching(theme, stitched),
    },
    settingsUrl: addressOf(`/loop-settings/${loop.id}`),
    theme,
    stitched,
  };
}

function emailOf(reader: Reader, loop: AddressedLoop, week: number, now: Date): Email | null {
  const written = writtenWeeksOf(reader, loop.id);
  const data = dataOf(loop, written, week);
  const opened = openWeek(loop.accountId, loop.id, week, now);
  if (data.stitched.has(week) || !opened.ok) return null;
  const { prompt } = opened.writing;
  const { isOwn } = recogniseQuestion(loop, prompt);
  const unfinished = week < NAMES_UNFINISHED_FROM ? NONE_UNFINISHED : unfinishedOf(loop, week);
  return weeklyEmail({
    ...data,
    week,
    prompt,
    keepPrompt: (words) => (isOwn ? sealForReader("question", words) : words),
    weekUrl: privateLink(weekLink(loop.id, week)),
    unfinished,
    openStitches: openStitchesOf(loop, weekStates(data.stitched, week, false), unfinished),
    memory: sealedMemory(week, written),
  });
}

/** From here on an email names the weeks that are begun: a month in which to finish them. */
const NAMES_UNFINISHED_FROM = WEEKS - 3;
const NONE_UNFINISHED: UnfinishedWeeks = { begun: [], changed: [], printsDrafts: false };

/** The weeks before this one that await their owner's decision. */
function unfinishedOf(loop: AddressedLoop, before: number): UnfinishedWeeks {
  const weeks = undecidedWeeksOf(loop).filter(({ week }) => week < before);
  const inState = (state: BookWeekState) =>
    weeks.filter((one) => one.state === state).map(({ week }) => stitchOf(loop.id, week));
  return { begun: inState("unfinished"), changed: inState("changed"), printsDrafts: loop.printsDrafts };
}

/** The weeks with nothing in them; those that are begun have a sentence of their own. */
function openStitchesOf(loop: AddressedLoop, states: readonly WeekState[], { begun }: UnfinishedWeeks) {
  return states.flatMap((state, index) =>
    state === "missing" && begun.every(({ week }) => week !== index + 1) ? [stitchOf(loop.id, index + 1)] : [],
  );
}

/** A line from an earlier week, encrypted, because more people can read queued emails than the year itself. */
function sealedMemory(week: number, written: ReturnType<typeof writtenWeeksOf>) {
  const memory = memoryFor(week, written);
  const entry = written.find((one) => one.week === memory?.week);
  return memory && entry ? { week: memory.week, words: sealEntryText(entry.id, asPlainWords(memory.words)) } : null;
}

/**
 * Saves whether and when a loop's weekly email is sent. Emails that were due under the previous choice are not sent.
 */
export function chooseEmails(
  accountId: string,
  loopId: string,
  { wanted, day, hour }: WeeklyEmailChoice,
  now: Date,
): { ok: true } | { ok: false; reason: "not_found" } {
  const changed = db
    .update(loops)
    .set({
      emailDay: day,
      emailHour: hour,
      emailsSince: now,
      updatedAt: now,
      emailsPausedAt: wanted ? null : now,
    })
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId)))
    .run();
  return changed.changes === 1 ? { ok: true } : { ok: false, reason: "not_found" };
}
