import { normalise } from "./normalisation";

/**
 * Names are in emails to people who don’t know their writer, and anybody can type a stranger’s address. So a name has
 * nothing that a message to be read as ours needs: no link, no address, no phone number, no sum.
 */

/** Endings of web addresses, besides those of countries, which have two letters. */
const ENDINGS = [
  "biz edu gov mobi name pro xyz top icu vip cyou buzz example app dev web site website online store",
  "shop page blog cloud digital email group agency company services support help link click live news",
  "media money finance bank loans bid win prize promo sale deals gift gifts claim club fun space tech",
  "today world life host press download ltd law legal lol ink art rest quest rocks team work works plus",
  "voucher vouchers discount coupons credit cards cash delivery express direct security secure",
  "international solutions systems sbs cfd london bond stream zone рф 中国 公司 网络",
]
  .join(" ")
  .replaceAll(" ", "|");

/** Nothing that makes the ending the beginning of something else: “Bo-ra” is not “Bo”. */
const ENDS = "(?![\\p{L}\\p{N}]|[-.][\\p{L}\\p{N}])";

const LINKS = [
  /:\/\/|@|[£₤]/u,
  // A sum in another currency; “Ke$ha” is a name.
  /\p{Sc}\s?\p{Nd}|\p{Nd}\s?\p{Sc}/u,
  // A phone number: more figures than a name has, however they are parted.
  /(?:\p{Nd}[\s().+/-]{0,3}){9}/u,
  /(?<![\p{L}\p{N}])(?:www[.\p{N}]|xn--)/iu,
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/u,
  /[\p{L}\p{N}]\.[a-z]{2,}[/?#:]/iu,
  new RegExp(`[\\p{L}\\p{N}]\\.(?:com|net|org|info)${ENDS}`, "iu"),
  // Not an initial or a title before a surname that happens to be an ending: “J.Li”, “Dr.Ng”, “A.Page”.
  new RegExp(`[\\p{L}\\p{N}-]{4}\\.(?:[a-z]{2}|${ENDINGS})${ENDS}`, "iu"),
  new RegExp(`[\\p{L}\\p{N}]\\.(?:[a-z]{2}|${ENDINGS})${ENDS}`, "u"),
  // A figure before an ending, and an ending of two parts: “abc.co.uk”.
  new RegExp(`\\p{Nd}\\p{L}*\\.[a-z]{2,}${ENDS}`, "iu"),
  new RegExp(`[\\p{L}\\p{N}]\\.(?:com?|org|net|gov|ac)\\.[a-z]{2}${ENDS}`, "iu"),
  // Any other ending in small letters: the list is never whole, and letters of another script look like its.
  new RegExp(`[\\p{L}\\p{N}-]{3}\\.\\p{Ll}{2,}${ENDS}`, "u"),
];

/** What is not seen, or only sits on the letter before it. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}]/gu;

/** Characters that a mail client reads as a full stop; NFKC keeps the last one. */
const FULL_STOPS = /[.\u3002]/gu;

/**
 * Whether a name is no more than that: nothing that a mail client makes a link of, however it is written, no phone
 * number and no sum.
 */
export function isPlainName(typed: string): boolean {
  const seen = normalise(typed, "NFKC").replace(UNSEEN, "").replace(FULL_STOPS, ".");
  return !LINKS.some((link) => link.test(seen));
}
