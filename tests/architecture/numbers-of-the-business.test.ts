import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  DAYS_FROM_START_TO_DELIVERY,
  EARLIEST_DELIVERY_DAYS,
  LATEST_DELIVERY_YEARS,
  MAKING_WEEKS,
  MOST_PAUSED_WEEKS,
  WEEKS,
} from "~/domain/diary/rules/calendar";
import { LONGEST_REFLECTION_WORDS } from "~/domain/diary/rules/entry-limits";
import { LARGEST_PHOTO_MEGABYTES, LARGEST_PHOTO_MEGAPIXELS, PHOTOS_A_WEEK } from "~/domain/diary/rules/photo-rules";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise, minutesInWords, numberInWords, ordinalInWords } from "~/domain/kernel/text/numbers";
import {
  CODE_LIFE_MINUTES,
  IMPERSONATION_MINUTES,
  RESET_LINK_MINUTES,
  SET_UP_LINK_DAYS,
  STAFF_IDLE_MINUTES,
  STAFF_SESSION_HOURS,
} from "~/domain/kernel/time/access-lengths";
import { CANCELLATION_DAYS, MAKING_DAYS } from "~/domain/kernel/time/agreed-days";
import { BACKUP_DAYS, DELETION_MOST_DAYS, DELETION_WAIT_DAYS, ORDER_RECORD_YEARS } from "~/domain/kernel/time/deletion";
import { MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import {
  KEEP_CODES_HOURS,
  KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS,
  KEEP_ENQUIRIES_MONTHS,
  KEEP_FUNNEL_MONTHS,
} from "~/domain/kernel/time/retention-periods";
import { LONGEST_EXTENSION_YEARS, LONGEST_VALIDITY_YEARS, VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { MOST_RESENDS_A_DAY } from "~/domain/mail/outbox/delivery-policy";
import { CODE_DIGITS, MAILBOX_LINK_HOURS, RESEND_WAIT_SECONDS } from "~/domain/people/accounts/codes";
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from "~/domain/people/accounts/password-rules";
import { SESSION_DAYS, SESSION_IDLE_DAYS } from "~/domain/people/accounts/session-length";
import {
  APPROVAL_LIMIT_HOURS,
  HIGHEST_APPROVAL_LIMIT_PENCE,
  USUAL_APPROVAL_LIMITS,
} from "~/domain/shop/discounts/approval-limits";
import { REFUND_DAYS } from "~/domain/shop/order-rules/cancellation";
import { BANK_WORKING_DAYS } from "~/domain/shop/order-rules/delivery-times";
import { REFUND_ALONE_PENCE } from "~/domain/shop/orders/refund-limits";
import { FORM_TOKEN_DAYS, JOURNEY_DAYS } from "~/web/cookie-lengths";
import { contentAsCode, copyOf } from "./copy";
import { lineOf, parse, type Sources, sources, walk } from "./source";

/**
 * Each number of the business is a constant with its unit and its reason; what people read is put together from it.
 * A sentence that has such a number typed into it would stay behind when the number changes.
 */

const minutesOf = ({ seconds }: { seconds: number }) => seconds / MINUTE_SECONDS;

/** The numbers by the noun that follows them. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  "months?": [VOUCHER_MONTHS, KEEP_ENQUIRIES_MONTHS, KEEP_FUNNEL_MONTHS],
  "years?": [LATEST_DELIVERY_YEARS, LONGEST_EXTENSION_YEARS, LONGEST_VALIDITY_YEARS, ORDER_RECORD_YEARS],
  "(?:whole )?weeks?": [WEEKS, WEEKS + MAKING_WEEKS, MAKING_WEEKS, MOST_PAUSED_WEEKS],
  "(?:weekly )?(?:entries|questions|stitches|holes|weeks)": [WEEKS],
  "(?:working )?days?": [
    ...[CANCELLATION_DAYS, REFUND_DAYS, SESSION_IDLE_DAYS, SESSION_DAYS, SET_UP_LINK_DAYS],
    ...[DELETION_WAIT_DAYS, DELETION_MOST_DAYS, BACKUP_DAYS, KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS],
    ...[DAYS_FROM_START_TO_DELIVERY, EARLIEST_DELIVERY_DAYS, JOURNEY_DAYS, FORM_TOKEN_DAYS],
    ...[MAKING_DAYS, ...Object.values(BANK_WORKING_DAYS)],
  ],
  "hours?": [MAILBOX_LINK_HOURS, KEEP_CODES_HOURS, STAFF_SESSION_HOURS, APPROVAL_LIMIT_HOURS],
  "minutes?": [
    ...[RESET_LINK_MINUTES, CODE_LIFE_MINUTES, IMPERSONATION_MINUTES, STAFF_IDLE_MINUTES],
    ...[minutesOf(LIMITS.sign_in_account), minutesOf(LIMITS.enquiries_email)],
  ],
  "seconds?": [RESEND_WAIT_SECONDS],
  "(?:photos?|photographs?)": [PHOTOS_A_WEEK],
  words: [LONGEST_REFLECTION_WORDS],
  characters: [PASSWORD_MINIMUM, PASSWORD_MAXIMUM],
  "digit code": [CODE_DIGITS],
  MB: [LARGEST_PHOTO_MEGABYTES, LIMITS.photo_megabytes.most],
  megapixels: [LARGEST_PHOTO_MEGAPIXELS],
  codes: [LIMITS.codes_account.most],
  times: [MOST_RESENDS_A_DAY, LIMITS.gift_emails.most],
  copies: [LIMITS.exports.most],
};

const SUMS = [
  ...[REFUND_ALONE_PENCE, HIGHEST_APPROVAL_LIMIT_PENCE],
  ...Object.values(USUAL_APPROVAL_LIMITS).flatMap(({ dayPence, recipientPence }) => [dayPence, recipientPence]),
].filter((pence) => pence > 0);

/** Found with any noun, or without one. */
const WHEREVER = [
  ...[String(WEEKS), numberInWords(WEEKS), numberInWords(WEEKS - 1), ordinalInWords(WEEKS)],
  ordinalInWords(CANCELLATION_DAYS),
  ...[RESET_LINK_MINUTES, minutesOf(LIMITS.sign_in_account)].map(minutesInWords),
];

const eitherWay = (number: number) => `${number}|${numberInWords(number)}`;
const escaped = (text: string) => text.replace(/[.\\]/g, "\\$&");
const LITERALS = new RegExp(
  [
    ...Object.entries(NUMBERS).map(([noun, numbers]) => `\\b(?:${numbers.map(eitherWay).join("|")})[ -]${noun}\\b`),
    ...WHEREVER.map((text) => `(?<![\\w.-])${escaped(text)}(?![\\w.-]\\w)`),
    ...SUMS.flatMap((pence) => [formatPence(pence), formatPence(pence).replace(/\.00$/, "")])
      .map(escaped)
      .map((sum) => `${sum}(?![\\d.,]\\d)`),
  ].join("|"),
  "i",
);

/** What is something else: a file, or a part of the text in it. */
const SOMETHING_ELSE: readonly (readonly [path: string, text: RegExp | null, reason: string])[] = [
  ["app/domain/kernel/text/", null, "the words themselves"],
  ["app/domain/book/layout/text-measurement.ts", null, "widths of letters"],
  ["app/domain/kernel/time/periods.ts", /^\d+ days$/, "periods that figures are read over"],
  ["app/ui/wordmark.tsx", null, "the outline of the wordmark"],
  ["app/content/pages/terms.yaml", /return them within 30 days/, "Consumer Rights Act 2015, s. 22"],
  ["app/screens/loop/proof-choices.tsx", /two pages/i, "pages of the book"],
];

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text.replace(/\s+/g, " ");
  if (ts.isStringLiteral(node)) return ts.isImportDeclaration(node.parent) ? null : node.text;
  return ts.isTemplateLiteralToken(node) ? node.text : null;
}

function findTypedNumbers(all: Sources): string[] {
  return [...all].flatMap(([path, text]) => {
    if (!/^app\/.*\.(?:tsx?|yaml)$/.test(path)) return [];
    const found: string[] = [];
    walk(parse(path, text), (node) => {
      const words = textOf(node);
      const match = words === null ? null : LITERALS.exec(words);
      if (words === null || match === null || isSomethingElse(path, words)) return;
      found.push(`${path}:${lineOf(node)} has “${match[0]}” typed into it.`);
    });
    return found;
  });
}

function isSomethingElse(path: string, words: string): boolean {
  return SOMETHING_ELSE.some(([start, text]) => path.startsWith(start) && (text === null || text.test(words)));
}

/** A number of minutes, days or the like, whether or not it is one of the numbers above. */
const PERIOD = new RegExp(
  `\\b(?:\\d+|${Array.from({ length: 99 }, (_, one) => numberInWords(one + 2)).join("|")}|half an)[ -](?:whole |working |full )?(?:minutes?|hours?|days?|weeks?|fortnights?|months?|years?)\\b`,
  "i",
);

/** Periods that promise nothing, by what they read. */
const NOT_PROMISED: readonly (readonly [path: string, text: RegExp])[] = [
  ["app/content/kinds/", /five minutes|six weeks|Ten years|Thirty Years/i],
  ["app/domain/kernel/time/periods.ts", /^\d+ days$/],
  ["app/screens/begin/end-date-offers.ts", /\(1 year\)|15 months|18 months/],
  ["app/content/pages/year.yaml", /^(?:Three minutes|in five minutes)$/],
  ["app/screens/loop/entry.tsx", /^A sample: four weeks/],
  ["app/screens/sign-in/sign-in-aside.tsx", /^Nine weeks in,$/],
  // How long a response takes.
  ["app/", /[Ff]ive minutes(?: is plenty|$|\.$)/],
  // One of what is counted.
  ["app/", /(?:^|least )1 (?:day|week)\b/],
];

function findTypedPeriods(all: Sources): string[] {
  return [...all].flatMap(([path, text]) => {
    if (!/^app\/.*\.(?:tsx?|yaml)$/.test(path)) return [];
    return copyOf(path, text).flatMap(({ line, text: words }) => {
      const match = PERIOD.exec(words);
      const isExcused = NOT_PROMISED.some(([start, found]) => path.startsWith(start) && found.test(words));
      return match === null || isExcused || isSomethingElse(path, words)
        ? []
        : [`${path}:${line} has “${match[0]}” typed into it.`];
    });
  });
}

/** Minutes, hours and days in milliseconds or seconds: they have names. */
const DURATIONS = new Set(["60000", "3600000", "3600", "86400000", "86400"]);

function findTypedDurations(all: Sources): string[] {
  return [...all].flatMap(([path, text]) => {
    if (!path.startsWith("app/") || path.startsWith("app/domain/kernel/time/")) return [];
    const found: string[] = [];
    walk(parse(path, text), (node) => {
      if (ts.isNumericLiteral(node) && DURATIONS.has(node.text)) found.push(`${path}:${lineOf(node)}`);
    });
    return found;
  });
}

/** Questions for the diary and diaries of nobody promise nothing. */
const read = new Map([...sources, ...contentAsCode(["questions", "page", "diary", "example"])]);

describe("the numbers of the business", () => {
  it("a length of time is named by its unit", () => {
    expect(findTypedDurations(sources)).toEqual([]);
    const planted = new Map([["app/web/planted.ts", "const later = now + 2 * 86_400_000;"]]);
    expect(findTypedDurations(planted)).toEqual(["app/web/planted.ts:1"]);
  });

  it("are typed into no text", () => {
    expect(findTypedNumbers(read)).toEqual([]);
  });

  it("and no other period is, unless it promises nothing", () => {
    expect(findTypedPeriods(read)).toEqual([]);
    const planted = (text: string) => findTypedPeriods(new Map([["app/screens/planted.tsx", text]]));
    expect(planted(`const line = "We answer within 17 working days.";`)).toHaveLength(1);
    expect(planted("const page = <p>\n  We answer within three\n  weeks.\n</p>;")).toHaveLength(1);
    expect(planted(`const line = \`We answer within \${DAYS} days.\`;`)).toEqual([]);
  });

  it.each([
    ["in figures", `const line = "It is valid for 12 months.";`],
    ["in words", `const line = "Twelve months to begin";`],
    ["in a template", `const line = \`Dear \${name}, you can cancel within 14 days of it.\`;`],
    ["over two lines of a page", "const page = <p>\n  After fifty-two\n  weeks it is a book.\n</p>;"],
    ["as a sum", `const line = "More than £250 of one order waits.";`],
    ["as a sum to the penny", "const line = `Up to £1,000.00 a day`;"],
    ["as an ordinal", `const line = "On the fourteenth day it ends.";`],
    ["as people speak of it", `const line = "Please wait a quarter of an hour.";`],
    ["with a hyphen", `const line = "a 6-digit code";`],
  ])("a planted one is seen: %s", (_, text) => {
    expect(findTypedNumbers(new Map([["app/screens/planted.tsx", text]]))).toHaveLength(1);
  });

  it.each([
    ["put together from the constant", `const line = \`Valid for \${VOUCHER_MONTHS} months\`;`],
    ["a number within another", `const line = "£250,000 and 152 weeks and 12.52";`],
    ["a comment", "// It is valid for 12 months."],
  ])("what is none is not taken for one: %s", (_, text) => {
    expect(findTypedNumbers(new Map([["app/screens/planted.tsx", text]]))).toEqual([]);
  });

  it("nothing is excused that is not there any more", () => {
    const unused = SOMETHING_ELSE.filter(([start]) => ![...read.keys()].some((path) => path.startsWith(start)));
    expect(unused).toEqual([]);
  });

  it("are read as people write them", () => {
    expect(capitalise(numberInWords(WEEKS))).toBe("Fifty-two");
  });
});
