import { z } from "zod";
import type { Orders, SandboxOrder } from "./orders";

/**
 * The printer sandbox's response to each call; what it lacks is a 501, never silently ignored. Source of every
 * path, field and value: prodigi.com/print-api/docs/reference, "Orders", "Order actions", "Quotes", "Outcomes" and
 * "Errors"; of states and their issues "Status"; of an order on hold, of which only the id is sent, "Create order".
 */

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  isAllowed: boolean;
  body: string;
  /** Whether it refuses every order and new address, as for a file that it cannot print. */
  refuses: boolean;
  /** Whether it pauses every order, as an account may be set. */
  holds: boolean;
}

interface SandboxResponse {
  status: number;
  body: unknown;
}

const Item = z.object({
  sku: z.string().min(1),
  copies: z.number().int().min(1).max(99),
  assets: z
    .array(z.object({ printArea: z.string(), url: z.url().optional(), pageCount: z.number().optional() }))
    .min(1),
});
const Quote = z.object({
  shippingMethod: z.string(),
  destinationCountryCode: z.string().length(2),
  currencyCode: z.string().length(3),
  items: z.array(Item).min(1),
});
const Recipient = z.object({
  name: z.string().min(1),
  email: z.string().nullish(),
  phoneNumber: z.string().nullish(),
  address: z.object({
    line1: z.string().min(1),
    line2: z.string().nullish(),
    townOrCity: z.string().min(1),
    stateOrCounty: z.string().nullish(),
    postalOrZipCode: z.string().min(1),
    countryCode: z.string().length(2),
  }),
});
/** To change it, all are demanded; whether a number that is null will do, the reference leaves open. */
const ChangedRecipient = Recipient.extend({ email: z.string(), phoneNumber: z.string().nullable() });
const NewOrder = z.object({
  idempotencyKey: z.string().nullish(),
  merchantReference: z.string().max(100).nullish(),
  callbackUrl: z.url().nullish(),
  shippingMethod: z.string(),
  recipient: Recipient,
  items: z.array(Item).min(1),
});

/** A hardback of this printer: £9.50 and 6p a page; a luxury one £6 more. Delivery is £3.95 and £1 for each further copy. */
const BOOK_PENCE = 950;
const PAGE_PENCE = 6;
const LUXURY_PENCE = 600;
const DELIVERY_PENCE = 395;
const FURTHER_PENCE = 100;

export function handleRequest(call: Call, orders: Orders): SandboxResponse {
  if (!call.isAllowed) return { status: 401, body: { statusText: "Unauthorized" } };
  const [, version, kind = "", id, , action] = call.path.toLowerCase().split("/");
  if (version !== "v4.0") return { status: 404, body: { outcome: "EndpointDoesNotExist" } };
  const route = `${call.method} ${kind}${id ? "/:id" : ""}${action ? `/${action}` : ""}`;
  const order = id ? orders.find(id) : undefined;
  switch (route) {
    case "POST quotes":
      return quote(call);
    case "POST orders":
      return place(call, orders);
    case "GET orders":
      return { status: 200, body: { outcome: "Ok", orders: orders.all().map(show) } };
    case "GET orders/:id":
      return order ? { status: 200, body: { outcome: "Ok", order: show(order) } } : UNKNOWN;
    case "POST orders/:id/cancel":
      if (!order) return UNKNOWN;
      if (!isOpen(order)) return { status: 200, body: { outcome: "ActionNotAvailable", order: show(order) } };
      orders.change(order.id, { stage: "cancelled" });
      return { status: 200, body: { outcome: "Cancelled", order: show(order) } };
    case "POST orders/:id/updaterecipient":
      return order ? redirect(order, call, orders) : UNKNOWN;
    default:
      return { status: 501, body: { outcome: "NotInTheSandbox" } };
  }
}

/** Whether it has not begun. */
const isOpen = ({ stage }: SandboxOrder) => ["on_hold", "taken", "unpaid", "failed"].includes(stage);

const UNKNOWN: SandboxResponse = { status: 404, body: { outcome: "EntityNotFound" } };
const REFUSED: SandboxResponse = { status: 400, body: { outcome: "ValidationFailed" } };

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function quote(call: Call): SandboxResponse {
  const read = Quote.safeParse(jsonIn(call.body));
  if (!read.success || call.refuses) return REFUSED;
  const { items, delivery } = pricesOf(
    read.data.items.map(({ sku, copies, assets }) => ({ sku, copies, pages: assets[0]?.pageCount ?? 0 })),
  );
  const costSummary = { items: cost(items), shipping: cost(delivery), totalCost: cost(items + delivery) };
  const body = { shipmentMethod: read.data.shippingMethod, costSummary, shipments: [], items: [] };
  return { status: 200, body: { outcome: "Created", quotes: [body] } };
}

function place(call: Call, orders: Orders): SandboxResponse {
  const read = NewOrder.safeParse(jsonIn(call.body));
  if (!read.success || call.refuses) return REFUSED;
  const { idempotencyKey = null, merchantReference = null, callbackUrl = null, recipient, items } = read.data;
  const before = orders.all().find((one) => idempotencyKey !== null && one.idempotencyKey === idempotencyKey);
  if (before) return { status: 200, body: { outcome: "AlreadyExists", order: show(before) } };
  const made = orders.add({
    stage: call.holds ? "on_hold" : "taken",
    idempotencyKey,
    merchantReference,
    webhookUrl: callbackUrl,
    recipient,
    items: items.map(({ sku, copies, assets }) => ({
      sku,
      copies,
      pages: assets[0]?.pageCount ?? 0,
      files: assets.flatMap(({ url }) => url ?? []),
    })),
  });
  return { status: 200, body: { outcome: call.holds ? "OnHold" : "Created", order: show(made) } };
}

/** Once it prints, the label is printed too. */
function redirect(order: SandboxOrder, call: Call, orders: Orders): SandboxResponse {
  const read = ChangedRecipient.safeParse(jsonIn(call.body));
  if (!read.success || call.refuses) return REFUSED;
  const isInTime = isOpen(order);
  if (isInTime) orders.change(order.id, { recipient: read.data });
  const outcome = isInTime ? "Updated" : "ActionNotAvailable";
  return { status: 200, body: { outcome, shipmentUpdateResults: [], order: show(order) } };
}

function pricesOf(items: readonly { sku: string; copies: number; pages: number }[]) {
  const copies = items.reduce((sum, item) => sum + item.copies, 0);
  return {
    items: items.reduce((sum, item) => {
      const more = /lux/i.test(item.sku) ? LUXURY_PENCE : 0;
      return sum + item.copies * (BOOK_PENCE + more + item.pages * PAGE_PENCE);
    }, 0),
    delivery: DELIVERY_PENCE + (copies - 1) * FURTHER_PENCE,
  };
}

const cost = (pence: number) => ({
  amount: `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`,
  currency: "GBP",
});

/** What it says of an order that waits for somebody, by its stage here. */
function issuesOf(order: SandboxOrder) {
  if (order.stage === "failed") {
    const errorCode = "order.items.assets.FailedToDownloaded";
    return [{ objectId: order.id, errorCode, description: "A file can’t be fetched." }];
  }
  if (order.stage !== "unpaid") return [];
  const { items, delivery } = pricesOf(order.items);
  const paymentDetails = cost(items + delivery);
  const authorisationUrl = `http://printer-sandbox/payment/${order.id}`;
  return [
    {
      objectId: order.id,
      errorCode: "RequiresPaymentAuthorisation",
      description: `Payment authorisation required for '${order.id}' (${paymentDetails.amount}${paymentDetails.currency}) please use the following URL to make payment: ${authorisationUrl}`,
      authorisationDetails: { authorisationUrl, paymentDetails },
    },
  ];
}

/** An order as the API shows it. */
export function show(order: SandboxOrder) {
  if (order.stage === "on_hold") return { id: order.id };
  const { items, delivery } = pricesOf(order.items);
  const hasBegun = order.stage === "in_production" || order.stage === "sent";
  const word = (isDone: boolean, isNow: boolean) => (isDone ? "Complete" : isNow ? "InProgress" : "NotStarted");
  return {
    id: order.id,
    idempotencyKey: order.idempotencyKey,
    merchantReference: order.merchantReference,
    callbackUrl: order.webhookUrl,
    status: {
      stage: order.stage === "sent" ? "Complete" : order.stage === "cancelled" ? "Cancelled" : "InProgress",
      issues: issuesOf(order),
      details: {
        downloadAssets: order.stage === "failed" ? "Error" : word(hasBegun, order.stage === "taken"),
        printReadyAssetsPrepared: word(hasBegun, false),
        allocateProductionLocation: word(hasBegun, false),
        inProduction: word(order.stage === "sent", order.stage === "in_production"),
        shipping: word(order.stage === "sent", false),
      },
    },
    charges: hasBegun
      ? [
          {
            id: `chg_${order.id}`,
            chargeType: "Item",
            prodigiInvoiceNumber: null,
            totalCost: cost(items + delivery),
          },
        ]
      : [],
    shipments:
      order.stage === "sent"
        ? [
            {
              id: `shp_${order.id}`,
              status: "Shipped",
              carrier: { name: "royalmail", service: "royalmail_tracked48" },
              tracking: { number: order.tracking, url: null },
            },
          ]
        : [],
    recipient: order.recipient,
    items: order.items.map(({ sku, copies }) => ({ sku, copies })),
  };
}
