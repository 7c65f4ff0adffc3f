import { describe, expect, it } from "vitest";
import { BOOK_PROMISE, bookDayOf, COPY_PROMISE, formatCopyDay, soonestBookDay } from "~/domain/diary/loops/book-days";
import { planPause } from "~/domain/diary/loops/rescheduling";
import { startDayFor, WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { MAKING_DAYS } from "~/domain/kernel/time/agreed-days";
import { addDays } from "~/domain/kernel/time/days";

/** The two years have a change of London’s clocks between sign-off and the book. */
const DELIVERY_DAYS = ["2026-12-09", "2027-04-04", "2027-11-07", "2028-03-05"];

describe("the day of a year’s book", () => {
  it.each(DELIVERY_DAYS)("is the chosen one, %s, for who signs off on the last day of week 52", (chosen) => {
    const lastDay = weekDays(startDayFor(chosen), WEEKS).to;
    expect(lastDay).toBe(addDays(chosen, -MAKING_DAYS));
    expect(bookDayOf({ deliveryDay: chosen }, lastDay)).toBe(chosen);
    expect(bookDayOf({ deliveryDay: chosen }, addDays(lastDay, -90))).toBe(chosen);
  });

  it.each(DELIVERY_DAYS)("is a day later than %s for who signs off a day later", (chosen) => {
    const dayAfter = addDays(addDays(chosen, -MAKING_DAYS), 1);
    expect(bookDayOf({ deliveryDay: chosen }, dayAfter)).toBe(addDays(chosen, 1));
  });

  it("keeps up with pauses", () => {
    const year = { startDay: startDayFor("2026-12-09"), deliveryDay: "2026-12-09", pauses: [] };
    const paused = planPause(year, 3, "2026-06-01");
    if (!paused.ok) throw new Error(paused.reason);
    expect(paused.year.deliveryDay).toBe("2026-12-30");
    expect(weekDays(paused.year, WEEKS).to).toBe(addDays("2026-12-30", -MAKING_DAYS));
  });
});

describe("a copy", () => {
  it("of a finished book comes within the time of printing and delivering one", () => {
    expect(soonestBookDay("2026-10-20")).toBe("2026-11-03");
    const copy = { comesWithLoop: false, loopDeliveryDay: "2026-01-01" };
    expect(formatCopyDay(copy, "2026-10-20")).toBe("Arrives within 14 days, by 3 November 2026");
  });

  it("of a year that is not sent to print comes on the day its book would", () => {
    const copy = { comesWithLoop: true, loopDeliveryDay: "2026-12-09" };
    expect(formatCopyDay(copy, "2026-11-25")).toBe("Arrives with your book, by 9 December 2026");
    expect(formatCopyDay(copy, "2026-11-26")).toBe("Arrives with your book, by 10 December 2026");
  });
});

it("says one time of printing and delivering everywhere", () => {
  expect(BOOK_PROMISE).toContain(`within ${MAKING_DAYS} days`);
  expect(COPY_PROMISE).toContain(`within ${MAKING_DAYS} days`);
});
