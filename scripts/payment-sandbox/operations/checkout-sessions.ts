import { z } from "zod";
import { METHOD_TYPES } from "../instruments";
import { buildCheckoutSession } from "../objects/checkout-session";
import { buildLineItem } from "../objects/line-item";
import { expireCheckout } from "../payments/checkout";
import { invalid, missing, wrongState } from "../protocol/errors";
import { LIST_PARAMETERS } from "../protocol/lists";
import { emailAddress, flag, group, integer, list, metadata, text, webAddress } from "../protocol/parameters";
import { secondOf, type Work } from "../work";
import { checkAmount } from "./amounts";
import { bodyOf, listing, operation, retrieval } from "./operation";

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
      images: list(webAddress(), 8).optional(),
      metadata: metadata(),
    }),
    tax_behavior: z.enum(["exclusive", "inclusive", "unspecified"]).optional(),
  }),
  quantity: integer({ least: 1, most: 999_999 }).optional(),
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
    customer_creation: z.enum(["if_required", "always"]).optional(),
    expires_at: integer().optional(),
    locale: text(10).optional(),
    metadata: metadata(),
    payment_intent_data: group({ metadata: metadata(), description: text(1_000).optional() }).optional(),
    payment_method_types: list(z.enum(METHOD_TYPES)).optional(),
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
    const lines = input.line_items.map(({ price_data: price, quantity }, index) => {
      if (quantity === undefined) throw missing(`line_items[${index}][quantity]`);
      const currency = price.currency.toLowerCase();
      const line = { name: price.product_data.name, unitAmount: price.unit_amount, quantity, currency };
      return buildLineItem(line, second);
    });
    if (lines.length === 0) throw missing("line_items");
    const amount = lines.reduce((sum, line) => sum + line.amount_total, 0);
    for (const line of lines) checkAmount(amount, line.currency, "line_items");
    const session = buildCheckoutSession(
      {
        amount_total: amount,
        currency: "gbp",
        metadata: setNames({}, input.metadata),
        client_reference_id: input.client_reference_id ?? null,
        customer_email: input.customer_email ?? null,
        success_url: input.success_url,
        cancel_url: input.cancel_url ?? null,
        expires_at: expiresAt,
        locale: input.locale ?? null,
        submit_type: input.submit_type ?? null,
        adaptive_pricing: { enabled: input.adaptive_pricing?.enabled ?? true },
        payment_method_types: input.payment_method_types ?? [...METHOD_TYPES],
      },
      work.publicOrigin,
      second,
    );
    work.store.insert("checkout.session", session, {
      hidden: {
        intentMetadata: setNames({}, input.payment_intent_data?.metadata),
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

/** Sets the metadata names sent and removes those sent empty. */
export function setNames(
  before: Record<string, string>,
  sent: Record<string, string> | undefined,
): Record<string, string> {
  const after = Object.entries({ ...before, ...sent }).filter(([, value]) => value !== "");
  return Object.fromEntries(after);
}

const sessionOf = (work: Work, id: string) => bodyOf(work, "checkout.session", id);

const retrieve = retrieval("checkout.session", ROOT);

const listAll = listing("checkout.session", ROOT, {
  payment_intent: text(255),
  status: z.enum(["open", "complete", "expired"]),
});

const expire = operation("POST", `${ROOT}/:id/expire`, {}, (work, _asked, id) => {
  const session = sessionOf(work, id);
  if (session.status !== "open") {
    throw wrongState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}`,
    );
  }
  return expireCheckout(work, id);
});

const lineItems = operation(
  "GET",
  `${ROOT}/:id/line_items`,
  { limit: LIST_PARAMETERS.limit, starting_after: text(255).optional(), ending_before: text(255).optional() },
  (work, input, id) => {
    sessionOf(work, id);
    const all = work.store.children("item", id);
    const after = all.findIndex((line) => line.id === input.starting_after) + 1;
    const before = all.findIndex((line) => line.id === input.ending_before);
    const limit = input.limit ?? 10;
    const rest = before < 0 ? all.slice(after) : all.slice(0, before);
    const data = before < 0 ? rest.slice(0, limit) : rest.slice(-limit);
    return { object: "list", data, has_more: rest.length > limit, url: `${ROOT}/${id}/line_items` };
  },
);

export const CHECKOUT_SESSIONS = [create, listAll, retrieve, expire, lineItems];
