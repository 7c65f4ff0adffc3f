/**
 * The light automatic look at what was written, as it is handed in. It finds numbers and words that somebody should
 * look at before they are bound into a book, and only ever flags: nothing is refused, nothing is changed, and its
 * writer is told nothing. A wrong find costs one look of a moderator; a miss is caught by the review itself. It knows
 * no grammar and no person, only what stands below.
 */

export interface ScreenedWords {
  readonly title: string;
  readonly highlight: string;
  readonly gratitude: string;
  readonly learned: string;
  readonly content: string;
}

/** More than this of one field is not looked at: the longest reflection that fits has 500 words. */
const LONGEST_SCREENED = 20_000;

interface Screen {
  readonly finding: string;
  readonly finds: (text: string) => boolean;
}

const SCREENS: readonly Screen[] = [
  { finding: "a payment card number", finds: hasCardNumber },
  { finding: "a sort code and account number", finds: patterned(/\b\d{2}[- ]\d{2}[- ]\d{2}\D{0,20}\d{8}\b/) },
  // Two letters, six digits and one of A to D, as HM Revenue and Customs issues them.
  {
    finding: "a National Insurance number",
    finds: patterned(/\b[a-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[a-d]\b/i),
  },
  // Ten digits after 0 or +44, as Ofcom numbers them.
  { finding: "a telephone number", finds: patterned(/(?:\+44 ?(?:\(0\) ?)?|\b0)(?:\d[ -]?){9}\d\b/) },
  { finding: "an email address", finds: patterned(/[^\s@]{1,64}@[^\s@.]{1,63}\.[a-z]{2,24}\b/i) },
  { finding: "a password or PIN", finds: patterned(/\b(?:password|passcode|pin) ?(?:is|:|=) ?\S/i) },
  {
    finding: "words of hatred",
    finds: worded("nigger|niggers|paki|pakis|faggot|faggots|kike|kikes|chink|chinks|tranny"),
  },
  {
    finding: "strong language",
    finds: worded("fuck|fucking|fucked|fucker|motherfucker|cunt|cunts|wanker|wankers|twat"),
  },
  { finding: "words of a sexual kind", finds: worded("porn|porno|blowjob|handjob|nudes|dick ?pics?") },
  {
    finding: "words of a threat",
    finds: worded("(?:i ?ll|i will|gonna|going to) kill (?:you|him|her|them)|bomb threat"),
  },
  {
    finding: "words of somebody who may need help",
    finds: worded(
      "kill(?:ing)? myself|killed (?:himself|herself)|suicide|suicidal|self ?harm(?:ed|ing)?|want to die",
    ),
  },
];

/** What the look found, as a sentence for staff that repeats none of the words; null where there is nothing. */
export function screenWords(words: ScreenedWords): string | null {
  const texts = [words.title, words.highlight, words.gratitude, words.learned, words.content].map((text) =>
    text.slice(0, LONGEST_SCREENED),
  );
  const found = SCREENS.filter(({ finds }) => texts.some(finds)).map(({ finding }) => finding);
  return found.length === 0 ? null : `Flagged by the automatic check: there may be ${inARow(found)}.`;
}

function inARow(findings: readonly string[]): string {
  if (findings.length < 2) return findings.join("");
  return `${findings.slice(0, -1).join(", ")} and ${findings.at(-1)}`;
}

function patterned(pattern: RegExp) {
  return (text: string) => pattern.test(text);
}

/** Whole words and phrases, in any case, however they are parted. */
function worded(words: string) {
  const pattern = new RegExp(`(?:^| )(?:${words})(?: |$)`);
  return (text: string) => pattern.test(plainWords(text));
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ");
}

/** 13 to 19 digits, in groups or not, that pass the check sum of ISO/IEC 7812. */
function hasCardNumber(text: string): boolean {
  return (text.match(/\b\d(?:[ -]?\d){12,18}\b/g) ?? []).some((found) =>
    passesCheckSum(found.replace(/\D/g, "")),
  );
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
