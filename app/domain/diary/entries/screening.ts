import { normalise } from "~/domain/kernel/text/normalisation";
import type { EntryWords } from "../loops/entry-text";
import { LONGEST_DRAFT } from "../rules/entry-limits";

/**
 * The automatic check of submitted text. It finds numbers and words that a person should see before they are printed
 * in a book, and only flags them: it refuses and changes nothing, and tells the writer nothing. A false match costs a
 * moderator one look; the review itself catches a miss.
 */

/** The check reads as much of one field as a week can have at most. */
const LONGEST_SCREENED = LONGEST_DRAFT;

interface ScreenedText {
  readonly typed: string;
  /** Without case, accents and punctuation. */
  readonly plain: string;
}

const SCREENS: readonly { readonly finding: string; readonly finds: (text: ScreenedText) => boolean }[] = [
  { finding: "a payment card number", finds: hasCardNumber },
  { finding: "a sort code and account number", finds: patterned(/\b\d{2}[- ]\d{2}[- ]\d{2}\D{0,20}\d{8}\b/) },
  // HM Revenue and Customs issues two letters, six digits and one of A to D.
  {
    finding: "a National Insurance number",
    finds: patterned(/\b[a-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[a-d]\b/i),
  },
  // Ofcom numbers have ten digits after 0 or +44.
  { finding: "a phone number", finds: patterned(/(?:\+44 ?(?:\(0\) ?)?|\b0)(?:\d[ -]?){9}\d\b/) },
  { finding: "an email address", finds: patterned(/[^\s@]{1,64}@[^\s@.]{1,63}\.[a-z]{2,24}\b/i) },
  { finding: "a password or PIN", finds: patterned(/\b(?:password|passcode|pin) ?(?:is|:|=) ?\S/i) },
  {
    finding: "hate speech",
    finds: worded("nigger|niggers|paki|pakis|faggot|faggots|kike|kikes|chink|chinks|tranny"),
  },
  {
    finding: "strong language",
    finds: worded("fuck|fucking|fucked|fucker|motherfucker|cunt|cunts|wanker|wankers|twat"),
  },
  { finding: "sexual language", finds: worded("porn|porno|blowjob|handjob|nudes|dick ?pics?") },
  {
    finding: "a threat",
    finds: worded("(?:i ?ll|i will|gonna|going to) kill (?:you|him|her|them)|bomb threat"),
  },
  {
    finding: "a sign that somebody needs help",
    finds: worded("kill(?:ing)? myself|killed (?:himself|herself)|suicide|suicidal|self ?harm(?:ed|ing)?|want to die"),
  },
];

/** The findings as a sentence for staff that quotes nothing; null without findings. */
export function screenWords(words: Readonly<EntryWords>): string | null {
  const texts = [words.title, words.highlight, words.gratitude, words.learned, words.content].map((text) => {
    const typed = text.slice(0, LONGEST_SCREENED);
    return { typed, plain: plainWords(typed) };
  });
  const found = SCREENS.filter(({ finds }) => texts.some(finds)).map(({ finding }) => finding);
  return found.length === 0 ? null : `Flagged by the automatic check: there may be ${inARow(found)}.`;
}

function inARow(findings: readonly string[]): string {
  if (findings.length < 2) return findings.join("");
  return `${findings.slice(0, -1).join(", ")} and ${findings.at(-1)}`;
}

function patterned(pattern: RegExp) {
  return ({ typed }: ScreenedText) => pattern.test(typed);
}

/** Matches whole words and phrases, in any case and with any separators. */
function worded(words: string) {
  const pattern = new RegExp(`(?:^| )(?:${words})(?: |$)`);
  return ({ plain }: ScreenedText) => pattern.test(plain);
}

function plainWords(text: string): string {
  return normalise(text.toLowerCase(), "NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ");
}

/** 13 to 19 digits, grouped or not, that pass the check sum of ISO/IEC 7812. */
function hasCardNumber({ typed }: ScreenedText): boolean {
  return (typed.match(/\b\d(?:[ -]?\d){12,18}\b/g) ?? []).some((found) => passesCheckSum(found.replace(/\D/g, "")));
}

function passesCheckSum(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum > 0 && sum % 10 === 0;
}
