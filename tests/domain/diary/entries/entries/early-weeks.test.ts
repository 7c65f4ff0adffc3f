import "../../../../support/payment-sandbox";
import { describe, expect, it } from "vitest";
import { openWeek, startToWrite, writeWeek } from "~/domain/diary/entries/entries.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { beginLoop, loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { DAYS_FROM_START_TO_DELIVERY } from "~/domain/diary/rules/calendar";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { orderById } from "~/domain/shop/orders/orders.server";
import { clock } from "../../../../support/payment-sandbox";
import { person } from "../../../../support/people";
import { bought } from "../../../../support/shop";

/** A year bought today that starts in so many days, with or without the wish not to wait. */
async function yearOf(startsIn: number, startsAtOnce: boolean) {
  const order = await bought(person("Ada"), { startsAtOnce });
  const accountId = order.accountId ?? "";
  const paidDay = londonDay(clock.now);
  const begun = beginLoop(accountId, addDays(paidDay, startsIn + DAYS_FROM_START_TO_DELIVERY), clock.now);
  if (!begun.ok) throw new Error(begun.reason);
  const place = { accountId, loopId: begun.loop.id, week: 1 };
  const lastDay = addDays(paidDay, CANCELLATION_DAYS);
  return { order, place, lastDay };
}

type Place = Awaited<ReturnType<typeof yearOf>>["place"];

const write = (place: Place, now: Date) =>
  writeWeek({ ...place, words: { ...NO_WORDS, content: "It looked at us." }, revision: "0.0", complete: false }, now);
const open = ({ accountId, loopId, week }: Place, now: Date) => openWeek(accountId, loopId, week, now);

describe("week 1 of a year that starts later, without the wish not to wait", () => {
  it.each([15, 90])(
    "can’t be written in the last moment of the days to cancel, and can in the next (start in %i days)",
    async (startsIn) => {
      const { place, lastDay } = await yearOf(startsIn, false);
      const last = endOfLondonDay(lastDay);
      expect(open(place, last)).toMatchObject({ ok: false, reason: "wish_first" });
      expect(write(place, last)).toMatchObject({ ok: false, reason: "wish_first" });
      const first = startOfLondonDay(addDays(lastDay, 1));
      expect(open(place, first).ok).toBe(true);
      expect(write(place, first)).toMatchObject({ ok: true, saved: "draft" });
    },
  );

  it("can be written as soon as the wish is given, which starts the year that day", async () => {
    const { order, place, lastDay } = await yearOf(90, false);
    const now = endOfLondonDay(lastDay);
    expect(startToWrite(place.accountId, place.loopId, now)).toMatchObject({ startDay: lastDay });
    expect(write(place, now)).toMatchObject({ ok: true, saved: "draft" });
    expect(orderById(order.id)?.startRequestedAt).toEqual(now);
  });
});

describe("week 1 of a year that starts later, with the wish given at payment", () => {
  it("can be written at once, and the year keeps its dates", async () => {
    const { place } = await yearOf(90, true);
    const before = loopOwnedBy(place.accountId, place.loopId);
    expect(startToWrite(place.accountId, place.loopId, clock.now)).toBeNull();
    expect(write(place, clock.now)).toMatchObject({ ok: true, saved: "draft" });
    expect(loopOwnedBy(place.accountId, place.loopId)).toMatchObject({
      startDay: before?.startDay,
      deliveryDay: before?.deliveryDay,
    });
  });
});
