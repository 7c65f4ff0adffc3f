import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import {
  discountUses,
  disputes,
  fulfilments,
  ledger,
  loopCredits,
  orderLines,
  orders,
  payments,
  refundRequests,
  refunds,
  reprintRequests,
  shipments,
  vouchers,
} from "#db/schema";
import { eraseVoucherData } from "./gifts.server";
import { OPENS, OTHER_PEOPLES, PLACE, STAFF } from "./left-out";
import { rows, rowsOf, withAccount } from "./row-kind.server";

/**
 * What somebody bought and was given. What the law requires of orders for six years (HMRC: records of sales, VAT Notice
 * 700/21) stays without the person, who is removed when the account is deleted, and when nobody needs to know any more
 * who ordered. What was bought, when and for how much stays.
 */

const SALES = { stay: "Records of sales, which name nobody." };
const AS_ORDERS = "Emptied of their person with the orders: erasure/old-orders.server.ts.";

export const OF_ORDERS = {
  orders: rows(orders, {
    whose: { account: orders.accountId },
    exported: {
      heading: "Orders",
      means: "what you ordered; pricing is the price list on that day",
      orderBy: desc(orders.createdAt),
    },
    kept: AS_ORDERS,
    erased: {
      emptied: { accountId: null, email: "", firstName: "", lastName: "", deliveryAddress: null, giftDetails: null },
      of: { order: orders.id },
    },
  }),
  orderLines: rows(orderLines, {
    whose: { order: orderLines.orderId },
    exported: { heading: "What was in each order", means: "what was in each order" },
    kept: AS_ORDERS,
    erased: (tx, { orderIds }) => {
      const isCopies = and(inArray(orders.id, [...orderIds]), eq(orders.kind, "book_copies"));
      const copies = db.select({ id: orders.id }).from(orders).where(isCopies);
      // The name of a copy contains the title of a loop.
      const unnamed = { itemId: "book-copy", name: "Book copy", description: "" };
      tx.update(orderLines).set(unnamed).where(inArray(orderLines.orderId, copies)).run();
    },
  }),
  payments: rows(payments, {
    whose: { order: payments.orderId },
    exported: { heading: "Payments", means: "each attempt to pay for an order" },
    kept: AS_ORDERS,
    erased: { emptied: { checkoutUrl: null, cardBrand: null, cardLast4: null, lastError: null } },
  }),
  refunds: rows(refunds, {
    whose: { order: refunds.orderId },
    exported: {
      heading: "Refunds",
      means: "money we refunded, or were asked to refund",
      leftOut: { requestedByStaffId: STAFF },
    },
    kept: AS_ORDERS,
    erased: { emptied: { reason: "" } },
  }),
  refundRequests: rows(refundRequests, {
    whose: { order: refundRequests.orderId },
    exported: {
      heading: "Refunds two people approve",
      means: "larger refunds, which a second member of staff must approve",
      leftOut: { requestedByStaffId: STAFF, decidedByStaffId: STAFF },
    },
    kept: AS_ORDERS,
    erased: { emptied: { reason: "", decidedReason: null } },
  }),
  disputes: rows(disputes, {
    whose: { order: disputes.orderId },
    exported: {
      heading: "Payments you disputed at your bank",
      means: "payments that were disputed at a bank: why, and how it ended",
      leftOut: { answeredByStaffId: STAFF, evidenceByStaffId: STAFF },
    },
    erased: SALES,
  }),
  ledger: rows(ledger, {
    whose: { order: ledger.orderId },
    exported: {
      heading: "Money in and out",
      means: "every movement of money: payments are positive, refunds negative",
    },
    erased: SALES,
  }),
  discountUses: rows(discountUses, {
    whose: { order: discountUses.orderId },
    exported: { heading: "Discount codes used", means: "discount codes you used" },
    kept: AS_ORDERS,
    erased: { emptied: { customerKey: "" } },
  }),
  fulfilments: rows(fulfilments, {
    whose: { order: fulfilments.orderId },
    exported: { heading: "Orders completed", means: "when an order was completed" },
    erased: SALES,
  }),
  shipments: rows(shipments, {
    whose: { order: shipments.orderId, loop: shipments.loopId },
    exported: {
      heading: "Shipments",
      means: "books on their way",
      leftOut: { prints: PLACE, filesFailure: PLACE, reprintStaffId: STAFF },
    },
    kept: AS_ORDERS,
    erased: {
      emptied: { deliveryAddress: null, trackingNumber: null, reprintReason: null, filesFailure: null, prints: [] },
    },
  }),
  reprintRequests: rows(reprintRequests, {
    whose: { shipment: reprintRequests.shipmentId },
    exported: {
      heading: "Reprints two people approve",
      means: "books to print again, which a second member of staff must approve",
      leftOut: { requestedByStaffId: STAFF, decidedByStaffId: STAFF },
    },
    kept: AS_ORDERS,
    erased: { emptied: { reason: "", deliveryAddress: null, decidedReason: null } },
  }),
};

export const OF_PURCHASES = {
  ...OF_ORDERS,
  loopCredits: rows(loopCredits, {
    whose: { account: loopCredits.accountId },
    exported: {
      heading: "Loops without a delivery date",
      means: "loops you paid for or were given; spentAt says when you chose the delivery date",
    },
    erased: (tx, person, now) => {
      const isOpen = and(isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt));
      const isTheirs = rowsOf({ account: loopCredits.accountId }, person);
      tx.update(loopCredits).set({ cancelledAt: now }).where(and(isTheirs, isOpen)).run();
    },
  }),
  vouchersBought: rows(vouchers, {
    whose: { account: vouchers.purchasedByAccountId },
    exported: {
      heading: "Gifts you bought",
      means: "gifts you bought",
      leftOut: {
        ...{ codeHash: OPENS, codeSealed: OPENS, batchId: STAFF },
        ...{ redeemedByAccountId: OTHER_PEOPLES, loopId: OTHER_PEOPLES },
      },
    },
    kept: "Emptied once they are sent, used or over and nobody gives them any more: gifts.server.ts beside this.",
    erased: (tx, person, now) => eraseVoucherData(tx, withAccount(person).account, now),
  }),
  vouchersRedeemed: rows(vouchers, {
    whose: { account: vouchers.redeemedByAccountId },
    exported: {
      heading: "Vouchers you redeemed",
      means: "vouchers you redeemed, with the giver’s message",
      leftOut: {
        ...{ codeHash: OPENS, codeSealed: OPENS, batchId: STAFF },
        ...{ purchasedByAccountId: OTHER_PEOPLES, orderId: OTHER_PEOPLES },
      },
    },
    erased: { stay: "Emptied with those that were bought." },
  }),
};
