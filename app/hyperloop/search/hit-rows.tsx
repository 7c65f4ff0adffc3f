import type { FoundOrder } from "~/domain/backoffice/search/found-orders.server";
import type { FoundPerson } from "~/domain/backoffice/search/found-people.server";
import type { FoundBatch, FoundVoucher } from "~/domain/backoffice/search/found-vouchers.server";
import { countBindings } from "~/domain/kernel/book-format/bindings";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { formatPostcode } from "~/domain/kernel/text/postcodes";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import type { shipmentLines } from "~/domain/operations/printing/print-queue.server";
import { trackingPage } from "~/domain/operations/printing/tracking";
import { isPermitted, type Permission, type StaffRole } from "~/domain/people/staff/permissions";
import { PATHS, personPath } from "~/hyperloop/paths";
import { STATUSES } from "~/hyperloop/statuses";
import type { BadgeTone } from "~/ui/badge";

/** The rows of what was found: what it is, a fact, its state, and the likeliest next act of this role. */

type Label = readonly [word: string, tone: BadgeTone];

export interface HitRow {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly facts: string;
  readonly figure: string;
  readonly state: Label;
  /** At most two. */
  readonly actions: readonly Action[];
}

interface Action {
  readonly label: string;
  readonly href: string;
  readonly permission: Permission;
}

const permitted = (role: StaffRole, actions: readonly (Action | false)[]): Action[] =>
  actions.filter((action) => action !== false && isPermitted(role, action.permission)).slice(0, 2) as Action[];

export function personRow(person: FoundPerson, role: StaffRole): HitRow {
  const path = personPath(person);
  const { isGuest, loopCount, orderCount } = person;
  const count = isGuest
    ? `Guest, ${formatFigureOf(orderCount, "order", "orders")}`
    : `Account, ${formatFigureOf(loopCount, "loop", "loops")}`;
  return {
    id: person.id,
    name: person.name,
    href: path,
    facts: [person.email, person.postcode].filter(Boolean).join(", "),
    figure: count,
    state: stateOfPerson(person),
    actions: permitted(role, [
      person.disputedOrderId !== null && {
        label: "See dispute",
        href: `${PATHS.orders}/${person.disputedOrderId}`,
        permission: "orders.read",
      },
      person.isUndeliverable && {
        label: "Correct email",
        href: `${PATHS.people}/${person.id}/email`,
        permission: "accounts.correct",
      },
      !isGuest &&
        person.status === "active" && {
          label: "Send a reset link",
          href: `${path}/reset-link`,
          permission: "accounts.correct",
        },
    ]),
  };
}

function stateOfPerson(person: FoundPerson): Label {
  if (person.disputedOrderId !== null) return ["Dispute", "bad"];
  if (person.isUndeliverable) return ["Email failed", "bad"];
  if (person.isLeaving) return ["To be deleted", "pending"];
  if (person.isGuest) return ["Guest", "off"];
  return STATUSES.account[person.status];
}

const ORDERED: Readonly<Record<FoundOrder["kind"], readonly [one: string, many: string]>> = {
  loop: ["loop", "loops"],
  gift: ["gift", "gifts"],
  book_copies: ["book copy", "book copies"],
};

export function orderRow(order: FoundOrder, role: StaffRole): HitRow {
  const path = `${PATHS.orders}/${order.id}`;
  const canRefund = order.isPaid && !order.isDisputed && order.refundedPence < order.totalPence;
  return {
    id: order.id,
    name: order.number,
    href: path,
    facts: [order.buyer, formatFigureOf(order.quantity, ...ORDERED[order.kind]), formatLondonDay(order.createdAt)].join(
      ", ",
    ),
    figure: formatPence(order.totalPence),
    state: order.isDisputed
      ? ["Disputed", "bad"]
      : order.requestId
        ? ["Refund asked", "pending"]
        : STATUSES.order[order.status],
    actions: permitted(role, [
      order.requestId !== null && {
        label: "See refund",
        href: `${PATHS.refundRequests}/${order.requestId}`,
        permission: "refunds.approve",
      },
      canRefund &&
        order.requestId === null && {
          label: "Refund",
          href: `${path}/refund`,
          permission: "refunds.give",
        },
      order.isPaid && { label: "Receipt", href: `${path}/receipt`, permission: "orders.read" },
    ]),
  };
}

export function voucherRow(voucher: FoundVoucher, role: StaffRole): HitRow {
  const path = `${PATHS.vouchers}/${voucher.id}`;
  const { recipient, giver, status, redeemedByAccountId } = voucher;
  const isUsable = status === "ACTIVE" || status === "EXPIRED";
  return {
    id: voucher.id,
    name: `···· ···· ${voucher.lastFour}`,
    href: path,
    facts: [recipient && `For ${recipient}`, giver && `from ${giver}`].filter(Boolean).join(", ") || "No name",
    figure: voucher.redeemedAt ? formatLondonDay(voucher.redeemedAt) : `Until ${formatLondonDay(voucher.expiresAt)}`,
    state: STATUSES.voucher[status],
    actions: permitted(role, [
      redeemedByAccountId !== null && {
        label: "See loop",
        href: `${PATHS.people}/${redeemedByAccountId}`,
        permission: "accounts.read",
      },
      isUsable && { label: "Extend", href: `${path}/extend`, permission: "vouchers.extend" },
      status === "ACTIVE" && { label: "Cancel", href: `${path}/cancel`, permission: "vouchers.cancel" },
    ]),
  };
}

type Shipment = ReturnType<typeof shipmentLines>[number];

export function shipmentRow(shipment: Shipment, role: StaffRole): HitRow {
  const path = `${PATHS.printQueue}/${shipment.id}`;
  const { address, carrier, trackingNumber, state } = shipment;
  const tracking = carrier && trackingNumber ? trackingPage(carrier, trackingNumber) : null;
  const books = countBindings(shipment.books);
  const isThere = state === "waiting" || state === "printing";
  return {
    id: shipment.id,
    name: [shipment.title, books].filter(Boolean).join(", "),
    href: path,
    facts: [
      address ? `To ${address.name}, ${formatPostcode(address.postcode)}` : "No address",
      shipment.reference,
      trackingNumber,
    ]
      .filter(Boolean)
      .join(", "),
    figure: `Since ${formatLondonDay(shipment.createdAt)}`,
    state: shipment.isInDoubt || shipment.isReversed ? ["On hold", "pending"] : STATUSES.shipment[state],
    actions: permitted(role, [
      isThere && {
        label: "Correct address",
        href: `${path}/address`,
        permission: "orders.correct_address",
      },
      tracking !== null && { label: "Track", href: tracking, permission: "printing.read" },
      !isThere && { label: "Print again", href: `${path}/reprint`, permission: "printing.reprint" },
    ]),
  };
}

export function batchRow(batch: FoundBatch): HitRow {
  return {
    id: batch.id,
    name: batch.note || "No note",
    href: `${PATHS.batches}/${batch.id}`,
    facts: `${formatFigureOf(batch.count, "voucher", "vouchers")}, made ${formatLondonDay(batch.createdAt)} by ${batch.madeBy ?? "a former colleague"}`,
    figure: `${batch.redeemed} redeemed`,
    state:
      batch.held > 0
        ? ["Awaiting approval", "pending"]
        : batch.cancelled === batch.count
          ? ["Cancelled", "off"]
          : ["In use", "good"],
    actions: [],
  };
}
