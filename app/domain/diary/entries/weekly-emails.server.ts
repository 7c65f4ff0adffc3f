import { and, asc, eq, getTableColumns, lt, lte, type SQL } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { accounts, entries, loops } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { sealEntryText, sealForReader } from "~/domain/kernel/sealing/sealed-text.server";
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
import { dueLastEmails, dueWeeklyEmails, type EmailLoop, emailTimeOf, LAST_EMAIL, memoryFor } from "./weekly-emails";

/** Queues the weekly emails that are due, and stores when they are sent. */

/** The number of emails per run, which keeps a run short; the next run continues. */
const EMAILS_PER_RUN = 200;

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

const withOwners = (which: SQL | undefined) =>
  db
    .select({ ...getTableColumns(loops), owner })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(which);

function loopsWithOwners(which: SQL | undefined) {
  return withOwners(which).all();
}

/** The data that decide when this loop's owner gets emails; undefined when the loop is not this account's. */
export function emailLoopOf(accountId: string, loopId: string): EmailLoop | undefined {
  const loop = findOwnLoop(accountId, loopId);
  return loop && { ...loop, writtenWeeks: writtenWeeks(loopId).map(({ week }) => week) };
}

const findOwnLoop = prepareGet((accountId: string, loopId: string) =>
  withOwners(and(eq(loops.id, loopId), eq(loops.accountId, accountId))),
);

/**
 * Queues the weekly emails that are due, one per loop and week; a week that is already written gets none. Returns how
 * many were queued.
 */
export function queueDueWeeklyEmails(now: Date): number {
  const active = loopsWithOwners(and(eq(loops.status, "ACTIVE"), lt(loops.emailWeek, WEEKS), IS_NOT_CANCELLED));
  const due = dueWeeklyEmails(active, now).slice(0, EMAILS_PER_RUN);
  return due.filter(({ loopId }) => queueWeeklyEmail(loopId, now)).length;
}

function queueWeeklyEmail(loopId: string, now: Date): boolean {
  return write((tx): boolean => {
    const [loop] = loopsWithOwners(and(eq(loops.id, loopId), IS_NOT_CANCELLED));
    const [due] = loop ? dueWeeklyEmails([loop], now) : [];
    if (!loop || !due) return false;
    tx.update(loops).set({ emailWeek: due.week }).where(eq(loops.id, loopId)).run();
    const message = emailOf(tx, loop, due.week, now);
    return message !== null && queueOne(tx, loop, due.week, message, now);
  });
}

/** Queues one last email per loop whose year is over but not signed off: the book is waiting for its owner. */
export function queueDueLastEmails(now: Date): number {
  const active = loopsWithOwners(and(eq(loops.status, "ACTIVE"), lte(loops.emailWeek, WEEKS), IS_NOT_CANCELLED));
  const due = dueLastEmails(active, now).slice(0, EMAILS_PER_RUN);
  return due.filter(({ loopId }) => queueLastEmail(loopId, now)).length;
}

function queueLastEmail(loopId: string, now: Date): boolean {
  return write((tx): boolean => {
    const [loop] = loopsWithOwners(and(eq(loops.id, loopId), IS_NOT_CANCELLED));
    if (!loop || dueLastEmails([loop], now).length === 0) return false;
    tx.update(loops).set({ emailWeek: LAST_EMAIL }).where(eq(loops.id, loopId)).run();
    const written = writtenWeeksOf(tx, loopId);
    const unfinished = unfinishedOf(loop, WEEKS + 1);
    // A loop in which nothing was begun has no book to look at.
    if (written.length + unfinished.begun.length === 0) return false;
    const data = dataOf(loop, written, WEEKS);
    const message = lastEmail({
      ...data,
      written: written.length,
      proofUrl: addressOf(`/proof/${loopId}`),
      unfinished,
      openStitches: openStitchesOf(loop, weekStates(data.stitched, WEEKS, true), unfinished),
    });
    return queueOne(tx, loop, LAST_EMAIL, message, now);
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
