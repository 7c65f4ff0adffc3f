import { formatBookDay } from "~/domain/diary/loops/book-days";
import { beginLoop, loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { moveDelivery, pauseLoop } from "~/domain/diary/loops/rescheduling.server";
import { changeType } from "~/domain/diary/loops/type-change.server";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { formatDay } from "~/domain/kernel/time/format-days";
import { actOnBehalf, type StaffReason } from "./on-behalf.server";

/** What staff do with a customer's year: its owner's own functions, with a reason. */

/** Moves the delivery day of a loop. */
export function moveDateFor(
  wanted: { accountId: string; loopId: string; deliveryDay: string },
  by: StaffReason,
  now: Date,
) {
  const { accountId, loopId, deliveryDay } = wanted;
  const act = {
    accountId,
    action: "loops.move_date",
    before: { loopId, deliveryDay: loopOwnedBy(accountId, loopId)?.deliveryDay },
    after: () => ({ loopId, deliveryDay }),
    told: () => `We moved your delivery date to ${formatDay(deliveryDay)}.`,
  };
  return actOnBehalf(act, by, now, () => moveDelivery(accountId, loopId, deliveryDay, now));
}

/** Pauses a loop from today for some weeks; everything after them moves back, the book too. */
export function pauseFor(wanted: { accountId: string; loopId: string; weeks: number }, by: StaffReason, now: Date) {
  const { accountId, loopId, weeks } = wanted;
  const act = {
    accountId,
    action: "loops.pause",
    after: () => ({ loopId, weeks }),
    told: ({ loop }: { loop: { deliveryDay: string } }) =>
      `We paused your loop for ${formatFigureOf(weeks, "week", "weeks")}. Your book is due ${formatBookDay(loop.deliveryDay)} now.`,
  };
  return actOnBehalf(act, by, now, () => pauseLoop(accountId, loopId, weeks, now));
}

/** Makes a year one of another type, before its third week. */
export function changeTypeFor(
  wanted: { accountId: string; loopId: string; theme: string; type: string },
  by: StaffReason,
  now: Date,
) {
  const { accountId, loopId, theme, type } = wanted;
  const loop = loopOwnedBy(accountId, loopId);
  const act = {
    accountId,
    action: "loops.change_type",
    before: { loopId, theme: loop?.theme, type: loop?.type },
    after: () => ({ loopId, theme, type }),
    told: ({ name }: { name: string }) => `We changed your loop to ${name}.`,
  };
  return actOnBehalf(act, by, now, () => changeType(accountId, loopId, { theme, type }, now));
}

/** Begins a loop from a credit that its owner has not used. */
export function beginLoopFor(
  wanted: { accountId: string; creditId: string; deliveryDay: string },
  by: StaffReason,
  now: Date,
) {
  const { accountId, creditId, deliveryDay } = wanted;
  const act = {
    accountId,
    action: "loops.begin",
    after: () => ({ creditId, deliveryDay }),
    told: null,
  };
  return actOnBehalf(act, by, now, () => beginLoop(accountId, deliveryDay, now, creditId));
}
