import { z } from "zod";
import { newId } from "../identifiers";
import { METHOD_TYPES } from "../instruments";
import { buildCheckoutSession } from "../objects/checkout-session";
import { expireCheckout } from "../payments/checkout";
import { invalid, missing, wrongState } from "../protocol/errors";
import { emailAddress, flag, group, integer, list, metadata, text, webAddress } from "../protocol/parameters";
import { secondOf } from "../work";
import { checkAmount } from "./amounts";
import { bodyOf, operation, retrieval } from "./operation";

const ROOT = "/v1/checkout/sessions";
const HALF_AN_HOUR = 30 * 60;
const A_DAY = 24 * 60 * 60;

const LINE = group({
  price_data: group({
    currency: text(3),
    unit_amount: integer({ least: 0 }),
    product_data: group({
      name: text(),
      description: text().optional(),
    }),
  }),
  quantity: integer({ least: 1, most: 999_999 }),
});

const create = operation(
  "POST",
  ROOT,
  {
    mode: z.enum(["payment"]),
    ui_mode: z.enum(["hosted_page"]).optional(),
    line_items: list(LINE),
    success_url: webAddress(),
    cancel_url: webAddress().optional(),
    client_reference_id: text(200).optional(),
    customer_email: emailAddress().optional(),
    expires_at: integer().optional(),
    locale: text(10).optional(),
    metadata: metadata(),
    payment_intent_data: group({ metadata: metadata(), description: text(1_000).optional() }).optional(),
    submit_type: z.enum(["auto", "book", "donate", "pay"]).optional(),
    adaptive_pricing: group({ enabled: flag().optional() }).optional(),
  },
  (work, input) => {
    const second = secondOf(work);
    const expiresAt = input.expires_at ?? second + A_DAY;
    if (expiresAt < second + HALF_AN_HOUR || expiresAt > second + A_DAY) {
      throw invalid("The `expires_at` timestamp must be at least 30 minutes and at most 24 hours ahead.", {
        param: "expires_at",
      });
    }
    const lines = input.line_items.map(({ price_data: price, quantity }) => ({
      id: newId("li"),
      name: price.product_data.name,
      quantity,
      amount: price.unit_amount * quantity,
    }));
    if (lines.length === 0) throw missing("line_items");
    const amount = lines.reduce((sum, line) => sum + line.amount, 0);
    for (const { price_data: price } of input.line_items) {
      checkAmount(amount, price.currency.toLowerCase(), "line_items");
    }
    const session = buildCheckoutSession(
      {
        amount_total: amount,
        currency: "gbp",
        metadata: setNames(input.metadata),
        client_reference_id: input.client_reference_id ?? null,
        customer_email: input.customer_email ?? null,
        success_url: input.success_url,
        cancel_url: input.cancel_url ?? null,
        expires_at: expiresAt,
        locale: input.locale ?? null,
        submit_type: input.submit_type ?? null,
        adaptive_pricing: { enabled: input.adaptive_pricing?.enabled ?? true },
        payment_method_types: [...METHOD_TYPES],
      },
      work.publicOrigin,
      second,
    );
    work.store.insert("checkout.session", session, {
      hidden: {
        intentMetadata: setNames(input.payment_intent_data?.metadata),
        intentDescription: input.payment_intent_data?.description ?? null,
      },
      created: second,
      due: expiresAt,
    });
    for (const line of lines) {
      work.store.insert("item", line, { hidden: null, parent: session.id, created: second });
    }
    return session;
  },
);

/** The metadata sent, without what is empty. */
export function setNames(sent: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ""));
}

const retrieve = retrieval("checkout.session", ROOT);

const expire = operation("POST", `${ROOT}/:id/expire`, {}, (work, _asked, id) => {
  const session = bodyOf(work, "checkout.session", id);
  if (session.status !== "open") {
    throw wrongState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}`,
    );
  }
  return expireCheckout(work, id);
});

export const CHECKOUT_SESSIONS = [create, retrieve, expire];
