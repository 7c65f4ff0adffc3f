import { z } from "zod";
import { createExternalClient } from "../waiting/outside-calls.server";
import type { ChangeResult, PrintFailure, PrintRequest, PrintService, Recipient } from "./contract";
import {
  asStatus,
  CallbackResponse,
  ChangedResponse,
  OrderResponse,
  penceOf,
  QuoteResponse,
  TakenResponse,
} from "./prodigi-responses.server";

/** Print on demand by Prodigi's API, version 4 (prodigi.com/print-api/docs/reference). */

/** Where nobody waits, as in the worker. */
const TIME_LIMIT_MS = 20_000;
const COUNTRY = "GB";
const CURRENCY = "GBP";

export interface ProdigiSettings {
  apiKey: string;
  /** Scheme, host and port of the API. */
  origin: string;
  /** The printer's product for each binding. */
  products: Readonly<Record<"standard" | "luxury", string>>;
  shippingMethod: string;
  timeoutMs?: number;
}

/** The API's response: its body where it was JSON, and what that means for us. */
type ApiResult = { ok: true; body: unknown } | (PrintFailure & { status: number });

/** A successful response has `outcome`, an error has `statusText` beside or in place of it. */
const Refusal = z.object({ outcome: z.string().optional(), statusText: z.string().optional() });

export function createProdigi(settings: ProdigiSettings): PrintService {
  const externalClient = createExternalClient({
    longestMs: settings.timeoutMs,
    unawaitedMs: settings.timeoutMs ?? TIME_LIMIT_MS,
  });

  async function ask(method: "GET" | "POST", path: string, body?: unknown): Promise<ApiResult> {
    try {
      const { response, text } = await externalClient.call(method, async (signal) => {
        const response = await fetch(`${settings.origin}/v4.0${path}`, {
          method,
          headers: { "X-API-Key": settings.apiKey, "Content-Type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          // Another address would be given our key.
          redirect: "error",
          signal,
        });
        return { response, text: await response.text() };
      });
      const read = jsonIn(text);
      if (response.ok && read !== undefined) return { ok: true, body: read };
      return { ...failureOf(response.status, read), status: response.status };
    } catch (error) {
      const message = error instanceof Error ? error.name : "unknown";
      return { ok: false, reason: "unavailable", message: `It didn’t answer (${message}).`, status: 0 };
    }
  }

  /** Asks for a change of an order; `isDone` tells from the outcome and the order's stage whether all of it was made. */
  async function change(
    printerOrderId: string,
    action: string,
    isDone: (outcome: string, stage: string | undefined) => boolean,
    body?: unknown,
  ): Promise<ChangeResult> {
    const response = await ask("POST", `/orders/${encodeURIComponent(printerOrderId)}/actions/${action}`, body);
    if (!response.ok) return response;
    const read = ChangedResponse.safeParse(response.body).data;
    const outcome = read?.outcome.toLowerCase() ?? "";
    const stage = read?.order?.status?.stage.toLowerCase();
    if (isDone(outcome, stage)) return { ok: true };
    const said = [outcome, stage].filter(Boolean).join(", ");
    return { ok: false, reason: "too_late", message: said || "It doesn’t say why." };
  }

  return {
    async quote({ books }) {
      const response = await ask("POST", "/quotes", {
        shippingMethod: settings.shippingMethod,
        destinationCountryCode: COUNTRY,
        currencyCode: CURRENCY,
        items: books.map(({ binding, copies, pages }) => ({
          sku: settings.products[binding],
          copies,
          // As in the order: a further area may cost more.
          assets: [{ printArea: "default", pageCount: pages }, { printArea: "cover" }],
        })),
      });
      if (!response.ok) return response;
      const [first] = QuoteResponse.safeParse(response.body).data?.quotes ?? [];
      const items = first && penceOf(first.costSummary.items);
      const delivery = first && penceOf(first.costSummary.shipping);
      if (items === undefined || items === null || delivery === undefined || delivery === null)
        return { ok: false, reason: "rejected", message: "It named no price in pounds." };
      // What it says it will charge in all, where it says so: tax, if any, is part of the cost.
      const total = first?.costSummary.totalCost && penceOf(first.costSummary.totalCost);
      return { ok: true, totalPence: total ?? items + delivery, deliveryPence: delivery };
    },

    async order(request) {
      const response = await ask("POST", "/orders", bodyOf(request, settings));
      if (!response.ok) return response;
      const read = TakenResponse.safeParse(response.body);
      // A success that we cannot parse: perhaps it was accepted, so the same key is sent again.
      if (!read.success) return { ok: false, reason: "unavailable", message: "Its answer has no order." };
      const isRepeat = read.data.outcome?.toLowerCase() === "alreadyexists";
      return { ok: true, printerOrderId: read.data.order.id, isRepeat };
    },

    async status(printerOrderId) {
      const response = await ask("GET", `/orders/${encodeURIComponent(printerOrderId)}`);
      if (!response.ok)
        return response.status === 404 && response.reason === "rejected"
          ? { ok: false, reason: "unknown", message: "It knows no such order, or holds it." }
          : response;
      const read = OrderResponse.safeParse(response.body);
      if (!read.success) return { ok: false, reason: "unavailable", message: "Its answer has no order." };
      return asStatus(read.data.order);
    },

    async cancel(printerOrderId) {
      // One of which a part is cancelled keeps its stage, and of a cancelled one the action may be gone.
      return await change(printerOrderId, "cancel", (outcome, stage = outcome) => stage === "cancelled");
    },

    async changeRecipient(printerOrderId, recipient) {
      return await change(printerOrderId, "updateRecipient", isUpdated, recipientIn(recipient));
    },

    readWebhook(rawBody) {
      const read = CallbackResponse.safeParse(jsonIn(rawBody));
      return read.success ? { ok: true, printerOrderId: read.data.data.id } : { ok: false };
    },

    async check() {
      const response = await ask("GET", "/orders?top=1");
      return response.ok ? { ok: true } : { ok: false, message: response.message };
    },
  };
}

const isUpdated = (outcome: string) => outcome === "updated";

/** To place an order, email and phone number are optional; to change its recipient, both are demanded. */
function recipientIn({ name, email, phone, line1, line2, city, county, postcode }: Recipient) {
  return {
    name,
    email,
    phoneNumber: phone,
    address: {
      line1,
      line2: line2 || null,
      townOrCity: city,
      stateOrCounty: county || null,
      postalOrZipCode: postcode,
      countryCode: COUNTRY,
    },
  };
}

function bodyOf(request: PrintRequest, { products, shippingMethod }: ProdigiSettings) {
  return {
    idempotencyKey: request.idempotencyKey,
    merchantReference: request.reference,
    callbackUrl: request.webhookUrl,
    shippingMethod,
    recipient: recipientIn(request.recipient),
    items: request.books.map(({ binding, copies, pages, interiorUrl, coverUrl }) => ({
      merchantReference: binding,
      sku: products[binding],
      copies,
      // The files have the printer's own measures: nothing is scaled.
      sizing: "fillPrintArea",
      assets: [
        { printArea: "default", url: interiorUrl, pageCount: pages },
        { printArea: "cover", url: coverUrl },
      ],
    })),
  };
}

/**
 * 401 and 403 are about our key, and an endpoint that does not exist about the address that is set; 408, 429 and what the
 * printer's own machines do is worth a retry; the rest is no.
 */
function failureOf(status: number, body: unknown): PrintFailure {
  const said = Refusal.safeParse(body).data;
  const message = `${status} ${said?.outcome ?? said?.statusText ?? ""}`.trim().slice(0, 200);
  const isElsewhere = said?.outcome?.toLowerCase() === "endpointdoesnotexist";
  if (status === 401 || status === 403 || isElsewhere) return { ok: false, reason: "misconfigured", message };
  const isPassing = status === 408 || status === 429 || status >= 500 || status < 400;
  return { ok: false, reason: isPassing ? "unavailable" : "rejected", message };
}

/** The parsed JSON; undefined for text that is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
