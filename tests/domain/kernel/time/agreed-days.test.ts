import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { DAYS_A_WEEK, MAKING_WEEKS } from "~/domain/diary/rules/calendar";
import { AGREED_DAYS } from "~/domain/kernel/time/agreed-days";
import { seller } from "~/domain/mail/layout/seller.server";

/** The rules and texts of a shop that has set its days, loaded again. */
async function shopWith(set: Record<string, string>) {
  for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);
  vi.resetModules();
  const [days, cancelling, starting, book, rescheduling, terms, questions] = await Promise.all([
    import("~/domain/kernel/time/cancellation-days"),
    import("~/domain/shop/order-rules/cancellation"),
    import("~/domain/diary/loops/starting"),
    import("~/domain/diary/loops/book-days"),
    import("~/domain/diary/loops/rescheduling"),
    import("~/domain/shop/terms/terms-copy"),
    import("~/screens/front/questions-copy"),
  ]);
  return { days, cancelling, starting, book, rescheduling, terms, questions };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

const PAID = new Date("2026-11-20T12:00:00Z");

describe("a shop that gives thirty days to cancel", () => {
  it("takes cancellations until the end of the thirtieth, and starts a year without a wish on the day after", async () => {
    const { days } = await shopWith({ CANCELLATION_DAYS: "30" });
    expect(days.lastCancelDay(PAID)).toBe("2026-12-20");
    expect(days.firstDayAfterCancelling(PAID)).toBe("2026-12-21");
  });

  it("says thirty everywhere, in figures and in words", async () => {
    const { cancelling, starting } = await shopWith({ CANCELLATION_DAYS: "30" });
    const { IN_SHORT, CANCEL_REFUSALS, howToCancel, formatStartWish } = cancelling;
    for (const words of [
      ...[...Object.values(IN_SHORT), CANCEL_REFUSALS.too_late, formatStartWish(PAID, PAID)],
      ...[starting.WISH_FIRST, starting.WISH_FIRST_STAFF, starting.WISH_FIRST_API],
    ]) {
      expect(words).toMatch(/\b30 days\b/);
      expect(words).not.toContain("14");
    }
    expect(howToCancel(null)).toContain("until the end of the thirtieth day after the day you ordered");
    expect(howToCancel(PAID)).toContain("until the end of 20 December 2026");
  });
});

describe("a shop that prints and delivers in ten days", () => {
  it("promises the chosen day to whoever signs off ten days before, and ten days later than that", async () => {
    const { book } = await shopWith({ MAKING_DAYS: "10" });
    expect(book.bookDayOf({ deliveryDay: "2027-12-03" }, "2027-11-23")).toBe("2027-12-03");
    expect(book.bookDayOf({ deliveryDay: "2027-12-03" }, "2027-11-24")).toBe("2027-12-04");
  });

  it("says ten everywhere it said two weeks", async () => {
    const { book, terms, questions } = await shopWith({ MAKING_DAYS: "10", CANCELLATION_DAYS: "30" });
    for (const words of [book.BOOK_PROMISE, book.COPY_PROMISE]) {
      expect(words).toMatch(/\b(?:ten|10) days\b/);
      expect(words).not.toMatch(/14 days|two weeks/);
    }
    expect(JSON.stringify(questions)).toContain("send the proof to print ten days before it");
    const whole = JSON.stringify(terms.termsCopy(seller, OPENING_PRICES));
    expect(whole).toContain("ten days from the day you send the proof to print");
    expect(whole).toContain("until the end of the thirtieth day");
    expect(whole).not.toMatch(/(?<!-)two weeks|fourteenth/);
  });

  it("moves a book to within ten days of its year’s end", async () => {
    const { rescheduling } = await shopWith({ MAKING_DAYS: "10" });
    const year = { startDay: "2026-11-20", deliveryDay: "2027-12-03", pauses: [] };
    expect(rescheduling.moveWindow(year, true, "2027-06-01").earliest).toBe("2027-11-29");
  });

  it.each([
    ["7", "one week"],
    ["14", "two weeks"],
    ["13", "13 days"],
  ])("says %s days as %s", async (days, words) => {
    const { book } = await shopWith({ MAKING_DAYS: days });
    expect(book.MAKING_IN_WORDS).toBe(words);
  });
});

it("The days of printing and delivering are never more than a year leaves for them", () => {
  expect(AGREED_DAYS.MAKING_DAYS.most).toBe(MAKING_WEEKS * DAYS_A_WEEK);
});
