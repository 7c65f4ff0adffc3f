import { describe, expect, it } from "vitest";
import { type EmailLoop, formatNextEmail, formatNextEmailOf } from "~/domain/diary/entries/weekly-emails";

/** Emails go out on Sundays at six in the evening where nobody chose otherwise. */
const YEAR: EmailLoop = {
  id: "loop",
  accountId: "account",
  status: "ACTIVE",
  startDay: "2026-11-20",
  deliveryDay: "2027-12-03",
  pauses: [],
  emailDay: 0,
  emailHour: 18,
  emailsPausedAt: null,
  emailsSince: null,
  emailWeek: 0,
  createdAt: new Date("2026-11-20T10:00:00Z"),
  owner: {
    status: "active",
    isTest: false,
    notifyByEmail: true,
    emailVerifiedAt: new Date(0),
    deletionDueAt: null,
  },
};
const NOW = new Date("2026-11-26T12:00:00Z");

describe("switching weekly emails on or off", () => {
  it("names the day of the next one", () => {
    expect(formatNextEmail(YEAR, NOW)).toMatch(/^The next weekly email comes on .*29 November 2026/);
  });

  it("names the one after a pause", () => {
    const paused = { ...YEAR, pauses: [{ fromDay: "2026-11-26", weeks: 2 }] };
    expect(formatNextEmail(paused, NOW)).toContain("13 December 2026");
  });

  it("names an hour of London on either side of the change of its clocks", () => {
    expect(formatNextEmail(YEAR, new Date("2027-03-27T12:00:00Z"))).toMatch(/28 March 2027.*18:00|18:00.*28 March/);
  });

  it.each([
    ["of the year", { ...YEAR, emailsPausedAt: NOW }],
    ["of the account", { ...YEAR, owner: { ...YEAR.owner, notifyByEmail: false } }],
  ])("off %s says when the next would come", (_, year) => {
    expect(formatNextEmail(year, NOW)).toMatch(/is off. If you switch it on now, .* 29 November 2026/);
  });

  it.each([
    ["was already sent with the former day of the week", { emailWeek: 2, emailDay: 3 }, "9 December 2026"],
    ["asks about a week that is written", { writtenWeeks: [2] }, "6 December 2026"],
    [
      "was sent on the first day of week 1, which has eight",
      { startDay: "2026-11-22", emailWeek: 1 },
      "6 December 2026",
    ],
  ])("names the one after an email that %s", (_, change, day) => {
    expect(formatNextEmail({ ...YEAR, ...change }, NOW)).toContain(day);
  });

  it("comes no more once all that is left is written", () => {
    const writtenWeeks = Array.from({ length: 52 }, (_, index) => index + 1);
    expect(formatNextEmail({ ...YEAR, writtenWeeks }, NOW)).toBe("There’s no weekly email to come.");
  });

  it("of two years names the one that comes first, and of none nothing", () => {
    const later = { ...YEAR, id: "later", startDay: "2027-03-01" };
    expect(formatNextEmailOf([later, YEAR], NOW)).toContain("29 November 2026");
    expect(formatNextEmailOf([{ ...YEAR, status: "DELIVERED" }], NOW)).toBeNull();
  });
});
