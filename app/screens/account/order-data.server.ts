import { findTheme } from "~/domain/diary/catalogue/catalogue";
import { promisedBookDay } from "~/domain/diary/loops/book-days";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { londonDay } from "~/domain/kernel/time/days";
import { CANCEL_WORDS, formatUntil } from "~/domain/shop/order-rules/cancellation";
import { cancelOffersOf } from "~/domain/shop/orders/cancellation.server";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { type PastOrder, paidOrdersOf } from "~/domain/shop/orders/history.server";
import { addressData } from "./address-change.server";
import { giftData } from "./gift-data.server";

/** The label and the badge of each status. */
const STATUS_LABELS: Record<string, readonly [word: string, tone: "good" | "info" | "off"]> = {
  PAID: ["Paid", "good"],
  PARTLY_REFUNDED: ["Partly refunded", "info"],
  REFUNDED: ["Refunded", "off"],
  CANCELLED: ["Cancelled", "off"],
  ACTIVE: ["Active", "good"],
  COMPLETED: ["Completed", "good"],
  PRINTING: ["Printing", "info"],
  SHIPPED: ["On its way", "info"],
  DELIVERED: ["Delivered", "good"],
};

export function labelOf(status: string) {
  const [word, tone] = STATUS_LABELS[status] ?? [status, "info" as const];
  return { status: word, tone };
}

export function orderData(accountId: string, now: Date, hidesCodes: boolean) {
  const cancellable = cancelOffersOf(accountId, now);
  return {
    gifts: giftData(accountId, now).map((gift) => (hidesCodes ? { ...gift, code: null } : gift)),
    orders: paidOrdersOf(accountId).map((past) => ({
      ...describeOrder(past, londonDay(now)),
      address: addressData(accountId, past.order.id),
      cancelling: cancellable.has(past.order.id)
        ? { words: CANCEL_WORDS[past.order.kind], until: formatUntil(past.order) }
        : null,
    })),
  };
}

export type OrderData = ReturnType<typeof orderData>;

/** The status of an order of copies is that of its least advanced shipment. */
const SHIPMENT_STATUSES = [
  ["waiting", "PAID"],
  ["printing", "PRINTING"],
  ["shipped", "SHIPPED"],
  ["delivered", "DELIVERED"],
] as const;

function statusOf({ order, loop, shipments }: PastOrder): string {
  if (order.status !== "PAID") return order.status;
  if (loop) return loop.status;
  const first = shipments.filter(({ reprintOf }) => reprintOf === null);
  const [, status] = SHIPMENT_STATUSES.find(([at]) => first.some(({ state }) => state === at)) ?? [];
  return status ?? order.status;
}

/** The shipments under way: the expected day and the carrier. */
function shipmentsOf({ loop, shipments }: PastOrder) {
  if (loop?.status === "SHIPPED" && loop.carrier) {
    return [{ key: loop.id, isReplacement: false, state: "shipped" as const, ...carriage(loop), expectedDay: null }];
  }
  return shipments
    .filter(({ state }) => state !== "delivered")
    .map((shipment) => ({
      key: shipment.id,
      isReplacement: shipment.reprintOf !== null,
      state: shipment.state,
      ...carriage(shipment),
      expectedDay: shipment.expectedDay,
    }));
}

const carriage = (by: { carrier: string | null; trackingNumber: string | null }) => ({
  carrier: by.carrier,
  trackingNumber: by.trackingNumber,
});

function describeOrder(past: PastOrder, today: string) {
  const { order, loop, entriesCount } = past;
  const status = statusOf(past);
  const theme = order.theme ? findTheme(order.theme) : undefined;
  return {
    id: order.id,
    number: order.number,
    title: loop?.title ?? (theme ? `${theme.name} Loop${order.kind === "gift" ? ", as a gift" : ""}` : "Book copies"),
    ...labelOf(status),
    totalPence: order.totalPence,
    refundedPence: order.refundedPence,
    termsHash: order.termsHash,
    privacyHash: order.privacyHash,
    paidDay: order.paidAt ? londonDay(order.paidAt) : null,
    lines: past.lines.map(({ name, description, quantity }) =>
      [`${quantity} × ${name}`, description].filter((part) => part !== "").join(": "),
    ),
    shipments: shipmentsOf(past),
    /** The item for another copy of the delivered book; only for its writer. */
    copyOf: loop?.isOwn && loop.status === "DELIVERED" ? itemIdOf(loop.id, "standard") : null,
    loop: loop && {
      startDay: loop.startDay,
      deliveryDay: promisedBookDay(loop, past.expectedDay, today),
      deliveredDay: loop.deliveredAt && londonDay(loop.deliveredAt),
      entriesCount: Math.min(WEEKS, entriesCount),
    },
  };
}
