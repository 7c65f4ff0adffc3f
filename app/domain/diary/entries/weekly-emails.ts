import { beginningOf } from "~/domain/kernel/text/segments";
import { addDays, londonDay, weekdayOf } from "~/domain/kernel/time/days";
import { MINUTE_SECONDS, SECOND_MS } from "~/domain/kernel/time/durations";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { londonHour } from "~/domain/kernel/time/instants";
import { isYearOver, pauseOn, type YearDays } from "../loops/rescheduling";
import { currentWeek, DAYS_A_WEEK, WEEKS } from "../rules/calendar";

/**
 * The rules of the weekly email. It is sent once a week at the weekday and hour its owner chose, in London time; those of
 * owners who chose none are spread over half an hour, always the same minute for one account. Only
 * the latest such moment counts, so a worker that was down for a day sends late, and one that was down for a month does
 * not send a backlog. No email is sent before the year has started, during a pause, after its end, to an owner who
 * opted out or is deleting the account, or to a test account. Once the year is over, one last email says that the book
 * is ready to look at.
 */

const SUNDAY = 0;
const USUAL_EMAIL_TIME: EmailTime = { day: SUNDAY, hour: 18 };
const SPREAD_SECONDS = 30 * MINUTE_SECONDS;

export interface EmailTime {
  /** 0 is Sunday, 6 Saturday. */
  readonly day: number;
  /** 0 to 23, on London's clock. */
  readonly hour: number;
  /** How much later than the hour, where nobody chose one. */
  readonly seconds?: number;
}

export interface EmailLoop extends YearDays {
  readonly id: string;
  readonly accountId: string;
  readonly status: string;
  readonly emailDay: number | null;
  readonly emailHour: number | null;
  readonly emailsPausedAt: Date | null;
  readonly emailsSince: Date | null;
  /** The latest week an email was queued for; LAST_EMAIL after the last one. */
  readonly emailWeek: number;
  readonly createdAt: Date;
  /** Weeks that are written, about which no email asks. */
  readonly writtenWeeks?: readonly number[];
  readonly owner: {
    readonly status: string;
    readonly isTest: boolean;
    readonly notifyByEmail: boolean;
    readonly emailVerifiedAt: Date | null;
    readonly deletionDueAt: Date | null;
  };
}

export function emailTimeOf(loop: Pick<EmailLoop, "emailDay" | "emailHour">): EmailTime {
  return {
    day: loop.emailDay ?? USUAL_EMAIL_TIME.day,
    hour: loop.emailHour ?? USUAL_EMAIL_TIME.hour,
  };
}

/** The moment of a year's emails; a chosen hour is exact. */
function momentOf(loop: Pick<EmailLoop, "emailDay" | "emailHour" | "accountId">): EmailTime {
  const isChosen = loop.emailDay !== null || loop.emailHour !== null;
  return { ...emailTimeOf(loop), seconds: isChosen ? 0 : spreadOf(loop.accountId) };
}

/** Ids are random, so any mixture of their characters is spread evenly. */
const spreadOf = (accountId: string) =>
  [...accountId].reduce((mixed, character) => (mixed * 31 + character.charCodeAt(0)) % SPREAD_SECONDS, 0);

/** The latest scheduled moment at or before `now`. */
export function lastEmailMoment(time: EmailTime, now: Date): Date {
  const moment = momentInWeekOf(time, now);
  return moment <= now ? moment : momentOn(addDays(londonDay(moment), -DAYS_A_WEEK), time);
}

/** The first scheduled moment after `now`. */
export function nextEmailMoment(time: EmailTime, now: Date): Date {
  const moment = momentInWeekOf(time, now);
  return moment > now ? moment : momentOn(addDays(londonDay(moment), DAYS_A_WEEK), time);
}

/** The email's weekday is today or up to six days ago. */
function momentInWeekOf(time: EmailTime, now: Date): Date {
  const today = londonDay(now);
  return momentOn(addDays(today, -((weekdayOf(today) - time.day + DAYS_A_WEEK) % DAYS_A_WEEK)), time);
}

const momentOn = (day: string, { hour, seconds = 0 }: EmailTime) =>
  new Date(londonHour(day, hour).getTime() + seconds * SECOND_MS);

/** The loops that get an email now, each with its week. */
export function dueWeeklyEmails(loops: readonly EmailLoop[], now: Date): { loopId: string; week: number }[] {
  return loops.flatMap((loop) => {
    const week = wantsEmails(loop) ? weekOfEmail(loop, now) : null;
    return week !== null && week > loop.emailWeek ? [{ loopId: loop.id, week }] : [];
  });
}

/** The number used as the week of the email after the last week. */
export const LAST_EMAIL = WEEKS + 1;

/** The loops that get their last email now. */
export function dueLastEmails(loops: readonly EmailLoop[], now: Date): { loopId: string }[] {
  return loops
    .filter((loop) => {
      const day = loop.emailWeek < LAST_EMAIL && wantsEmails(loop) ? dayOfLastMoment(loop, now) : null;
      return day !== null && isYearOver(loop, day);
    })
    .map(({ id }) => ({ loopId: id }));
}

/**
 * When a year's emails are next looked at: the first moment at which its days ask for one. Its owner's wishes are asked
 * then. Null of a year that gets none until something changes.
 */
export function nextLookAt(loop: Omit<EmailLoop, "owner">, now: Date): Date | null {
  if (loop.status !== "ACTIVE" || loop.emailsPausedAt !== null || loop.emailWeek >= LAST_EMAIL) return null;
  const time = momentOf(loop);
  let moment = nextEmailMoment(time, now);
  while (!isYearOver(loop, londonDay(moment)) && !asksOn(loop, londonDay(moment)))
    moment = nextEmailMoment(time, moment);
  return moment;
}

/** The next email that will be sent, as far as is known; null when there will be none. */
export function previewEmail(loop: EmailLoop, now: Date): Date | null {
  if (!wantsEmails(loop)) return null;
  const time = momentOf(loop);
  let moment = nextEmailMoment(time, now);
  while (!isYearOver(loop, londonDay(moment))) {
    if (asksOn(loop, londonDay(moment))) return moment;
    moment = nextEmailMoment(time, moment);
  }
  return null;
}

/** Whether an email on this day would ask about a week that has had none and is not written. */
function asksOn(loop: Omit<EmailLoop, "owner">, day: string): boolean {
  if (day < loop.startDay || pauseOn(loop.pauses, day)) return false;
  const week = currentWeek(loop, day);
  return week > loop.emailWeek && !loop.writtenWeeks?.includes(week);
}

/** When the next weekly email comes, wherever emails are switched on or off. */
export function formatNextEmail(loop: EmailLoop, now: Date): string {
  const isOff = loop.emailsPausedAt !== null || !loop.owner.notifyByEmail;
  const owner = { ...loop.owner, notifyByEmail: true };
  const next = previewEmail({ ...loop, owner, emailsPausedAt: null }, now);
  if (next === null) return isOff ? "The weekly email is off." : "There’s no weekly email to come.";
  const when = formatMoment(next);
  return isOff
    ? `The weekly email is off. If you switch it on now, the next one comes on ${when}.`
    : `The next weekly email comes on ${when}.`;
}

/** The same of all years of a person: that of the first email to come; null where none would. */
export function formatNextEmailOf(years: readonly EmailLoop[], now: Date): string | null {
  const active = years.filter(({ status }) => status === "ACTIVE");
  const soonest = active
    .map((year) => ({ year, next: previewEmail(year, now)?.getTime() ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => one.next - other.next)[0];
  return soonest ? formatNextEmail(soonest.year, now) : null;
}

function wantsEmails({ status, emailsPausedAt, owner }: EmailLoop): boolean {
  return (
    status === "ACTIVE" &&
    emailsPausedAt === null &&
    owner.status === "active" &&
    !owner.isTest &&
    owner.notifyByEmail &&
    owner.emailVerifiedAt !== null &&
    owner.deletionDueAt === null
  );
}

/** The day of the latest scheduled moment; null when it was before the owner's choice or before the loop. */
function dayOfLastMoment(loop: EmailLoop, now: Date): string | null {
  const moment = lastEmailMoment(momentOf(loop), now);
  return moment < loop.createdAt || moment < (loop.emailsSince ?? moment) ? null : londonDay(moment);
}

function weekOfEmail(loop: EmailLoop, now: Date): number | null {
  const day = dayOfLastMoment(loop, now);
  if (day === null) return null;
  if (day < loop.startDay || isYearOver(loop, day)) return null;
  if (pauseOn(loop.pauses, day) || pauseOn(loop.pauses, londonDay(now))) return null;
  return currentWeek(loop, day);
}

/** A memory is at least this many weeks old. */
const WEEKS_AGO = 3;
const LONGEST_MEMORY = 160;

/**
 * A line from an earlier week for this week's email: its highlight, or the first sentence of its answer. The same email
 * always gets the same line, and successive weeks take them in turn.
 */
export function memoryFor(
  week: number,
  written: readonly { week: number; highlight: string; content: string }[],
): { week: number; words: string } | null {
  const memories = written
    .filter((entry) => entry.week <= week - WEEKS_AGO)
    .map((entry) => ({ week: entry.week, words: lineOf(entry) }))
    .filter(({ words }) => words !== "")
    .sort((one, other) => one.week - other.week);
  // The stride keeps adjacent weeks of the year apart in successive emails.
  return memories[(week * 5) % Math.max(1, memories.length)] ?? null;
}

function lineOf({ highlight, content }: { highlight: string; content: string }): string {
  const line = (highlight.trim() === "" ? content : highlight).replace(/\s+/g, " ").trim();
  const sentence = highlight.trim() === "" ? (/^.*?[.!?…]["”’']?(?=\s|$)/u.exec(line)?.[0] ?? line) : line;
  if (sentence.length <= LONGEST_MEMORY) return sentence;
  return `${beginningOf(sentence, LONGEST_MEMORY).replace(/\s+\S*$/u, "")}…`;
}
