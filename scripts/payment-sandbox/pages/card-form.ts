import { cardByNumber, type Decline, type TestCard } from "../cards";

/** The card form: the typed values and their errors. */

export interface Typed {
  number: string;
  expiry: string;
  cvc: string;
  holder: string;
}
export type FieldName = keyof Typed;
export type Mistakes = Partial<Record<FieldName, string>>;

export type CardReading =
  | { ok: true; card: TestCard; expiryMonth: number; expiryYear: number; holder: string }
  | { ok: false; mistakes: Mistakes };

export const ONLY_TEST_CARDS = "Only test card numbers work here.";

export function readTyped(form: URLSearchParams): Typed {
  const field = (name: FieldName) => (form.get(name) ?? "").trim().slice(0, 100);
  return { number: field("number"), expiry: field("expiry"), cvc: field("cvc"), holder: field("holder") };
}

/** Validates the typed values. A card that the provider would not even attempt is an error of the form. */
export function readCard(typed: Typed, now: Date): CardReading {
  const mistakes: Mistakes = {};
  const number = typed.number.replace(/[\s-]/g, "");
  const card = cardByNumber(number);
  if (number === "") mistakes.number = "Enter a card number";
  else if (!card) mistakes.number = ONLY_TEST_CARDS;
  else if (card.outcome.kind === "mistyped") mistakes.number = card.outcome.decline.message;

  const expiry = readExpiry(typed.expiry);
  if (typed.expiry === "") mistakes.expiry = "Enter the expiry date";
  else if (!expiry) mistakes.expiry = "Enter the expiry date as month and year, such as 09 / 28";
  else if (hasPassed(expiry, now)) mistakes.expiry = "Your card's expiry date is in the past.";

  if (typed.cvc === "") mistakes.cvc = "Enter the security code";
  else if (!/^\d{3}$/.test(typed.cvc)) mistakes.cvc = "The security code has 3 digits";
  if (typed.holder === "") mistakes.holder = "Enter the name on the card";

  if (!card || !expiry || Object.keys(mistakes).length > 0) return { ok: false, mistakes };
  return { ok: true, card, expiryMonth: expiry.month, expiryYear: expiry.year, holder: typed.holder };
}

/** A refusal as an error beside the field it concerns. */
export function mistakesOf(decline: Pick<Decline, "field" | "message">): Mistakes {
  return { [decline.field]: decline.message };
}

function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*[/\-. ]?\s*(\d{2}|\d{4})$/.exec(text);
  const month = Number(match?.[1]);
  const year = Number(match?.[2]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** A card is valid until the last day of its month. */
function hasPassed(expiry: { month: number; year: number }, now: Date): boolean {
  return expiry.year * 12 + expiry.month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}
