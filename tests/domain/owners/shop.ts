import * as documents from "~/domain/operations/documents/receipt-document.server";
import * as voucherDocuments from "~/domain/operations/documents/voucher-document.server";
import * as discounts from "~/domain/shop/discounts/discounts.server";
import * as links from "~/domain/shop/order-links/signed-order-links.server";
import { offerKey } from "~/domain/shop/order-rules/cancellation";
import * as cancellation from "~/domain/shop/orders/cancellation.server";
import { itemIdOf } from "~/domain/shop/orders/cart";
import * as checkout from "~/domain/shop/orders/checkout.server";
import * as copies from "~/domain/shop/orders/copies.server";
import * as disputes from "~/domain/shop/orders/dispute-records.server";
import * as giftOrders from "~/domain/shop/orders/gift-orders.server";
import * as history from "~/domain/shop/orders/history.server";
import * as knownAddresses from "~/domain/shop/orders/known-addresses.server";
import * as orderAddress from "~/domain/shop/orders/order-address.server";
import * as orders from "~/domain/shop/orders/orders.server";
import * as payments from "~/domain/shop/orders/payments.server";
import * as gifts from "~/domain/shop/vouchers/gifts.server";
import * as pending from "~/domain/shop/vouchers/pending-voucher.server";
import { anAddress } from "../../support/addresses";
import { NOW } from "../../support/people";
import { type Owner, USED_ONCE, usedOnce } from "./owner";
import { changes, reads, type Table } from "./table";

/** Orders, discounts, gifts and vouchers. */

const look = { theme: "pet", type: "puppys-first-year" };
const buyer = { email: "a@example.com", firstName: "Changed", lastName: "Changed", isTest: false };
const address = anAddress({ line1: "1 Changed Row" });
const items = (of: Owner) => [{ itemId: itemIdOf(of.loopId, "luxury"), quantity: 1 }];
const holder = ({ accountId }: Owner) => ({ accountId, person: accountId, clientAddress: accountId });
const words = { recipientName: "Changed", recipientEmail: "", giftMessage: "", giverName: "", sendOnDay: "" };

export const shop: Table = {
  "operations/documents/receipt-document": {
    renderReceipt: reads((who, of) => documents.renderReceipt(who.accountId, of.orderId)),
  },
  "operations/documents/voucher-document": {
    renderVoucher: reads((who, of) => voucherDocuments.renderVoucher(who.accountId, of.voucherId, NOW)),
  },
  "shop/discounts/discounts": {
    isCodeSpent: reads((who) =>
      discounts.isCodeSpent({ discountId: usedOnce().id, orderId: "", accountId: who.accountId }),
    ),
    reserveDiscount: "Takes an order that was found by its owner",
    rowsOfBuyer: "Names the rows that quoteDiscount looks for",
    quoteDiscount: reads((who) =>
      discounts.quoteDiscount({ code: USED_ONCE, subtotalPence: 6999, accountId: who.accountId }, NOW),
    ),
  },
  "shop/discounts/launch-offer": { launchOfferFor: "Asks quoteDiscount" },
  "shop/order-links/signed-order-links": {
    newestOrderPath: reads((who) => links.newestOrderPath(who.accountId)),
  },
  "shop/orders/cancellation": {
    cancelOffersOf: reads((who) => cancellation.cancelOffersOf(who.accountId, NOW)),
    cancelStateOf: reads((who, of) => cancellation.cancelStateOf(who.accountId, of.orderId, NOW)),
    cancelOrder: changes((who, of) => {
      const state = cancellation.cancelStateOf(of.accountId, of.giftOrderId, NOW);
      const shown = state?.ok ? offerKey(state.offer) : "";
      return cancellation.cancelOrder(who.accountId, of.giftOrderId, shown, NOW);
    }),
  },
  "shop/orders/checkout": {
    basketStatus: reads((who, of) => checkout.basketStatus(who.accountId, of.basketKey, NOW)),
  },
  "shop/orders/copies": {
    quoteCopies: reads((who, of) => copies.quoteCopies(who.accountId, items(of))),
    placeCopiesOrder: changes((who, of) =>
      copies.placeCopiesOrder({ accountId: who.accountId, basketKey: "copies", items: items(of), address, buyer }, NOW),
    ),
  },
  "shop/orders/dispute-records": {
    openDisputesOfAccounts: reads((who) => disputes.openDisputesOfAccounts([who.accountId])),
  },
  "shop/orders/gift-orders": {
    giftOrderOf: reads((who, of) => giftOrders.giftOrderOf(who.accountId, of.giftOrderNumber)),
  },
  "shop/orders/history": {
    paidOrdersOf: reads((who) => history.paidOrdersOf(who.accountId)),
    newestPaidOrderOf: reads((who) => history.newestPaidOrderOf(who.accountId)),
  },
  "shop/orders/known-addresses": {
    knownAddressesOf: reads((who) => knownAddresses.knownAddressesOf(who.accountId)),
  },
  "shop/orders/order-address": {
    orderAddressOf: reads((who, of) => orderAddress.orderAddressOf(who.accountId, of.orderId)),
    changeOrderAddress: changes((who, of) =>
      orderAddress.changeOrderAddress(who.accountId, of.orderId, { ...address, address: "" } as never, NOW),
    ),
  },
  "shop/orders/orders": {
    quoteLoop: reads((who) => orders.quoteLoop({ accountId: who.accountId, discountCode: USED_ONCE }, NOW)),
    placeLoopOrder: changes((who, of) => {
      const basket = { accountId: who.accountId, basketKey: of.pendingBasketKey, ...look, discountCode: null };
      return orders.placeLoopOrder({ ...basket, address, buyer }, NOW).ok;
    }),
    orderOf: reads((who, of) => orders.orderOf(who.accountId, of.basketKey)),
  },
  "shop/orders/payments": {
    paymentOfReference: reads((who, of) => payments.paymentOfReference(who.accountId, of.paymentReference)),
  },
  "shop/vouchers/gifts": {
    giftsOf: reads((who) => gifts.giftsOf(who.accountId, NOW)),
    giftOf: reads((who, of) => gifts.giftOf(who.accountId, of.voucherId, NOW)),
    giftOfOrder: reads((who, of) => gifts.giftOfOrder(who.accountId, of.giftOrderId, NOW)),
    changeGift: changes((who, of) =>
      gifts.changeGift({ accountId: who.accountId, voucherId: of.voucherId }, words, NOW),
    ),
    resendGift: changes((who, of) => gifts.resendGift(who.accountId, of.voucherId, NOW)),
  },
  "shop/vouchers/pending-voucher": {
    findVoucher: reads((who, of) => {
      const found = pending.findVoucher(of.usedCode, holder(who), NOW);
      return !found.ok && found.reason === "yours_already";
    }),
    holdVoucher: "The code is the key to a voucher; whose it was is asked by findVoucher",
    heldVoucher: "The key of a browser is the key to a voucher; whose it was is asked by findVoucher",
  },
  "shop/vouchers/gift-changes": { reportCancelledYear: "Takes a year that was found by its owner" },
};
