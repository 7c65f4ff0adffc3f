import { RECEIPT_LINK_DAYS } from "~/domain/people/accounts/codes";
import { formatEndedLink, formatLink } from "~/domain/shop/order-links/order-links";
import { howToCancel } from "~/domain/shop/order-rules/cancellation";
import { ADDRESS_REFUSALS, ADDRESS_RULE, howToChangeAddress } from "~/domain/shop/order-rules/order-address";
import { PAYMENT_STATUS_COPY } from "~/domain/shop/orders/payment-copy";
import type { KeptPromise } from "./kept-promise";

const RECEIPT = "app/domain/shop/orders/order-emails.ts";
const ORDER_PAGE = "app/screens/account/your-order.tsx";
const TERMS = "app/domain/shop/terms/terms-copy.ts";
const LINKS = "tests/domain/shop/order-links/order-links.test.ts";
const BY_LINK = "tests/screens/account/your-order.test.ts";
const ADDRESS = "tests/domain/shop/orders/order-address.test.ts";
const EMAILS = "tests/domain/shop/order-links/signed-order-links.test.ts";
const REFUSED = "tests/domain/shop/orders/refused-payments.test.ts";

/** Promises about orders that somebody places without an account, and about where any order goes. */
export const GUESTS_PROMISES: readonly KeptPromise[] = [
  {
    says: formatLink("loop"),
    where: [RECEIPT, ORDER_PAGE],
    rule: "app/domain/shop/order-links/order-links.ts#isLinkOpen",
    triedBy: `${LINKS}#works for a loop until its book is delivered`,
  },
  {
    says: formatLink("gift"),
    where: [RECEIPT, ORDER_PAGE],
    rule: "app/domain/shop/order-links/order-links.ts#isLinkOpen",
    triedBy: `${LINKS}#works for a gift until its voucher ends, and not a moment longer`,
  },
  {
    says: formatEndedLink(new Date("2026-11-20T10:00:00Z")),
    where: [ORDER_PAGE],
    rule: "app/domain/shop/order-links/order-links.ts#isLinkOpen",
    triedBy: `${LINKS}#works in any case while the order can be cancelled, to see that it was`,
  },
  {
    says: "A voucher’s reminder, and the email that says it was opened, lead its giver to it without an account.",
    where: ["app/domain/shop/vouchers/delivery.server.ts", "app/domain/shop/vouchers/redemption.server.ts"],
    rule: "app/domain/shop/order-links/signed-order-links.server.ts#orderUrl",
    triedBy: `${EMAILS}#about a voucher that ends soon leads to its order, which needs no account`,
  },
  {
    says: "The reminder of a paid loop opens its account, as the receipt does.",
    where: ["app/domain/shop/orders/waiting-loops.server.ts"],
    rule: "app/domain/people/accounts/receipt-links.server.ts#receiptUrl",
    triedBy: `${EMAILS}#about a paid loop that waits opens their account`,
  },
  {
    says: `The receipt opens the account for ${RECEIPT_LINK_DAYS} days, and the order after that.`,
    where: ["app/screens/begin/payment-success.tsx", "app/screens/begin/open-account.tsx"],
    rule: "app/domain/people/accounts/codes.ts#RECEIPT_LINK_DAYS",
    triedBy: `${BY_LINK}#leads on from a receipt that no longer opens the account by itself`,
  },
  {
    says: howToCancel(null, "loop", "guest"),
    where: ["app/domain/shop/orders/cancellation-email.ts"],
    rule: "app/domain/shop/order-rules/cancellation.ts#howToCancel",
    triedBy: `${BY_LINK}#is possible until the end of the fourteenth day, and not after it`,
  },
  {
    says: howToCancel(null, "gift", "guest"),
    where: ["app/domain/shop/orders/cancellation-email.ts"],
    rule: "app/domain/shop/order-rules/cancellation.ts#howToCancel",
    triedBy: `${BY_LINK}#ends a gift’s voucher, from the page after paying too`,
  },
  {
    says: "A guest is shown the sum before they cancel.",
    where: ["app/screens/account/cancelling.server.ts"],
    rule: "app/domain/shop/order-rules/cancellation.ts#formatOffer",
    triedBy: `${BY_LINK}#shows the sum, refunds it by one press, and says so on the page and in an email`,
  },
  {
    says: ADDRESS_RULE,
    where: [
      "app/screens/begin/payment-delivery.tsx",
      "app/screens/account/address-change.tsx",
      "app/screens/account/address-change.server.ts",
    ],
    rule: "app/domain/shop/order-rules/order-address.ts#addressRefusal",
    triedBy: `${ADDRESS}#is changed by its buyer, who is emailed the new one`,
  },
  {
    says: howToChangeAddress("anybody"),
    where: [TERMS, RECEIPT, "app/domain/operations/printing/printing-emails.ts"],
    rule: "app/domain/shop/order-rules/order-address.ts#howToChangeAddress",
    triedBy: `${BY_LINK}#is changed with the usual form, and the buyer is emailed`,
  },
  {
    says: ADDRESS_REFUSALS.printing,
    where: ["app/screens/account/address-change.server.ts"],
    rule: "app/domain/shop/order-rules/order-address.ts#addressRefusal",
    triedBy: `${ADDRESS}#cannot be changed once the book is at the printer`,
  },
  {
    says: PAYMENT_STATUS_COPY.processing.text,
    where: ["app/screens/begin/payment-success.tsx", "app/screens/checkout/checkout-placed.tsx"],
    rule: "app/domain/shop/orders/payment-copy.ts#PAYMENT_STATUS_COPY",
    triedBy: `${REFUSED}#opens nothing while the money is on its way, and leads to the page that says so`,
  },
  {
    says: "After a refused bank debit the buyer is told, and can pay at once.",
    where: ["app/domain/shop/orders/refused-payments.server.ts"],
    rule: "app/domain/shop/orders/attempts.server.ts#wasProcessing",
    triedBy: `${REFUSED}#is on a new page before we have heard of the refusal`,
  },
];
