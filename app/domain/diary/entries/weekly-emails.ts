import { beginningOf } from "~/domain/kernel/text/segments";
import { addDays, londonDay, weekdayOf } from "~/domain/kernel/time/days";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { londonHour } from "~/domain/kernel/time/instants";
import { isYearOver, pauseOn, type YearDays } from "../loops/rescheduling";
import { currentWeek, WEEKS } from "../rules/calendar";

/**
 * The rules of the weekly email. It is sent once a week at the weekday and hour its owner chose, in London time. Only
 * the latest such moment counts, so a worker that was down for a day sends late, and one that was down for a month does
 * not send a backlog. No email is sent before the year has started, during a pause, after its end, to an owner who
 * opted out or is deleting the account, or to a test account. Once the year is over, one last email says that the book
 * is ready to look at.
 */

const SUNDAY = 0;
const USUAL_EMAIL_TIME: EmailTime = { day: SUNDAY, hour: 18 };

export interface EmailTime {
  /** 0 is Sunday, 6 Saturday. */
  readonly day: number;
  /** 0 to 23, on London's clock. */
  readonly hour: number;
}

export interface EmailLoop extends YearDays {
  readonly id: string;
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

/** The latest scheduled moment at or before `now`. */
export function lastEmailMoment({ day, hour }: EmailTime, now: Date): Date {
  const moment = dayOfEmail({ day, hour }, londonDay(now));
  return londonHour(moment, hour) <= now ? londonHour(moment, hour) : londonHour(addDays(moment, -7), hour);
}

/** The first scheduled moment after `now`. */
export function nextEmailMoment({ day, hour }: EmailTime, now: Date): Date {
  const moment = dayOfEmail({ day, hour }, londonDay(now));
  return londonHour(moment, hour) > now ? londonHour(moment, hour) : londonHour(addDays(moment, 7), hour);
}

/** The email's weekday, today or up to six days ago. */
function dayOfEmail({ day }: EmailTime, today: string): string {
  return addDays(today, -((weekdayOf(today) - day + 7) % 7));
}

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

/** The next email that will be sent, as far as is known; null when there will be none. */
export function previewEmail(loop: EmailLoop, now: Date): Date | null {
  if (!wantsEmails(loop)) return null;
  const time = emailTimeOf(loop);
  let moment = nextEmailMoment(time, now);
  while (!isYearOver(loop, londonDay(moment))) {
    if (asksOn(loop, londonDay(moment))) return moment;
    moment = nextEmailMoment(time, moment);
  }
  return null;
}

/** Whether an email on this day would ask about a week that has had none and is not written. */
function asksOn(loop: EmailLoop, day: string): boolean {
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
  const moment = lastEmailMoment(emailTimeOf(loop), now);
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
