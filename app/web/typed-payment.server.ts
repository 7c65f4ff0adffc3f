import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { cookieValue } from "./cookie-value.server";
import { typedStorage } from "./cookies.server";
import { fieldsOf } from "./form-again";
import { SHOWN_FIELD } from "./shown-choice";

/**
 * What was typed to pay or to redeem, stored while somebody signs in, changes the price by a code, or
 * says which loop they mean. It travels in a signed cookie of the browser's session, compressed, so that a card's
 * message fits in every script: no card, no password, no price.
 */

const Typed = z.object({
  /** Whose text it is; null for somebody who isn't signed in, and who may sign in next. */
  accountId: z.string().max(64).nullable(),
  /** The choice that the form showed. */
  shown: z.string().max(400),
  packed: z.string(),
  /** Whether it is all of the form's text. */
  isWhole: z.boolean(),
});

type Words = Record<string, string>;
type StoredPayment = z.infer<typeof Typed>;
type Typed = Omit<StoredPayment, "packed"> & { words: Words };

const NOTHING: Typed = { accountId: null, shown: "", words: {}, isWhole: true };

const stored = cookieValue<StoredPayment>(typedStorage, "typed");

/** Of the 4,096 bytes of the longest cookie; the rest is its name, its signature, whose it is and what was shown. */
const MOST_BYTES = 3500;
const NOT_TYPED = new Set([SHOWN_FIELD, "intent", "csrf", "code", "shownPence", "credit"]);

/** No field of ours takes more, and no form of ours has more fields: what compressing costs has an end. */
const LONGEST_WORDS = 1500;
const MOST_FIELDS = 30;

const pack = (words: [string, string][]) =>
  deflateRawSync(JSON.stringify(Object.fromEntries(words))).toString("base64url");

const unpack = (packed: string) => JSON.parse(inflateRawSync(Buffer.from(packed, "base64url")).toString()) as Words;

/** A cookie encodes its value a second time. */
const isHeld = (packed: string) => Buffer.from(packed).toString("base64").length <= MOST_BYTES;

/** What a cookie can hold of a form: all of its text, or all but the longest field. */
function held(form: FormData): Pick<StoredPayment, "packed" | "isWhole"> {
  const typed = fieldsOf(form).filter(([name]) => !NOT_TYPED.has(name));
  const words = typed
    .filter(([name, word]) => name.length <= 40 && word.length <= LONGEST_WORDS)
    .slice(0, MOST_FIELDS)
    .sort(([, one], [, other]) => one.length - other.length);
  let packed = pack(words);
  while (!isHeld(packed)) {
    words.pop();
    packed = pack(words);
  }
  return { packed, isWhole: words.length === typed.length };
}

/** Whether a cookie can hold all text of this form. */
export const fitsCookie = (form: FormData): boolean => held(form).isWhole;

/** The cookie with what this form showed and as much of its text as it can hold. */
export async function storeTyped(form: FormData, accountId: string | null): Promise<string> {
  const shown = String(form.get(SHOWN_FIELD) ?? "");
  return await stored.store({ accountId, shown, ...held(form) });
}

/** What this browser stores that this person may see. */
export async function readTyped(request: Request, accountId: string | null): Promise<Typed> {
  const parsed = Typed.safeParse(await stored.read(request));
  if (!parsed.success) return NOTHING;
  const { accountId: writer, packed, ...rest } = parsed.data;
  if (writer !== null && writer !== accountId) return NOTHING;
  const words = unpack(packed);
  if (writer === accountId) return { accountId: writer, ...rest, words };
  // Who has signed in since has a name of their own for what they left empty.
  const typed = Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ""));
  return { accountId: writer, ...rest, words: typed };
}

export const forgetTyped = stored.forget;
