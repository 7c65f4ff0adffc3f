import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, loops, photos } from "#db/schema";
import { openWeek, weeksWritten, writeWeek } from "~/domain/diary/entries/entries.server";
import { queueDueWeeklyEmails } from "~/domain/diary/entries/weekly-emails.server";
import { beginLoop, type Loop, loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { moveDelivery, pauseLoop, resumeLoop } from "~/domain/diary/loops/rescheduling.server";
import { currentWeek, weekDays, weekStates } from "~/domain/diary/rules/calendar";
import { openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { creditToBegin, person } from "../../support/people";
import { photoRow } from "../../support/photo-rows";

/**
 * One year from its first day to its last, simulated day by day at nine in the evening. It begins on Friday 1 October
 * 2027, so that it includes both clock changes and 29 February 2028.
 */
const FIRST_DAY = "2027-10-01";
const BOOK_DAY = addDays(FIRST_DAY, 378);
const PAUSED_FROM = "2028-02-25";
const WORKER_AWAY = ["2027-12-19", "2027-12-20"];
/** Weeks that the owner leaves open, and the day on which they fill some of them in. */
const LEFT_OPEN = [4, 11, 12, 30];
const CATCH_UP_DAY = "2028-01-15";
const CAUGHT_UP = [4, 11];
const MOVED_ON = "2028-05-02";

interface Evening {
  day: string;
  week: number;
  states: ReturnType<typeof weekStates>;
  deliveryDay: string;
  emailsSoFar: number;
}

const owner = person("Margaret", { createdAt: new Date("2027-09-30T09:00:00Z") });
const evenings = new Map<string, Evening>();
let loopId = "";

const loop = (): Loop => {
  const found = loopOwnedBy(owner.id, loopId);
  if (!found) throw new Error("The loop is gone.");
  return found;
};
const sent = () =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.accountId, owner.id), eq(emails.kind, "weekly")))
    .all();

function write(week: number, now: Date) {
  const opened = openWeek(owner.id, loopId, week, now);
  if (!opened.ok) return opened.reason;
  const key = `${loopId}-${week}`;
  const row = photoRow(key, 6, 4, { loopId, week, createdAt: now });
  db.insert(photos).values(row).onConflictDoNothing().run();
  const words = { title: "", highlight: `Week ${week}`, gratitude: "", learned: "", content: "We did." };
  const { revision } = opened.writing;
  const written = writeWeek({ accountId: owner.id, loopId, week, words, revision, complete: true }, now);
  return written.ok ? written : written.reason;
}

async function liveThrough(day: string) {
  const morning = new Date(`${day}T09:00:00Z`);
  const evening = new Date(`${day}T21:00:00Z`);
  if (day === PAUSED_FROM) expect(pauseLoop(owner.id, loopId, 3, morning).ok).toBe(true);
  if (day === addDays(PAUSED_FROM, 9)) expect(resumeLoop(owner.id, loopId, morning).ok).toBe(true);
  if (day === MOVED_ON) {
    const later = addDays(loop().deliveryDay, 10);
    expect(moveDelivery(owner.id, loopId, later, morning).ok).toBe(true);
  }
  if (!WORKER_AWAY.includes(day)) await queueDueWeeklyEmails(evening);
  const week = currentWeek(loop(), day);
  // The owner writes on Mondays, the day after the email.
  const isMonday = new Date(`${day}T12:00:00Z`).getUTCDay() === 1;
  const done = new Set(weeksWritten(loopId));
  if (isMonday && !LEFT_OPEN.includes(week) && !done.has(week)) {
    expect(write(week, evening)).toMatchObject({ ok: true, saved: "entry", caughtUp: false });
  }
  if (day === CATCH_UP_DAY) {
    for (const late of CAUGHT_UP) expect(write(late, evening)).toMatchObject({ ok: true, caughtUp: true });
  }
  evenings.set(day, {
    day,
    week,
    states: weekStates(new Set(weeksWritten(loopId)), week, false),
    deliveryDay: loop().deliveryDay,
    emailsSoFar: sent().length,
  });
}

function eveningOf(day: string): Evening {
  const evening = evenings.get(day);
  if (!evening) throw new Error(`Nobody lived through ${day}.`);
  return evening;
}
const missingOn = (day: string) =>
  eveningOf(day).states.flatMap((state, index) => (state === "missing" ? [index + 1] : []));

describe("a year, day by day", () => {
  beforeAll(async () => {
    creditToBegin(owner.id);
    const begun = beginLoop(owner.id, BOOK_DAY, new Date(`${FIRST_DAY}T08:00:00Z`));
    if (!begun.ok) throw new Error(begun.reason);
    loopId = begun.loop.id;
    for (let count = 0; count <= 420; count += 1) await liveThrough(addDays(FIRST_DAY, count));
  });

  it("begins in week 1 and goes on a week at a time, over both changes of the clocks", () => {
    const weeks = [...evenings.values()].map(({ week }) => week);
    expect(weeks[0]).toBe(1);
    for (const [index, week] of weeks.slice(1).entries()) {
      expect([0, 1]).toContain(week - (weeks[index] ?? 0));
    }
    for (const change of ["2027-10-31", "2028-03-26"]) {
      const around = [-7, 0, 7].map((days) => eveningOf(addDays(change, days)).week);
      expect(around).toEqual([(around[1] ?? 0) - 1, around[1], (around[1] ?? 0) + 1]);
    }
  });

  it("shows a week that was left open as missing until it is caught up", () => {
    expect(missingOn("2027-10-29")).toEqual([]);
    expect(missingOn(addDays(weekDays(FIRST_DAY, 4).to, 1))).toEqual([4]);
    expect(missingOn(addDays(CATCH_UP_DAY, -1))).toEqual([4, 11, 12]);
    expect(missingOn(CATCH_UP_DAY)).toEqual([12]);
    expect(missingOn("2028-11-01")).toEqual([12, 30]);
  });

  it("stops in a pause over 29 February, which ended early counts two weeks", () => {
    const before = eveningOf(PAUSED_FROM).week;
    expect(eveningOf("2028-02-29").week).toBe(before);
    expect(eveningOf(addDays(PAUSED_FROM, 14)).week).toBe(before);
    expect(missingOn("2028-02-29")).toEqual([12]);
    expect(eveningOf(PAUSED_FROM).deliveryDay).toBe(addDays(BOOK_DAY, 21));
    expect(eveningOf(addDays(PAUSED_FROM, 9)).deliveryDay).toBe(addDays(BOOK_DAY, 14));
    expect(loop().pauses).toEqual([{ fromDay: PAUSED_FROM, weeks: 2 }]);
    expect(eveningOf(addDays(PAUSED_FROM, 13)).emailsSoFar).toBe(eveningOf(PAUSED_FROM).emailsSoFar);
  });

  it("keeps its weeks where they are when the book is moved", () => {
    const [before, after] = [eveningOf(addDays(MOVED_ON, -1)), eveningOf(MOVED_ON)];
    expect(after.deliveryDay).toBe(addDays(before.deliveryDay, 10));
    expect(after.deliveryDay).toBe(addDays(BOOK_DAY, 24));
    expect(loop().startDay).toBe(FIRST_DAY);
  });

  it("sends each week's email once, on its Sunday, also after the worker was away", () => {
    const weeks = sent().map(({ dedupeKey }) => Number(dedupeKey.split(":").at(-1)));
    expect(weeks).toEqual(Array.from({ length: 52 }, (_, index) => index + 1));
    const days = sent().map(({ createdAt }) => londonDay(createdAt));
    const late = days.filter((day) => new Date(`${day}T12:00:00Z`).getUTCDay() !== 0);
    expect(late).toEqual([addDays(WORKER_AWAY.at(-1) ?? "", 1)]);
    expect(sent().every(({ textBody }) => openSealedText(textBody).includes("/this-week/"))).toBe(true);
  });

  it("ends in week 52, and what is open then can be filled in until it goes to print", async () => {
    const lastDay = weekDays(loop(), 52).to;
    expect(lastDay).toBe(addDays(FIRST_DAY, 364 + 14));
    expect(eveningOf(lastDay).week).toBe(52);
    const afterwards = addDays(lastDay, 20);
    expect(eveningOf(afterwards)).toMatchObject({ week: 52, emailsSoFar: 52 });
    const now = new Date(`${addDays(lastDay, 30)}T12:00:00Z`);
    expect(write(12, now)).toMatchObject({ ok: true, caughtUp: true });
    expect(signOffLoop(owner.id, loopId, loop().contentVersion, now).ok).toBe(true);
    expect(write(30, now)).toBe("read_only");
    expect(pauseLoop(owner.id, loopId, 1, now)).toEqual({ ok: false, reason: "read_only" });
    expect(await queueDueWeeklyEmails(new Date(now.getTime() + 7 * 86_400_000))).toBe(0);
    expect(db.select().from(loops).where(eq(loops.id, loopId)).get()?.status).toBe("COMPLETED");
    expect(weeksWritten(loopId)).toHaveLength(51);
  });
});
