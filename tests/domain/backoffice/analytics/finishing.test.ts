import { describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { newId } from "#db/identifiers";
import { drafts, emails, entries, type loops } from "#db/schema";
import { countAtOnce } from "~/domain/backoffice/analytics/counting.server";
import { BEHIND_WEEKS, PACES, type Pace } from "~/domain/backoffice/analytics/finishing";
import { countYears } from "~/domain/backoffice/analytics/finishing.server";
import { listLoopTypes } from "~/domain/diary/catalogue/catalogue";
import { isYearOver } from "~/domain/diary/loops/rescheduling";
import { currentWeek, type Pause, WEEKS } from "~/domain/diary/rules/calendar";
import { addDays } from "~/domain/kernel/time/days";
import { creditToBegin, loopOf, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { ordered } from "../../../support/shop";
import { voucher } from "../../../support/vouchers";

/** A Friday at 10:15 in London. */
const NOW = new Date("2026-11-20T10:15:00Z");
const TODAY = "2026-11-20";
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const pacesOn = (now: Date) => countAtOnce(countYears(now));
const remindersOn = (now: Date) => pacesOn(now).reminders;
const weeksTo = (last: number) => Array.from({ length: last }, (_, week) => week + 1);

type Given = Partial<typeof loops.$inferInsert>;

/** A year that started so many days ago, with these weeks written the day before, or so many days ago. */
function year(startedDaysAgo: number, weeks: readonly number[], given: Given = {}, saved = daysAgo(1)): string {
  const { id } = person("Ada");
  const startDay = addDays(TODAY, -startedDaysAgo);
  const loop = loopOf(id, {
    startDay,
    createdAt: daysAgo(startedDaysAgo),
    theme: "pet",
    type: "none",
    ...given,
  });
  for (const week of weeks) write(loop.id, week, saved);
  return loop.id;
}

function write(loopId: string, week: number, at: Date, openAgainAt: Date | null = null): void {
  db.insert(entries)
    .values({ loopId, week, prompt: "?", content: "!", createdAt: at, updatedAt: at, openAgainAt })
    .run();
}

function sendEmail(loopId: string, week: number, sentAt: Date | null): void {
  db.insert(emails)
    .values({
      kind: "weekly",
      dedupeKey: `weekly:${loopId}:${week}`,
      messageId: newId(),
      state: sentAt ? "sent" : "waiting",
      nextTryAt: NOW,
      createdAt: NOW,
      sentAt,
      ...{ toName: "Ada", toEmail: "ada@example.com", subject: "-", textBody: "-", htmlBody: "-" },
    })
    .run();
}

const kinds = (["celebration", "family", "pet"] as const).flatMap((themeId) =>
  listLoopTypes({ themeId, journey: "purchase" }),
);

/** The pace of the year that `make` makes, as the page counts it: alone of its kind, which no other test uses. */
function paceOf(make: (kind: Given) => unknown): Pace | undefined {
  const before = pacesOn(NOW).groups.all[0]?.paces;
  make({});
  const after = pacesOn(NOW).groups.all[0]?.paces;
  return PACES.find((pace) => (after?.[pace] ?? 0) > (before?.[pace] ?? 0));
}

describe("a begun year", () => {
  it.each<[string, Pace | undefined, number, readonly number[], Given, number?]>([
    ["is not started before its first day", "waiting", -1, [], {}],
    ["is on time on its first day", "on_time", 0, [], {}],
    ["is on time with two weeks missing", "on_time", 36, [1, 2, 3], {}],
    ["is behind with three weeks missing", "behind", 36, [1, 2], {}],
    ["is on time with this week written ahead and two missing", "on_time", 36, [1, 2, 3, 6], {}],
    ["is behind with weeks ahead written and three missing", "behind", 36, [1, 2, 6, 7, 8], {}],
    ["doesn’t count weeks of a pause", "on_time", 36, [1, 2], { pauses: [{ fromDay: addDays(TODAY, -7), weeks: 1 }] }],
    ["is not asleep when words were saved 28 days ago", "behind", 90, [1], {}, 28],
    ["is asleep when nothing was saved for longer", "asleep", 90, [1], {}, 29],
    ["is not asleep within 28 days of its start", "behind", 27, [], { createdAt: daysAgo(60) }],
    ["is asleep when nothing was ever saved", "asleep", 29, [], {}],
    ["is asleep from 28 days after its start", "asleep", 28, [], { createdAt: daysAgo(60) }],
    ["is on time with the last week that passed written", "on_time", 36, [1, 2, 5], {}],
    [
      "is not asleep when it was paused",
      "on_time",
      90,
      [1],
      { pauses: [{ fromDay: addDays(TODAY, -84), weeks: 9 }] },
      60,
    ],
    [
      "is asleep when its pause is long over",
      "asleep",
      90,
      [1],
      { pauses: [{ fromDay: addDays(TODAY, -84), weeks: 8 }] },
      60,
    ],
    ["is finished with every week written", "finished", 500, weeksTo(WEEKS), {}, 90],
    ["is asleep with all but one", "asleep", 500, weeksTo(WEEKS - 1), {}, 90],
    ["is finished when sent to print", "finished", 500, [1], { status: "COMPLETED" }],
    ["is printed at the printer", "printed", 500, [1], { status: "PRINTING" }],
    ["is printed when delivered", "printed", 500, [1], { status: "DELIVERED" }],
  ])("%s", (_, pace, started, weeks, given, saved = 1) => {
    expect(paceOf(() => year(started, weeks, given, daysAgo(saved)))).toBe(pace);
  });

  it("is awake while a draft is saved, and a week that is open again is not written", () => {
    const draft = (loopId: string) =>
      db
        .insert(drafts)
        .values({ loopId, week: 2, updatedAt: daysAgo(2) })
        .run();
    expect(paceOf(() => draft(year(90, [1], {}, daysAgo(60))))).toBe("behind");
    expect(paceOf(() => write(year(36, [1, 2]), 3, daysAgo(1), NOW))).toBe("behind");
  });

  it("counts neither for tests nor once it is cancelled", () => {
    const test = () => loopOf(person("Test", { isTest: true }).id, { startDay: TODAY }).id;
    expect(paceOf(test)).toBeUndefined();
    const giftOf = (isTest: boolean) => {
      const { voucherId } = voucher({ isTest });
      return creditToBegin(person("Bea").id, { loopId: year(3, [1]), voucherId });
    };
    giftOf(true);
    expect([paceOf(() => giftOf(true)), paceOf(() => giftOf(false))]).toEqual([undefined, "on_time"]);
    const boughtBy = (isTest: boolean) => {
      const orderId = ordered(person("Cal", { isTest })).id;
      return creditToBegin(person("Cal").id, { loopId: year(3, [1]), orderId, voucherId: null });
    };
    boughtBy(true);
    expect([paceOf(() => boughtBy(true)), paceOf(() => boughtBy(false))]).toEqual([undefined, "on_time"]);
    const cancel = (loopId: string) => creditToBegin(person("Bea").id, { loopId, cancelledAt: NOW });
    expect(paceOf(() => cancel(year(3, [])))).toBeUndefined();
  });

  it("has passed as many weeks as its calendar says, whatever its pauses", () => {
    for (const started of [0, 1, 7, 8, 21, 22, 28, 29, 200, 364, 365, 366, 450]) {
      for (const fromDaysAgo of [null, 0, 1, 6, 7, 8, 20]) {
        const pauses: Pause[] =
          fromDaysAgo === null || fromDaysAgo > started ? [] : [{ fromDay: addDays(TODAY, -fromDaysAgo), weeks: 2 }];
        const loop = { startDay: addDays(TODAY, -started), pauses, deliveryDay: TODAY };
        const passed = isYearOver(loop, TODAY) ? WEEKS : currentWeek(loop, TODAY) - 1;
        // The weeks that passed, less as many as may be missing: one more missing week and it is behind.
        const weeks = weeksTo(passed - BEHIND_WEEKS + 1);
        expect([started, fromDaysAgo, paceOf(() => year(started, weeks, { pauses }))]).toEqual([
          ...[started, fromDaysAgo, "on_time"],
        ]);
        if (passed >= BEHIND_WEEKS) {
          const pace = paceOf(() => year(started, weeks.slice(1), { pauses }));
          expect([started, fromDaysAgo, pace]).toEqual([started, fromDaysAgo, "behind"]);
        }
      }
    }
  });

  it("is counted by kind, by the month of its first day, and as a gift or its owner’s own", () => {
    const [kind] = kinds;
    if (!kind) throw new Error("There are no kinds.");
    const of = {
      theme: kind.themeId,
      type: kind.key,
      startDay: "2024-02-29",
      createdAt: new Date("2024-03-01T12:00:00Z"),
    };
    const before = pacesOn(NOW).groups.source;
    creditToBegin(person("Callum").id, { loopId: year(0, [], { ...of, status: "SHIPPED" }) });
    year(0, [], of);
    const { groups } = pacesOn(NOW);
    const [shipped, asleep] = [{ printed: 1 }, { asleep: 1 }];
    const line = { years: 2, paces: { ...shipped, ...asleep, behind: 0 } };
    expect(groups.kind.find(({ name }) => name === kind.displayName)).toMatchObject(line);
    expect(groups.month.at(-1)).toMatchObject({ name: "February 2024", ...line });
    const growth = (name: string) => {
      const yearsOf = (lines: typeof before) => lines.find((one) => one.name === name)?.years ?? 0;
      return yearsOf(groups.source) - yearsOf(before);
    };
    expect([growth("Gift"), growth("Own")]).toEqual([1, 1]);
  });

  it("that is asleep stopped after the last week it has written", () => {
    const before = pacesOn(NOW).stops;
    year(90, [1, 2, 7], {}, daysAgo(40));
    year(90, [], {}, daysAgo(40));
    year(90, [7], {}, daysAgo(3));
    const grown = pacesOn(NOW).stops.map((years, week) => years - (before[week] ?? 0));
    expect(grown.flatMap((years, week) => (years > 0 ? [[week, years]] : []))).toEqual([
      [0, 1],
      [7, 1],
    ]);
  });
});

describe("what the latest weekly email did", () => {
  it("is told by the weeks written within seven days of it, beside those of years without emails", () => {
    const lines = () => remindersOn(NOW).map(({ isOn: _, ...line }) => line);
    const [on = NONE, off = NONE] = lines();
    const asked = (...written: Date[]) => {
      const id = year(60, []);
      sendEmail(id, 5, daysAgo(20));
      sendEmail(id, 6, daysAgo(10));
      // Younger than seven days, or still to be sent.
      sendEmail(id, 7, daysAgo(3));
      sendEmail(id, 8, null);
      for (const [place, at] of written.entries()) write(id, place + 1, at);
    };
    asked(daysAgo(10), daysAgo(2.9), daysAgo(19));
    asked(daysAgo(9.9), daysAgo(3));
    // Exactly as old as an email that is asked about.
    const exactly = year(60, []);
    sendEmail(exactly, 6, daysAgo(7));
    write(exactly, 1, daysAgo(6));
    // Not begun yet, sent to print, and one whose owner has switched off all emails; the first day counts.
    year(-1, [1], { emailsPausedAt: daysAgo(50) });
    year(60, [1], { emailsPausedAt: daysAgo(50), status: "COMPLETED" });
    year(0, [], { emailsPausedAt: daysAgo(50) });
    const silent = loopOf(person("Sil", { notifyByEmail: false }).id, { startDay: addDays(TODAY, -60) });
    sendEmail(silent.id, 6, daysAgo(10));
    year(60, [1]);
    for (const saved of [6.9, 7.1, 30]) year(60, [1], { emailsPausedAt: daysAgo(50) }, daysAgo(saved));
    year(600, [1], { emailsPausedAt: daysAgo(50) });
    const [onAfter, offAfter] = lines();
    expect(onAfter).toEqual({ years: on.years + 3, wrote: on.wrote + 2, weeks: on.weeks + 3 });
    expect(offAfter).toEqual({ years: off.years + 5, wrote: off.wrote + 1, weeks: off.weeks + 1 });
  });
});

const NONE = { years: 0, wrote: 0, weeks: 0 };

describe("the figures of years", () => {
  it("have every year once, however many slices they are counted in", () => {
    const { id } = person("Many");
    const before = pacesOn(NOW);
    const shares = [
      { theme: "pet", type: "first-slice", emailsPausedAt: NOW },
      { theme: "pet", type: "second-slice", emailsPausedAt: NOW },
    ];
    for (let place = 0; place < 1_100; place += 1)
      loopOf(id, { ...shares[place % 2], startDay: addDays(TODAY, -3), createdAt: NOW });
    const { groups, reminders } = pacesOn(NOW);
    const linesOf = (kind: string) => groups.kind.find(({ name }) => name === kind)?.paces.on_time;
    expect([linesOf("pet/first-slice"), linesOf("pet/second-slice")]).toEqual([550, 550]);
    expect((groups.all[0]?.years ?? 0) - (before.groups.all[0]?.years ?? 0)).toBe(1_100);
    const off = (lines: typeof reminders) => lines.find(({ isOn }) => !isOn)?.years ?? 0;
    expect(off(reminders) - off(before.reminders)).toBe(1_100);
  });

  it("read words, drafts and emails from indexes alone", () => {
    const plan = plansOf(() => pacesOn(NOW));
    const read = plan.filter((line) => /\b(?:entries|drafts|emails)\b/.test(line));
    expect(read.length).toBeGreaterThan(5);
    for (const line of read) expect(line).toMatch(/^SEARCH \w+ USING COVERING INDEX /);
  });

  it("begin with the years of a slice, also where SQLite has no statistics", () => {
    rawConnection().exec("DELETE FROM sqlite_stat1; ANALYZE sqlite_schema");
    const plan = plansOf(() => pacesOn(NOW));
    expect(plan.filter((line) => /\b(?:loops|accounts)\b/.test(line))).toEqual([
      expect.stringMatching(/^SEARCH loops USING COVERING INDEX \w+ \(id>\?\)$/),
      ...[1, 2].flatMap(() => [
        expect.stringMatching(/^SEARCH loops USING INDEX \w+ \(id>\? AND id<\?\)$/),
        expect.stringMatching(/^SEARCH accounts USING INDEX \w+ \(id=\?\)$/),
      ]),
    ]);
  });
});
