import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { drafts, entries, loops } from "#db/schema";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import {
  moveWindow,
  pauseAllowance,
  pauseOn,
  planMove,
  planPause,
  planResume,
  type YearDays,
} from "~/domain/diary/loops/rescheduling";
import {
  hasWritten,
  moveDelivery,
  pauseLoop,
  resumeLoop,
  shareProgress,
  wasGiven,
} from "~/domain/diary/loops/rescheduling.server";
import { currentWeek, daysCounted, weekDays, weekStates } from "~/domain/diary/rules/calendar";
import { addDays } from "~/domain/kernel/time/days";
import { creditToBegin, loopOf, person } from "../../../support/people";
import { ordered } from "../../../support/shop";

const START = "2026-11-20";
const YEAR: YearDays = { startDay: START, deliveryDay: "2027-12-03", pauses: [] };
const day = (count: number) => addDays(START, count);
const at = (dayOfYear: string) => new Date(`${dayOfYear}T12:00:00Z`);

function rescheduled(planned: { ok: true; year: YearDays } | { ok: false; reason: string }): YearDays {
  if (!planned.ok) throw new Error(planned.reason);
  return planned.year;
}

describe("a paused year", () => {
  const paused = rescheduled(planPause(YEAR, 3, day(136)));

  it("makes nothing missing, however long it lasts", () => {
    const written = new Set(Array.from({ length: 19 }, (_, index) => index + 1));
    for (let count = 136; count <= 157; count += 1) {
      const states = weekStates(written, currentWeek(paused, day(count)), false);
      expect(states.filter((state) => state === "missing")).toHaveLength(0);
      expect(states[19]).toBe("due");
    }
  });

  it.each([
    ["into summer time", "2027-03-20", 2],
    ["into winter time", "2027-10-20", 2],
    ["over the end of February", "2027-02-22", 1],
  ])("every week has its seven days, with a pause %s", (_, from, weeks) => {
    const year = rescheduled(planPause(YEAR, weeks, from));
    let longer = 0;
    for (let week = 2; week <= 52; week += 1) {
      const { from: first, to: last } = weekDays(year, week);
      expect(first).toBe(addDays(weekDays(year, week - 1).to, 1));
      expect(currentWeek(year, first)).toBe(week);
      expect(currentWeek(year, last)).toBe(week);
      const length = daysCounted(START, last) - daysCounted(START, first) + 1;
      if (length !== 7) longer += 1;
      if (length !== 7) expect(length).toBe(7 + weeks * 7);
    }
    expect(longer).toBe(1);
    expect(year.deliveryDay).toBe(addDays(weekDays(year, 52).to, 14));
  });

  it("a pause over 29 February counts that day like any other", () => {
    const leap: YearDays = { startDay: "2027-10-01", deliveryDay: "2028-10-13", pauses: [] };
    const year = rescheduled(planPause(leap, 1, "2028-02-25"));
    expect(pauseOn(year.pauses, "2028-02-29")?.resumeDay).toBe("2028-03-03");
    expect(daysCounted(year, "2028-03-03")).toBe(daysCounted(leap, "2028-02-25"));
    expect(daysCounted(year, "2028-03-04")).toBe(daysCounted(leap, "2028-02-26"));
  });
});

describe("how long a year can pause", () => {
  it("two pauses are eight weeks together and no more, one after the other or one made longer", () => {
    const first = rescheduled(planPause(YEAR, 5, day(50)));
    expect(planPause(first, 4, day(200))).toEqual({ ok: false, reason: "too_long" });
    const second = rescheduled(planPause(first, 3, day(200)));
    expect(second.pauses).toHaveLength(2);
    expect(second.deliveryDay).toBe(addDays(YEAR.deliveryDay, 56));
    expect(currentWeek(second, day(260))).toBe(currentWeek(YEAR, day(260 - 56)));
    expect(pauseAllowance(second, day(300))).toEqual({ weeks: 0, problem: "too_long" });
    const longer = rescheduled(planPause(first, 3, day(60)));
    expect(longer.pauses).toEqual([{ fromDay: day(50), weeks: 8 }]);
    expect(planPause(longer, 1, day(60))).toEqual({ ok: false, reason: "too_long" });
  });
});

describe("going on early", () => {
  const paused = rescheduled(planPause(YEAR, 3, day(136)));

  it.each([
    [135, "not_paused"],
    [136, 0],
    [137, 1],
    [143, 1],
    [144, 2],
    [150, 2],
    [151, "last_week"],
    [156, "last_week"],
    [157, "not_paused"],
  ])("on day %i: %s", (count, expected) => {
    const planned = planResume(paused, day(count));
    if (!planned.ok) return expect(planned.reason).toBe(expected);
    const weeks = planned.year.pauses[0]?.weeks ?? 0;
    expect(weeks).toBe(expected);
    expect(planned.year.deliveryDay).toBe(addDays(YEAR.deliveryDay, weeks * 7));
    expect(currentWeek(planned.year, day(count))).toBe(20);
  });
});

describe("moving the day of the book", () => {
  it("a book that was moved away can come back, but not before a pause is made up for", () => {
    const late = { ...rescheduled(planPause(YEAR, 2, day(60))), deliveryDay: "2028-06-01" };
    const { earliest } = moveWindow(late, true, day(100));
    expect(earliest).toBe(addDays("2027-12-03", 14));
    expect(planMove(late, { deliveryDay: earliest, hasWritten: true }, day(100)).ok).toBe(true);
  });
});

describe("bending one's own loop", () => {
  const owner = person("Margaret");
  const stranger = person("Winifred");

  it("pauses, goes on and moves, and a finished file is no longer true", () => {
    const loop = loopOf(owner.id);
    const paused = pauseLoop(owner.id, loop.id, 3, at(day(136)));
    expect(paused.ok && paused.loop).toMatchObject({
      pausedWeeks: 3,
      pausedFromDay: day(136),
      pauses: [{ fromDay: day(136), weeks: 3 }],
      deliveryDay: addDays(loop.deliveryDay, 21),
      contentVersion: 2,
    });
    const resumed = resumeLoop(owner.id, loop.id, at(day(138)));
    expect(resumed.ok && resumed.loop).toMatchObject({ pausedWeeks: 1, contentVersion: 3 });
    const moved = moveDelivery(owner.id, loop.id, "2028-03-01", at(day(138)));
    expect(moved.ok && moved.loop).toMatchObject({ deliveryDay: "2028-03-01", startDay: loop.startDay });
  });

  it("a first day with a draft in it is a year that has begun", () => {
    const loop = loopOf(owner.id);
    const earlier = addDays(loop.deliveryDay, -3);
    db.insert(drafts)
      .values({ loopId: loop.id, week: 1, updatedAt: at(START) })
      .run();
    expect(moveDelivery(owner.id, loop.id, earlier, at(START))).toEqual({ ok: false, reason: "too_early" });
    db.delete(drafts).where(eq(drafts.loopId, loop.id)).run();
    const moved = moveDelivery(owner.id, loop.id, earlier, at(START));
    expect(moved.ok && moved.loop.startDay).toBe(addDays(START, -3));
  });

  it("changes that year alone, whatever is written in another one", () => {
    const [loop, other] = [loopOf(owner.id), loopOf(owner.id)];
    const text = { loopId: other.id, week: 1, prompt: "What?", content: "Mud.", updatedAt: at(START) };
    db.insert(drafts).values(text).run();
    db.insert(entries)
      .values({ ...text, createdAt: at(START) })
      .run();
    expect([hasWritten(loop.id), hasWritten(other.id)]).toEqual([false, true]);
    db.delete(drafts).where(eq(drafts.loopId, other.id)).run();
    expect([hasWritten(loop.id), hasWritten(other.id)]).toEqual([false, true]);
    expect(pauseLoop(owner.id, loop.id, 1, at(day(30))).ok).toBe(true);
    expect(loopOwnedBy(owner.id, other.id)).toEqual(other);
  });

  it("was given where it was begun with a voucher", () => {
    const [given, bought, other] = [loopOf(owner.id), loopOf(owner.id), loopOf(owner.id)];
    creditToBegin(owner.id, { loopId: given.id });
    const { id: orderId } = ordered(owner);
    creditToBegin(owner.id, { loopId: bought.id, voucherId: null, orderId });
    expect([given, bought, other].map(({ id }) => wasGiven(id))).toEqual([true, false, false]);
  });

  it("nobody bends another's year, and none that is printed", () => {
    const loop = loopOf(owner.id);
    const now = at(day(30));
    expect(pauseLoop(stranger.id, loop.id, 1, now)).toEqual({ ok: false, reason: "not_found" });
    expect(resumeLoop(stranger.id, loop.id, now)).toEqual({ ok: false, reason: "not_found" });
    expect(moveDelivery(stranger.id, loop.id, "2028-03-01", now)).toEqual({ ok: false, reason: "not_found" });
    expect(shareProgress(stranger.id, loop.id, true, now)).toEqual({ ok: false, reason: "not_found" });
    db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loop.id)).run();
    expect(pauseLoop(owner.id, loop.id, 1, now)).toEqual({ ok: false, reason: "read_only" });
    expect(resumeLoop(owner.id, loop.id, now)).toEqual({ ok: false, reason: "read_only" });
    expect(moveDelivery(owner.id, loop.id, "2028-03-01", now)).toEqual({ ok: false, reason: "read_only" });
    expect(loopOwnedBy(owner.id, loop.id)).toMatchObject({ pauses: [], giverSeesProgress: false });
  });

  it("its giver sees how far it is only while the owner lets them", () => {
    const loop = loopOf(owner.id);
    shareProgress(owner.id, loop.id, true, at(START));
    expect(loopOwnedBy(owner.id, loop.id)?.giverSeesProgress).toBe(true);
    shareProgress(owner.id, loop.id, false, at(START));
    expect(loopOwnedBy(owner.id, loop.id)?.giverSeesProgress).toBe(false);
  });
});
