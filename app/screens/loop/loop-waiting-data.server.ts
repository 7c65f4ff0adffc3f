import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { picturePath } from "~/domain/diary/catalogue/picture-path";
import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import { type AvailableCredit, firstStartOf, firstStartOfLoop, orderOfLoop } from "~/domain/diary/loops/credits.server";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { formatStart, formatStartBeforeDate } from "~/domain/diary/loops/starting";
import { DAYS_A_WEEK, deliveryWindow } from "~/domain/diary/rules/calendar";
import { daysBetween, londonDay } from "~/domain/kernel/time/days";
import { orderById } from "~/domain/shop/orders/orders.server";
import { describeWish } from "./loop-settings-data.server";

/** What the dashboard shows of a loop without a date: all of it from what was bought. */
export function describeWaiting(credit: AvailableCredit, now: Date) {
  const firstStart = firstStartOf(credit, now);
  return {
    place: credit.place,
    name: credit.name,
    theme: credit.theme,
    picture: picturePath(credit.theme, new Set(), { start: "thread" }),
    question: promptForWeek(credit.theme, credit.type, 1),
    bookDay: deliveryWindow(londonDay(now), firstStart).recommended,
    firstStart,
    says: formatStartBeforeDate(firstStart),
    isGift: credit.orderId === null,
    order: orderLine(credit.orderId),
    dated: null,
  };
}

/** What the dashboard shows of a loop whose year starts later, while nothing of it is written. */
export function describeDated(
  loop: Loop,
  question: string | undefined,
  reader: { hasOtherLoops: boolean; isGuest: boolean },
  now: Date,
) {
  const type = findLoopType(loop.theme, loop.type);
  const theme = type?.themeId ?? "classic";
  const orderId = orderOfLoop(loop.id);
  return {
    place: "",
    name: loop.title ?? type?.displayName ?? "Your year",
    theme,
    picture: picturePath(theme, new Set(), { start: "thread" }),
    question: question ?? promptForWeek(theme, loop.type, 1),
    bookDay: loop.deliveryDay,
    firstStart: null,
    says: "",
    isGift: orderId === null,
    order: orderLine(orderId),
    dated: {
      loopId: loop.id,
      wish: describeWish(loop, now),
      says: formatStart(loop.startDay, firstStartOfLoop(loop.id, now), londonDay(now)),
      startDay: loop.startDay,
      weeksAhead: Math.floor(daysBetween(londonDay(now), loop.startDay) / DAYS_A_WEEK),
      hasTitle: loop.title !== null,
      ...reader,
    },
  };
}

function orderLine(orderId: string | null) {
  const order = orderId === null ? undefined : orderById(orderId);
  return order ? { number: order.number, paidDay: londonDay(order.paidAt ?? order.createdAt) } : null;
}

export type WaitingData = ReturnType<typeof describeWaiting> | ReturnType<typeof describeDated>;
