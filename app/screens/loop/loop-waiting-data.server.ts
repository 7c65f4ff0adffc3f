import { picturePath } from "~/domain/catalogue/picture-path";
import { promptForWeek } from "~/domain/catalogue/prompts";
import { deliveryWindow } from "~/domain/loops/calendar";
import type { AvailableCredit } from "~/domain/loops/credits.server";
import { orderById } from "~/domain/orders/orders.server";
import { londonDay } from "~/domain/time/days";

/** What the dashboard shows of a loop without a date: all of it from what was bought. */
export function describeWaiting(credit: AvailableCredit, now: Date) {
  const order = credit.orderId === null ? undefined : orderById(credit.orderId);
  return {
    name: credit.name,
    theme: credit.theme,
    picture: picturePath(credit.theme, new Set(), { start: "thread" }),
    question: promptForWeek(credit.theme, credit.type, 1),
    bookDay: deliveryWindow(londonDay(now)).recommended,
    isGift: order === undefined,
    order: order ? { number: order.number, paidDay: londonDay(order.paidAt ?? order.createdAt) } : null,
  };
}

export type WaitingData = ReturnType<typeof describeWaiting>;
