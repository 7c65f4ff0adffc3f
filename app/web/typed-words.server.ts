import { z } from "zod";
import { typedStorage } from "./cookies.server";
import { fieldsOf } from "./form-again";
import { FORM_TOKEN_FIELD } from "./form-token.server";
import type { Journey } from "./journey";
import { keptValue } from "./kept-value.server";

/**
 * What was typed on the page of paying, for the page that follows a press which only changes its price: a redirect
 * would lose it, and an answer without one asks on the way back whether to send the form again.
 */

const TypedWords = z.object({ journey: z.number(), fields: z.record(z.string(), z.string()) });

const kept = keptValue<z.infer<typeof TypedWords>>(typedStorage, "typed");

/** Of the 4096 bytes of the longest cookie; the rest is its name, its signature and how long it lasts. */
const MOST_BYTES = 3700;
const NEVER_KEPT = new Set([FORM_TOKEN_FIELD, "intent", "code", "shownPence"]);

/** The cookie with the words of this form; null where they are too long for one. */
export async function keepTypedWords(form: FormData, { startedAt }: Journey): Promise<string | null> {
  const fields = Object.fromEntries(fieldsOf(form).filter(([name]) => !NEVER_KEPT.has(name)));
  const words = { journey: startedAt, fields };
  const encoded = encodeURIComponent(Buffer.from(JSON.stringify(words)).toString("base64"));
  return encoded.length > MOST_BYTES ? null : await kept.keep(words);
}

/** The words kept for this journey; none for another one's, such as that of somebody who has signed out. */
export async function readTypedWords(
  request: Request,
  { startedAt }: Journey,
): Promise<Record<string, string>> {
  const read = TypedWords.safeParse(await kept.read(request));
  return read.success && read.data.journey === startedAt ? read.data.fields : {};
}

export const forgetTypedWords = kept.forget;
