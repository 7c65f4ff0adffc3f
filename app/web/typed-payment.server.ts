import { z } from "zod";
import { typedStorage } from "./cookies.server";
import { fieldsOf } from "./form-again";
import { keptValue } from "./kept-value.server";
import { SHOWN_FIELD } from "./shown-choice";

/**
 * What was typed to pay or to redeem, kept while somebody signs in, changes the price by a code, or
 * says which loop they mean. It travels in a signed
 * cookie of the browser's session: no card, no password, no price.
 */

const Typed = z.object({
  /** Whose words they are; null for somebody who isn't signed in, and who may sign in next. */
  accountId: z.string().max(64).nullable(),
  /** The choice that the form showed. */
  shown: z.string().max(400),
  words: z.record(z.string().max(40), z.string()),
});

type Typed = z.infer<typeof Typed>;

const NOTHING: Typed = { accountId: null, shown: "", words: {} };

const kept = keptValue<Typed>(typedStorage, "typed");

/** Of the 4,096 bytes of the longest cookie; the rest is its name, its signature, whose it is and what was shown. */
const MOST_BYTES = 3500;
const NOT_TYPED = new Set([SHOWN_FIELD, "intent", "csrf", "code", "shownPence", "credit"]);

const wordsOf = (form: FormData) =>
  Object.fromEntries(fieldsOf(form).filter(([name]) => !NOT_TYPED.has(name)));

/** Whether a cookie can hold the words of this form, as it encodes them. */
export function fitsCookie(form: FormData): boolean {
  const json = JSON.stringify(wordsOf(form));
  return encodeURIComponent(Buffer.from(json).toString("base64")).length <= MOST_BYTES;
}

/** The cookie with what this form showed and, where a cookie can hold them, its words. */
export async function keepTyped(form: FormData, accountId: string | null): Promise<string> {
  const shown = String(form.get(SHOWN_FIELD) ?? "");
  return await kept.keep({ accountId, shown, words: fitsCookie(form) ? wordsOf(form) : {} });
}

/** What this browser keeps that this person may see. */
export async function readTyped(request: Request, accountId: string | null): Promise<Typed> {
  const parsed = Typed.safeParse(await kept.read(request));
  if (!parsed.success) return NOTHING;
  const { accountId: writer, words, shown } = parsed.data;
  if (writer !== null && writer !== accountId) return NOTHING;
  if (writer === accountId) return parsed.data;
  // Who has signed in since has a name of their own for what they left empty.
  const typed = Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ""));
  return { accountId: writer, shown, words: typed };
}

export const forgetTyped = kept.forget;
