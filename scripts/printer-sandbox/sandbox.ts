import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Call, handleRequest, show } from "./api";
import { openOrders, type SandboxOrder } from "./orders";

/**
 * A printer for one machine. It speaks the protocol of Prodigi's API, quotes, takes orders once for each key, fetches
 * their files, and reports each stage by a webhook; so the print queue can be tried without an account or a network.
 * Nothing is printed.
 */

export interface PrinterSandboxOptions {
  /** 0 takes any free port. */
  port: number;
  host?: string;
  /** The folder of printer-sandbox.json; without it everything is forgotten at the end. */
  dataFolder?: string;
  apiKey: string;
  /** How long each stage takes, from taken over in production to sent; null: stages move on command alone. */
  stageMs?: number | null;
  /** Gets the reason why a webhook did not arrive. */
  onUnheard?: (cause: string) => void;
}

export interface PrinterSandbox {
  origin: string;
  orders(): readonly SandboxOrder[];
  /** Moves an order to a stage, and sends its webhook. */
  move(orderId: string, stage: SandboxOrder["stage"]): Promise<void>;
  /**
   * `silent`: what is asked for is done, and the line breaks. `holds`: the same, and nothing comes. `on_hold`: orders
   * are paused, until they are moved on. `down`: no response at all. `refuses`: every order and new address is refused.
   */
  setFailure(failure: "none" | "silent" | "holds" | "on_hold" | "down" | "refuses"): void;
  /** Which of the reference's two shapes its webhooks have: the order in `data.order`, or `data` itself. */
  setWebhookShape(shape: "nested" | "bare"): void;
  /** Stops listening. Safe to call twice. */
  close(): Promise<void>;
}

const MOST_BYTES = 1024 * 1024;

/** Starts a printer. @throws Error when the port is unavailable. */
export async function startPrinterSandbox(options: PrinterSandboxOptions): Promise<PrinterSandbox> {
  const store = openOrders(options.dataFolder);
  let failure: Parameters<PrinterSandbox["setFailure"]>[0] = "none";
  let isBare = false;
  const timers = new Set<NodeJS.Timeout>();

  async function move(orderId: string, stage: SandboxOrder["stage"]): Promise<void> {
    const order = store.find(orderId);
    if (!order || order.stage === "cancelled" || order.stage === "sent") return;
    store.change(orderId, { stage, tracking: stage === "sent" ? trackingNumber() : null });
    await sendWebhook(store.find(orderId), isBare, options.onUnheard ?? (() => undefined));
  }

  /** Moves on as a printer would, one stage after another. */
  function goOn(order: SandboxOrder): void {
    if (!options.stageMs) return;
    const next = order.stage === "taken" ? "in_production" : order.stage === "in_production" ? "sent" : null;
    if (next === null) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void move(order.id, next).then(() => {
        const moved = store.find(order.id);
        if (moved) goOn(moved);
      });
    }, options.stageMs);
    timers.add(timer);
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes <= MOST_BYTES) parts.push(part);
    }
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://printer");
    if (pathname === "/health") return response.writeHead(200).end("ok");
    if (failure === "down") return response.writeHead(503).end();
    const call: Call = {
      method: request.method ?? "GET",
      path: pathname,
      query: searchParams,
      isAllowed: request.headers["x-api-key"] === options.apiKey,
      body: Buffer.concat(parts).toString("utf8"),
      refuses: failure === "refuses",
      holds: failure === "on_hold",
    };
    const before = new Set(store.all().map(({ id }) => id));
    const { status, body } = handleRequest(call, store);
    const made = store.all().find(({ id }) => !before.has(id));
    if (made) goOn(made);
    // As if the line had broken after the printer took it.
    if (failure === "silent" && call.method === "POST") return response.destroy();
    if (failure === "holds" && call.method === "POST") return;
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, host, resolve);
  });
  for (const order of store.all()) goOn(order);
  let closing: Promise<void> | undefined;
  return {
    origin: `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${(server.address() as AddressInfo).port}`,
    orders: () => store.all(),
    move,
    setFailure(to) {
      failure = to;
    },
    setWebhookShape(shape) {
      isBare = shape === "bare";
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      closing ??= new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

/** A number as Royal Mail writes them. */
function trackingNumber(): string {
  const digits = String(randomBytes(4).readUInt32BE() % 1_000_000_000).padStart(9, "0");
  return `RM${digits}GB`;
}

/**
 * Notifies the shop that something has changed: prodigi.com/print-api/docs/reference, "Callbacks". One that is not
 * taken is not sent again: the shop asks in its own time.
 */
async function sendWebhook(
  order: SandboxOrder | undefined,
  isBare: boolean,
  report: (cause: string) => void,
): Promise<void> {
  if (!order?.webhookUrl) return;
  const stage = order.stage === "sent" ? "Complete" : order.stage === "cancelled" ? "Cancelled" : "InProgress";
  const event = {
    specversion: "1.0",
    type: `com.prodigi.order.status.stage.changed#${stage}`,
    source: "http://printer-sandbox/v4.0/Orders/",
    id: `evt_${randomBytes(6).toString("hex")}`,
    time: new Date().toISOString(),
    datacontenttype: "application/json",
    data: isBare ? show(order) : { order: show(order) },
    subject: order.id,
  };
  await fetch(order.webhookUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(event),
    signal: AbortSignal.timeout(5_000),
  }).then(
    (reply) => reply.body?.cancel(),
    // A shop that is not there asks later.
    (error: unknown) => report(error instanceof Error ? error.name : "unknown"),
  );
}
