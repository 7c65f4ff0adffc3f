import { DISCOUNT_MESSAGES, type DiscountRefusal, tooManyCodes } from "~/domain/shop/discounts/rules";
import { discountForm } from "~/domain/shop/orders/forms";
import { countCode, uncountCode } from "~/web/attempts.server";
import { currentTime } from "~/web/clock.server";
import type { Flash } from "~/web/flash";
import { readForm } from "~/web/read-form";
import { unprocessable } from "~/web/responses.server";

/** The button that applies a discount code, on each page that has one. */

const NOT_VALIDATED = "Failed to validate discount code. Please try again.";

/**
 * Tries the code that was typed. Wrong ones of an account are counted, and of buyers without one (null). `quote` says
 * what the basket comes to with it; null where that could not be read.
 */
export async function tryTypedCode<Quote extends { refused?: DiscountRefusal | null }>(
  form: FormData,
  accountId: string | null,
  quote: (code: string) => Quote | null | Promise<Quote | null>,
) {
  const now = currentTime();
  const submission = readForm(form, discountForm);
  if (submission.status !== "success") return { refused: unprocessable("apply", submission.reply()) };
  const again = (problem: string) => ({
    refused: unprocessable("apply", submission.reply({ fieldErrors: { code: [problem] } })),
  });
  const wait = countCode(accountId, now);
  if (wait > 0) return again(tooManyCodes(wait));
  const { code } = submission.value;
  const quoted = await quote(code);
  if (quoted?.refused !== "unknown") uncountCode(accountId, now);
  if (!quoted) return again(NOT_VALIDATED);
  return quoted.refused ? again(DISCOUNT_MESSAGES[quoted.refused]) : { refused: null, code, quote: quoted };
}

/** The message where an order's code takes nothing off any more. */
export function codeDropped(refusal: DiscountRefusal): Flash {
  return { tone: "warn", message: `${DISCOUNT_MESSAGES[refusal]}.`, more: "The total is now the full price." };
}
