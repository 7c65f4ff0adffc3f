import { OPENING_PRICES } from "~/domain/diary/catalogue/prices";
import { formatLaunchOffer, LAUNCH_RULE } from "~/domain/shop/discounts/launch-offer";
import { DISCOUNT_MESSAGES, formatAsked } from "~/domain/shop/discounts/rules";
import {
  copyPrice,
  copyPriceNote,
  copyPriceTerms,
  formatLoopPrice,
  loopPriceTerms,
} from "~/domain/shop/order-rules/price-words";
import { SMALLEST_CHARGE_PENCE } from "~/domain/shop/order-rules/pricing";
import { priceChanged } from "~/domain/shop/orders/payment-copy";
import type { KeptPromise } from "./kept-promise";

const WORDS = "app/domain/shop/order-rules/price-words.ts";
const PRICING = "app/domain/shop/order-rules/pricing.ts";
const RULES = "app/domain/shop/discounts/rules.ts";
const OFFER = "app/domain/shop/discounts/launch-offer.ts";
const TERMS = "app/domain/shop/terms/terms-copy.ts";
const CHANGED = "tests/screens/changed-prices.test.ts";
const PAYING = "tests/screens/begin/payment.test.ts";
const OFFERED = "tests/domain/shop/discounts/launch-offer.test.ts";
const WORDED = "tests/domain/shop/order-rules/price-words.test.ts";

const CHARGED = { ...OPENING_PRICES, loopDeliveryPence: 499 };
const FIRST = { firstOrderOnly: true, oncePerCustomer: false };
const OFFER_OF_A_DAY = formatLaunchOffer(
  { code: "NEW10", ...FIRST, expiresAt: new Date("2027-12-01T00:00:00Z") },
  "10%",
);
const GUESTS = "tests/screens/begin/payment/guest-codes.test.ts";

export const PRICE_PROMISES: readonly KeptPromise[] = [
  {
    says: `A loop costs ${formatLoopPrice(OPENING_PRICES).inFull}.`,
    where: [
      ...["home.tsx", "home-hero.tsx", "home-sections.tsx", "years.tsx", "year.tsx", "year-buy.tsx"].map(
        (file) => `app/screens/front/${file}`,
      ),
      ...["begin.tsx", "loop-theme.tsx", "loop-type.tsx", "signup-data.server.ts"].map(
        (file) => `app/screens/begin/${file}`,
      ),
      ...["app/screens/gift/gift.tsx"],
    ],
    rule: `${WORDS}#formatLoopPrice`,
    triedBy: `${CHANGED}#no page that a visitor can open has an old figure`,
  },
  {
    says: `Where delivery is charged, a loop costs ${formatLoopPrice(CHARGED).inFull}.`,
    where: ["app/screens/front/home.tsx", "app/screens/front/year.tsx", "app/screens/begin/begin.tsx"],
    rule: `${WORDS}#formatLoopPrice`,
    triedBy: `${CHANGED}#names the price, the delivery and the sum of both`,
  },
  {
    says: `${formatLoopPrice(OPENING_PRICES).postage}, where delivery costs nothing.`,
    where: ["app/screens/begin/loop-type.tsx", "app/screens/begin/signup-data.server.ts"],
    rule: `${WORDS}#formatLoopPrice`,
    triedBy: `${WORDED}#names the delivery as part of it only where it costs nothing more`,
  },
  {
    says: loopPriceTerms(OPENING_PRICES).price,
    where: [TERMS],
    rule: `${WORDS}#loopPriceTerms`,
    triedBy: `${WORDED}#is the same in the terms`,
  },
  {
    says: loopPriceTerms(OPENING_PRICES).delivery,
    where: [TERMS],
    rule: `${WORDS}#loopPriceTerms`,
    triedBy: `${WORDED}#is the same in the terms`,
  },
  {
    says: "Search engines show the price and the delivery that are charged.",
    where: ["app/screens/front/year.tsx"],
    rule: `${WORDS}#loopPriceFigures`,
    triedBy: `${CHANGED}#search engines read the same numbers`,
  },
  {
    says: `A copy costs ${copyPrice(OPENING_PRICES, "standard")} each, with its tax.`,
    where: [
      "app/screens/account/account-data.server.ts",
      "app/screens/loop/proof-data.server.ts",
      "app/screens/loop/book-journey.tsx",
      "app/screens/checkout/checkout-data.server.ts",
    ],
    rule: `${WORDS}#copyPrice`,
    triedBy: `${CHANGED}#are priced with it before anything is in the cart`,
  },
  {
    says: copyPriceNote(OPENING_PRICES),
    where: ["app/screens/account/account-data.server.ts", "app/screens/loop/proof-data.server.ts"],
    rule: `${WORDS}#copyPriceNote`,
    triedBy: `${WORDED}#says what is in it and what its delivery costs`,
  },
  {
    says: copyPriceTerms(OPENING_PRICES),
    where: [TERMS],
    rule: `${WORDS}#copyPriceTerms`,
    triedBy: `${CHANGED}#copies cost what they say, in the account, in the cart and in the terms`,
  },
  {
    says: "Before you pay, one page shows the total, and the button says how much.",
    where: [TERMS, "app/screens/begin/payment-data.server.ts", "app/screens/checkout/checkout-data.server.ts"],
    rule: `${PRICING}#totalBasket`,
    triedBy: `${PAYING}#says what is bought, what it costs and that only UK addresses are delivered to`,
  },
  {
    says: priceChanged(OPENING_PRICES.loopPence),
    where: [
      "app/screens/begin/payment-actions.server.ts",
      "app/screens/begin/signup-order-actions.server.ts",
      "app/screens/checkout/checkout-actions.server.ts",
      "app/api/payments/loop-payment.server.ts",
    ],
    rule: "app/domain/shop/orders/payment-copy.ts#priceChanged",
    triedBy: `${PAYING}#at another price than the one on the button holds no use of a code`,
  },
  {
    says: OFFER_OF_A_DAY.announcement,
    where: ["app/root.tsx"],
    rule: "app/domain/shop/discounts/launch-offer.server.ts#launchOfferFor",
    triedBy: `${OFFERED}#is in the same words for those who are signed in, and not shown to those who have ordered`,
  },
  {
    says: `${OFFER_OF_A_DAY.words} NEW10${OFFER_OF_A_DAY.limits}`,
    where: ["app/root.tsx"],
    rule: `${OFFER}#formatLaunchOffer`,
    triedBy: `${OFFERED}#tells a visitor that it is for a first order, and its last day`,
  },
  {
    says: "The launch offer lasts as long as its code.",
    where: ["app/root.tsx"],
    rule: "app/domain/shop/discounts/launch-offer.server.ts#launchOfferFor",
    triedBy: `${OFFERED}#vanishes when its code`,
  },
  {
    says: `${LAUNCH_RULE}.`,
    where: [
      ...["new.tsx", "discount.tsx", "acts.server.ts"].map((file) => `app/hyperloop/discounts/${file}`),
      "app/root.tsx",
    ],
    rule: "app/domain/shop/discounts/launch-offer.server.ts#launchOfferFor",
    triedBy: "tests/hyperloop/discounts/acts.test.ts#is announced from then on",
  },
  {
    says: "A code’s last day can be brought forward, and never put off.",
    where: ["app/hyperloop/discounts/acts.server.ts"],
    rule: "app/domain/shop/discounts/admin-discounts.server.ts#setLastDay",
    triedBy: "tests/hyperloop/discounts/acts.test.ts#is never put off",
  },
  {
    says: `NEW10 takes 10% off. ${formatAsked(FIRST)}`,
    where: ["app/screens/begin/discount-form.tsx"],
    rule: "app/domain/shop/discounts/discounts.server.ts#quoteDiscount",
    triedBy: `${GUESTS}#says what it takes and what is asked, and takes it off the first order of that email`,
  },
  {
    says: `${DISCOUNT_MESSAGES.email_known}.`,
    where: ["app/screens/begin/payment-actions.server.ts"],
    rule: "app/domain/shop/discounts/discounts.server.ts#quoteDiscount",
    triedBy: `${GUESTS}#is refused to an email that has ordered, beside it and with all that was typed`,
  },
  {
    says: "We know a customer by their account and by the email address of the order, so an order placed without an account counts too.",
    where: [TERMS],
    rule: "app/domain/shop/discounts/discounts.server.ts#isCodeSpent",
    triedBy:
      "tests/domain/shop/discounts/discounts/guests.test.ts#do not both get it where both have paid: the second sum is sent back",
  },
  {
    says: "CAP3 takes £3.00 off: what a code says is what it takes off this basket.",
    where: ["app/screens/begin/payment-data.server.ts", "app/screens/begin/signup-data.server.ts"],
    rule: `${RULES}#formatTaken`,
    triedBy: `${CHANGED}#and any code says at the till what it takes off this basket`,
  },
  {
    says: `${DISCOUNT_MESSAGES.not_first_order}.`,
    where: ["app/screens/begin/payment-actions.server.ts", "app/screens/begin/signup-order-actions.server.ts"],
    rule: `${RULES}#DISCOUNT_MESSAGES`,
    triedBy: `${PAYING}#NEW10 is for a first order, also of somebody who used it for one`,
  },
  {
    says: `${DISCOUNT_MESSAGES.already_used}.`,
    where: ["app/screens/begin/payment-actions.server.ts"],
    rule: `${RULES}#DISCOUNT_MESSAGES`,
    triedBy: `${PAYING}#a code that is for once is for once`,
  },
  {
    says: `${DISCOUNT_MESSAGES.account_first}.`,
    where: ["app/screens/begin/payment-actions.server.ts"],
    rule: "app/web/attempts.server.ts#countKnownEmail",
    triedBy: `${GUESTS}#asks to sign in after three emails were refused, whether the fourth has ordered or not`,
  },
  {
    says: `A code comes off the price before delivery, never below zero, and leaves nothing to pay or at least ${SMALLEST_CHARGE_PENCE} pence.`,
    where: [TERMS],
    rule: `${PRICING}#totalBasket`,
    triedBy:
      "tests/domain/shop/order-rules/pricing.test.ts#with a discount of any kind comes to nothing or at least 30 pence, and to the penny of its parts",
  },
];
