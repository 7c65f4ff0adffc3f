import fc from "fast-check";
import { expect, it } from "vitest";
import {
  dueLastEmails,
  dueWeeklyEmails,
  type EmailLoop,
  LAST_EMAIL,
  lastEmailMoment,
  nextEmailMoment,
  previewEmail,
} from "~/domain/diary/entries/weekly-emails";
import { isYearOver, pauseOn } from "~/domain/diary/loops/rescheduling";
import { WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { londonDay, weekdayOf } from "~/domain/kernel/time/days";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { hourInLondon, startOfLondonDay } from "~/domain/kernel/time/instants";
import { cases } from "../../../../support/rounds";
import { anyYear } from "../../rules/calendar/years";

const anyEmailTime = fc.record({ day: fc.integer({ min: 0, max: 6 }), hour: fc.integer({ min: 0, max: 23 }) });

const anyLoop: fc.Arbitrary<EmailLoop> = fc.record({ year: anyYear, time: anyEmailTime }).map(({ year, time }) => ({
  ...year,
  id: "loop",
  accountId: "account",
  status: "ACTIVE",
  emailDay: time.day,
  emailHour: time.hour,
  emailsPausedAt: null,
  emailsSince: null,
  emailWeek: 0,
  createdAt: startOfLondonDay(year.startDay),
  owner: {
    ...{ status: "active", isTest: false, notifyByEmail: true },
    ...{ emailVerifiedAt: new Date(0), deletionDueAt: null },
  },
}));

it("a year gets one email for each of its weeks, in order, at the chosen hour and never in a pause, then a last one", () => {
  fc.assert(
    fc.property(anyLoop, (loop) => {
      const time = { day: loop.emailDay ?? 0, hour: loop.emailHour ?? 0 };
      let now = loop.createdAt;
      let emailWeek = 0;
      let foreseen = previewEmail(loop, now);
      const asked: number[] = [];
      while (emailWeek < LAST_EMAIL) {
        now = nextEmailMoment(time, now);
        const day = londonDay(now);
        const isTheHour = hourInLondon(now) === time.hour || (time.hour === 1 && hourInLondon(now) === 2);
        expect([weekdayOf(day), isTheHour]).toEqual([time.day, true]);
        expect(lastEmailMoment(time, new Date(now.getTime() + MINUTE_MS))).toEqual(now);
        const [due] = dueWeeklyEmails([{ ...loop, emailWeek }], now);
        if (due) {
          const { from, to } = weekDays(loop, due.week);
          expect(from <= day && day <= to).toBe(true);
          expect(pauseOn(loop.pauses, day)).toBeNull();
          expect(foreseen).toEqual(now);
          asked.push(due.week);
          emailWeek = due.week;
          foreseen = previewEmail({ ...loop, emailWeek }, now);
        }
        if (dueLastEmails([{ ...loop, emailWeek }], now).length > 0) {
          expect([isYearOver(loop, day), foreseen]).toEqual([true, null]);
          emailWeek = LAST_EMAIL;
        }
      }
      expect(asked).toEqual(Array.from({ length: WEEKS }, (_, index) => index + 1));
    }),
    cases(1_000, 25),
  );
});
