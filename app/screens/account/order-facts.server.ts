import { findTheme } from "~/domain/catalogue/catalogue";
import { londonDay, WEEKS } from "~/domain/loops/calendar";
import { cancellableOrdersOf } from "~/domain/orders/cancelling.server";
import { itemIdOf } from "~/domain/orders/cart";
import { type PastOrder, paidOrdersOf } from "~/domain/orders/history.server";

import { giftFacts } from "./gift-facts.server";

const STATUS_WORDS: Record<string, string> = {
  PAID: "Paid",
  PARTLY_REFUNDED: "Partly refunded",
  REFUNDED: "Refunded",
  CANCELLED: "Cancelled",
  ACTIVE: "Active",
  COMPLETED: "Completed",
  PRINTING: "Printing",
  SHIPPED: "On its way",
  DELIVERED: "Delivered",
};

/** From completion on a loop is green; everything else is amber. */
const GREEN = ["COMPLETED", "PRINTING", "SHIPPED", "DELIVERED"];

export function orderFacts(accountId: string, now: Date) {
  const cancellable = cancellableOrdersOf(accountId, now);
  return {
    gifts: giftFacts(accountId, now),
    orders: paidOrdersOf(accountId).map((past) => ({
      ...describeOrder(past),
      canBeCancelled: cancellable.has(past.order.id),
    })),
  };
}

export type OrderFacts = ReturnType<typeof orderFacts>;

function describeOrder({ order, loop, entriesCount }: PastOrder) {
  const status = order.status === "PAID" && loop ? loop.status : order.status;
  const theme = order.theme ? findTheme(order.theme) : undefined;
  return {
    id: order.id,
    number: order.number,
    title:
      loop?.title ??
      (theme ? `${theme.name} Loop${order.kind === "gift" ? ", as a gift" : ""}` : "Book copies"),
    status: STATUS_WORDS[status] ?? status,
    isGreen: GREEN.includes(status),
    totalPence: order.totalPence,
    refundedPence: order.refundedPence,
    paidDay: order.paidAt ? londonDay(order.paidAt) : null,
    isGift: order.kind === "gift",
    /** The item that a copy of the delivered book is; for whoever wrote it only. */
    copyOf: loop?.isOwn && loop.status === "DELIVERED" ? itemIdOf(loop.id, "standard") : null,
    loop: loop && {
      startDay: loop.startDay,
      endDay: loop.deliveryDay,
      entriesCount: Math.min(WEEKS, entriesCount),
    },
  };
}
