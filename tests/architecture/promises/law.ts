import { PRIVATE_MATTERS } from "~/domain/diary/entries/private-matters";
import { IDLE_ACCOUNT_YEARS, IDLE_NOTICE_DAYS } from "~/domain/kernel/time/deletion";
import { COMPLAINTS } from "~/domain/shop/terms/complaints";
import type { KeptPromise } from "./kept-promise";

/**
 * What terms, cookies, accessibility, receipt and footer promise, apart from days, prices and privacy. A sentence that
 * is said on one page alone has that page's text for its rule.
 */

const TERMS = "app/domain/shop/terms/terms-copy.ts#termsCopy";
const TERMS_PAGE = "app/screens/front/terms.tsx";
const COMPANY = "app/domain/kernel/company/company.ts#companyDetails";
const KEPT = "tests/domain/shop/terms/stored-texts.test.ts";
const SAID = "tests/domain/shop/terms/terms-copy.test.ts";
const RECEIPT = "tests/domain/shop/orders/order-emails.test.ts";
const COOKIES = "app/screens/front/cookies-copy.ts#ourCookies";
const COOKIES_PAGE = "app/screens/front/cookies.tsx";
const COOKIES_TEST = "tests/security/cookies.test.ts";
const ACCESS = "app/screens/front/accessibility-copy.ts#accessibilityCopy";
const ACCESS_PAGE = "app/screens/front/accessibility.tsx";

const ON_TERMS = { where: [TERMS_PAGE], rule: TERMS };
const ON_COOKIES = { where: [COOKIES_PAGE], rule: COOKIES };
const ON_ACCESS = { where: [ACCESS_PAGE], rule: ACCESS };

export const LAW_PROMISES: readonly KeptPromise[] = [
  {
    says: "The terms for an order are those of the day it was placed, whatever changes later.",
    where: ["app/screens/front/small-print.tsx", "app/domain/shop/orders/fulfilment.server.ts"],
    rule: "app/domain/shop/terms/stored-texts.server.ts#storedText",
    triedBy: `${KEPT}#stay those of its day when a setting changes what they say`,
  },
  {
    says: "The terms and the privacy policy of an order can be read from it, by its buyer, as a guest too, and by staff.",
    where: [
      "app/screens/account/orders-tab.tsx",
      "app/screens/account/your-order.tsx",
      "app/hyperloop/orders/order.tsx",
    ],
    rule: "app/domain/shop/terms/stored-path.ts#storedTextPath",
    triedBy: "tests/screens/front/small-print.test.ts#stay those of their day on every page",
  },
  {
    says: "Every email and receipt states who sells, with number, place of registration, address, phone and VAT number.",
    where: ["app/domain/mail/layout/email-layout.ts", "app/domain/operations/documents/receipt-document.server.ts"],
    rule: COMPANY,
    triedBy: `${RECEIPT}#says all that the law requires in its`,
  },
  {
    says: "The footer of every page states who sells.",
    where: ["app/web/company.server.ts"],
    rule: COMPANY,
    triedBy: "tests/hyperloop/settings/settings.test.ts#shows its new value on pages at once",
  },
  {
    says: "The email that confirms an order carries its terms, whole, as text.",
    where: ["app/domain/shop/orders/order-emails.ts"],
    rule: "app/domain/shop/orders/order-emails.ts#termsOfOrder",
    triedBy: `${RECEIPT}#carries the whole terms in its`,
  },
  {
    says: "The receipt carries the right to cancel, the form for it and the terms.",
    where: ["app/domain/operations/documents/receipt-document.server.ts"],
    rule: "app/domain/shop/orders/cancellation-email.ts#cancellationForm",
    triedBy: "tests/screens/front/small-print.test.ts#stay those of their day on every page",
  },
  {
    says: "Email and receipt say whether this buyer asked for the year to start at once.",
    where: ["app/domain/shop/orders/cancellation-email.ts"],
    rule: "app/domain/shop/order-rules/cancellation.ts#formatStartWish",
    triedBy: "tests/screens/front/small-print.test.ts#come with what this buyer asked for: to start at once",
  },
  {
    says: "Every email links the privacy policy.",
    where: ["app/domain/mail/outbox/outbox.server.ts"],
    rule: "app/domain/mail/layout/email-layout.ts#layOutEmail",
    triedBy: `${SAID}#links the privacy policy, whatever it is about`,
  },
  {
    says: COMPLAINTS,
    where: ["app/domain/shop/terms/terms-copy.ts", "app/domain/shop/terms/privacy-copy.ts"],
    rule: "app/domain/shop/terms/complaints.ts#COMPLAINTS",
    triedBy: `${SAID}#say the same of a complaint: from which day, how many days, who answers`,
  },
  {
    says: PRIVATE_MATTERS,
    where: [
      "app/screens/loop/entry-form.tsx",
      "app/screens/loop/which-one.tsx",
      "app/screens/loop/week-not-saved.tsx",
      "app/domain/shop/terms/privacy-copy.ts",
    ],
    rule: "app/domain/diary/entries/private-matters.ts#PRIVATE_MATTERS",
    triedBy: "tests/screens/loop/entry-form.test.ts#says before saving what is agreed to about private matters",
  },
  {
    says: `An account may be closed after ${IDLE_ACCOUNT_YEARS} idle years, and ${IDLE_NOTICE_DAYS} days after an email says so; nothing closes one yet.`,
    where: ["app/domain/shop/terms/terms-copy.ts"],
    rule: "app/domain/kernel/time/deletion.ts#IDLE_NOTICE_DAYS",
    triedBy: `${SAID}#say under %s: %s`,
  },
  {
    ...ON_TERMS,
    says: "What’s missing or looks wrong in an order is said beside the field before anything is paid.",
    triedBy: "tests/screens/begin/payment.test.ts#is asked for whole, all at once",
  },
  {
    ...ON_TERMS,
    says: "A week held back gets a note that says why, can be read and changed, and is checked again.",
    triedBy: "tests/hyperloop/moderation/moderation.test.ts#the owner is told, and mending brings it back",
  },
  {
    ...ON_TERMS,
    says: "A changed password signs every other device out.",
    triedBy: "tests/screens/account/password-tab.test.ts#sets a new password: every other browser is out",
  },
  {
    ...ON_TERMS,
    says: "An account can’t be deleted while copies can still be cancelled, or a book is at the printer.",
    triedBy:
      "tests/domain/privacy/erasure/deletion-requests.test.ts#says to cancel the copies first until they go to the printer",
  },
  {
    ...ON_COOKIES,
    says: "Scripts can’t read our cookies and other sites don’t get them.",
    triedBy: `${COOKIES_TEST}#are read by no script, sent to no other site, and valid here only`,
  },
  {
    ...ON_COOKIES,
    says: "The cookie of a known browser signs nobody in.",
    triedBy: "tests/security/known-browser.test.ts#is known by a cookie no script can read, which signs nobody in",
  },
  {
    ...ON_COOKIES,
    says: "Over https every cookie is bound to this site.",
    triedBy: "tests/security/cookies-over-https.test.ts#every cookie carries the prefix that binds it to this host",
  },
  {
    ...ON_ACCESS,
    says: "Everything can be done with the keyboard alone.",
    triedBy: "tests/journeys/keyboard-alone.spec.ts#the keyboard alone opens an account and keeps it in order",
  },
  {
    ...ON_ACCESS,
    says: "Every page works without JavaScript and fits a narrow screen.",
    triedBy: "tests/journeys/public-pages.spec.ts#opens without trouble and fits",
  },
  {
    ...ON_ACCESS,
    says: "Headings, labels, buttons and pictures have names, and nothing is told by colour alone.",
    triedBy: "tests/journeys/own-pages.spec.ts#fit and have no barriers",
  },
];
