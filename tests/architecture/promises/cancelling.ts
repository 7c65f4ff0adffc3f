import {
  ASK_AGAIN,
  CANCEL_REFUSALS,
  CANCELLED_YEAR_DAYS,
  formatUntil,
  HOW_WE_REFUND,
  howToCancel,
  IN_SHORT,
  PRINTED_RULE,
  REFUND_RULES,
  untilWhen,
} from "~/domain/shop/order-rules/cancellation";
import type { KeptPromise } from "./kept-promise";

const RULES = "app/domain/shop/order-rules/cancellation.ts";
const TERMS = "app/domain/shop/terms/terms-copy.ts";
const RECEIPT = "app/domain/shop/orders/cancellation-email.ts";
const CANCELLING = "tests/domain/shop/orders/cancellation/cancelling.test.ts";
const BY_FORM = "tests/screens/account/cancel-order/started.test.ts";
const REFUNDS = "tests/domain/shop/orders/refunds.test.ts";

export const CANCELLING_PROMISES: readonly KeptPromise[] = [
  {
    says: howToCancel(null),
    where: [TERMS, RECEIPT],
    rule: `${RULES}#howToCancel`,
    triedBy: `${REFUNDS}#is possible until the end of the fourteenth day in London, and not a second longer`,
  },
  {
    says: howToCancel(null, "book_copies"),
    where: [RECEIPT, TERMS],
    rule: `${RULES}#howToCancel`,
    triedBy: `${CANCELLING}#can be cancelled months later while they wait for their year`,
  },
  {
    says: `A gift can be cancelled ${untilWhen(null)}.`,
    where: ["app/screens/gift/gift-done-data.server.ts"],
    rule: `${RULES}#untilWhen`,
    triedBy: `${BY_FORM}#shows its link on the gift’s page exactly where it can be cancelled`,
  },
  {
    says: REFUND_RULES.loop,
    where: [TERMS, RECEIPT],
    rule: `${RULES}#REFUND_RULES`,
    triedBy: `${CANCELLING}#is refunded in full before its year starts, and is gone from its owner’s loops`,
  },
  {
    says: REFUND_RULES.started_loop,
    where: [TERMS, RECEIPT],
    rule: `${RULES}#cancellingOf`,
    triedBy: `${CANCELLING}#is refunded but for each week that has opened, and nobody can write in it any more`,
  },
  {
    says: "We show what we keep before you cancel.",
    where: ["app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#formatOffer`,
    triedBy: `${BY_FORM}#shows what is kept before the press, and leaves the words to be downloaded`,
  },
  {
    says: ASK_AGAIN,
    where: ["app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#offerKey`,
    triedBy: `${BY_FORM}#asks again where a week has opened since, in one tab and in another`,
  },
  {
    says: REFUND_RULES.gift,
    where: [TERMS, RECEIPT],
    rule: `${RULES}#REFUND_RULES`,
    triedBy: `${CANCELLING}#is refunded in full before its year starts, and who redeemed it is told, without the reason`,
  },
  {
    says: CANCEL_REFUSALS.gift_started,
    where: ["app/screens/gift/gift-done-data.server.ts", "app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#CANCEL_REFUSALS`,
    triedBy: `${CANCELLING}#is not cancelled once its year has started`,
  },
  {
    says: REFUND_RULES.copies,
    where: [TERMS, RECEIPT],
    rule: `${RULES}#REFUND_RULES`,
    triedBy: `${REFUNDS}#about copies is possible until they go to the printer`,
  },
  {
    says: CANCEL_REFUSALS.at_printer,
    where: ["app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#CANCEL_REFUSALS`,
    triedBy: `${CANCELLING}#that went to the printer between the look and the press are not cancelled`,
  },
  {
    says: CANCEL_REFUSALS.too_late,
    where: ["app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#cancellingOf`,
    triedBy: `${REFUNDS}#is possible until the end of the fourteenth day in London, and not a second longer`,
  },
  {
    says: CANCEL_REFUSALS.disputed,
    where: ["app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#CANCEL_REFUSALS`,
    triedBy: "tests/domain/shop/order-rules/cancellation.test.ts#not while a bank decides",
  },
  {
    says: CANCEL_REFUSALS.copies_first,
    where: ["app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#CANCEL_REFUSALS`,
    triedBy: `${CANCELLING}#with copies on order waits until those are cancelled`,
  },
  {
    says: "A year without its buyer’s wish starts on the day after the last one to cancel.",
    where: [RECEIPT],
    rule: "app/domain/kernel/time/cancellation-days.ts#firstDayAfterCancelling",
    triedBy:
      "tests/domain/shop/order-rules/cancellation.test.ts#a year without a wish starts the day after the last one to cancel",
  },
  {
    says: PRINTED_RULE,
    where: [TERMS, RECEIPT],
    rule: `${RULES}#PRINTED_RULE`,
    triedBy: `${CANCELLING}#that went to the printer between the look and the press are not cancelled`,
  },
  {
    says: HOW_WE_REFUND,
    where: [TERMS, RECEIPT, "app/screens/account/delete-terms.tsx"],
    rule: `${RULES}#REFUND_DAYS`,
    triedBy: "tests/domain/shop/orders/order-emails.test.ts#says all that the law requires in its",
  },
  {
    says: `What’s been written in a cancelled year can be downloaded for ${CANCELLED_YEAR_DAYS} days; then we delete it.`,
    where: [TERMS, "app/domain/shop/terms/privacy-copy.ts", "app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#CANCELLED_YEAR_DAYS`,
    triedBy: `${CANCELLING}#can be downloaded for thirty days, and is deleted the day after`,
  },
  {
    says: IN_SHORT.loop,
    where: ["app/screens/begin/payment-ceremony.tsx", "app/screens/front/year-copy.ts"],
    rule: `${RULES}#IN_SHORT`,
    triedBy: `${CANCELLING}#is refunded but for each week that has opened, and nobody can write in it any more`,
  },
  {
    says: IN_SHORT.gift,
    where: [
      "app/screens/gift/gift.tsx",
      "app/screens/gift/gift-done-data.server.ts",
      "app/screens/begin/payment-order.tsx",
      "app/screens/front/year-copy.ts",
    ],
    rule: `${RULES}#IN_SHORT`,
    triedBy: `${CANCELLING}#is refunded in full before its year starts, and who redeemed it is told, without the reason`,
  },
  {
    says: IN_SHORT.wish,
    where: ["app/ui/start-tick.tsx"],
    rule: `${RULES}#IN_SHORT`,
    triedBy: `${CANCELLING}#gives everything back too where it started without its buyer’s wish`,
  },
  {
    says: "A refund of goodwill does not take the right to cancel away.",
    where: ["app/screens/account/cancel-order.tsx"],
    rule: `${RULES}#cancellingOf`,
    triedBy: `${CANCELLING}#of goodwill leaves the right to the rest`,
  },
  {
    says: "Cancel the copies first; then the account can be deleted.",
    where: ["app/screens/account/delete-form.tsx"],
    rule: `${RULES}#CANCEL_WORDS`,
    triedBy: `${BY_FORM}#says to cancel the copies first, with the button, and is possible after that`,
  },
  {
    says: "A refund that fails is told to its buyer.",
    where: ["app/domain/shop/orders/refund-emails.server.ts"],
    rule: "app/domain/shop/orders/refund-email.ts#refundFailed",
    triedBy: `${REFUNDS}#afterwards is told to its buyer, once, with what happens next`,
  },
  {
    says: formatUntil({ kind: "loop", paidAt: null }),
    where: [
      "app/screens/account/order-data.server.ts",
      "app/screens/account/cancelling.server.ts",
      "app/screens/account/your-order.tsx",
    ],
    rule: `${RULES}#formatUntil`,
    triedBy:
      "tests/screens/account/account-settings/one-answer.test.ts#stands beside the link and on the page that cancels, with its day",
  },
];
