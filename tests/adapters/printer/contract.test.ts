import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPrintByHand } from "~/adapters/printer/by-hand.server";
import type { PrintRequest, PrintService } from "~/adapters/printer/contract";
import { createProdigi } from "~/adapters/printer/prodigi.server";
import { type PrinterSandbox, startPrinterSandbox } from "../../../scripts/printer-sandbox/sandbox";

const KEY = "a key of ours";
const BOOK = { binding: "standard", copies: 2, pages: 120 } as const;
const FILES = { interiorUrl: "https://loop.example/i.pdf", coverUrl: "https://loop.example/c.pdf" };

let printer: PrinterSandbox;
beforeAll(async () => {
  printer = await startPrinterSandbox({ port: 0, apiKey: KEY, stageMs: null });
});
afterAll(() => printer.close());
beforeEach(() => printer.setFailure("none"));

const byApi = (change: { apiKey?: string; origin?: string; timeoutMs?: number } = {}) =>
  createProdigi({
    apiKey: KEY,
    origin: printer.origin,
    products: { standard: "HARDBACK", luxury: "HARDBACK-LUXURY" },
    shippingMethod: "Standard",
    ...change,
  });

/** A printer that gives one response to everything. */
async function responding<Result>(
  status: number,
  body: unknown,
  ask: (service: PrintService) => Promise<Result>,
): Promise<Result> {
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await ask(byApi({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

const recipient = {
  ...{ name: "Ada Marsh", email: "ada@example.com", phone: "07700 900123" },
  ...{ line1: "14 Weavers Row", line2: "", city: "Hebden Bridge", county: "", postcode: "HX7 8AA" },
};

let keys = 0;
function request(): PrintRequest {
  keys += 1;
  return {
    idempotencyKey: `key-${keys}`,
    reference: "LP-AAAA-BBBB",
    webhookUrl: "http://127.0.0.1:9/webhooks/printer/x",
    recipient,
    books: [{ ...BOOK, ...FILES }],
  };
}

async function placed(service: PrintService): Promise<string> {
  const result = await service.order(request());
  if (!result.ok) throw new Error(`It was not taken: ${result.message}`);
  return result.printerOrderId;
}

describe.each<[string, () => PrintService]>([
  ["by an API", () => byApi()],
  ["by hand", createPrintByHand],
])("a printer %s", (_, open) => {
  it("returns a result to every question and throws nothing", async () => {
    const service = open();
    expect((await service.check()).ok).toBe(true);
    for (const behaviour of [
      await service.quote({ books: [BOOK] }),
      await service.order(request()),
      await service.status("none"),
      await service.cancel("none"),
    ])
      expect(behaviour).toHaveProperty("ok");
    expect(service.readWebhook("nonsense")).toEqual({ ok: false });
  });
});

it("a printer by hand says of everything that people do it", async () => {
  const service = createPrintByHand();
  expect(await service.quote({ books: [BOOK] })).toMatchObject({ ok: false, reason: "by_hand" });
  expect(await service.order(request())).toMatchObject({ ok: false, reason: "by_hand" });
});

describe("a printer by an API", () => {
  it("names a price in whole pence, with delivery in it", async () => {
    expect(await byApi().quote({ books: [BOOK] })).toEqual({
      ok: true,
      totalPence: 2 * (950 + 120 * 6) + 495,
      deliveryPence: 495,
    });
  });

  it("takes an order once for each key, however often it is sent", async () => {
    const order = request();
    const before = printer.orders().length;
    const first = await byApi().order(order);
    const again = await byApi().order(order);
    expect(first).toMatchObject({ ok: true, isRepeat: false });
    expect(again).toEqual({ ...first, isRepeat: true });
    expect(printer.orders().length).toBe(before + 1);
    expect(printer.orders().at(-1)).toMatchObject({
      merchantReference: "LP-AAAA-BBBB",
      items: [{ sku: "HARDBACK", copies: 2, pages: 120, files: [FILES.interiorUrl, FILES.coverUrl] }],
    });
  });

  it("has taken an order that it holds, of which it tells the id alone", async () => {
    printer.setFailure("on_hold");
    const taken = await byApi().order(request());
    const id = printer.orders().at(-1)?.id ?? "";
    expect(taken).toEqual({ ok: true, printerOrderId: id, isRepeat: false });
    const nothing = { carrier: null, trackingNumber: null, chargedPence: null, issues: [] };
    expect(await byApi().status(id)).toEqual({ ok: true, stage: "taken", ...nothing });
    await printer.move(id, "in_production");
    expect(await byApi().status(id)).toMatchObject({ ok: true, stage: "in_production" });
  });

  it("holds an order that can be sent elsewhere, and cancelled", async () => {
    printer.setFailure("on_hold");
    const id = await placed(byApi());
    expect(await byApi().changeRecipient(id, recipient)).toEqual({ ok: true });
    expect(await byApi().cancel(id)).toEqual({ ok: true });
    expect(await byApi().status(id)).toMatchObject({ ok: true, stage: "cancelled" });
  });

  it("hears how the carrier reaches who receives it, with the order and with a new address", async () => {
    const id = await placed(byApi());
    const known = () => printer.orders().find((order) => order.id === id)?.recipient;
    expect(known()).toMatchObject({ email: "ada@example.com", phoneNumber: "07700 900123" });
    const elsewhere = { ...recipient, email: "ada@work.example", phone: null };
    expect(await byApi().changeRecipient(id, elsewhere)).toEqual({ ok: true });
    expect(known()).toMatchObject({ email: "ada@work.example", phoneNumber: null });
  });

  it("says how far an order is, with carrier, number and what it charged once it has left", async () => {
    const id = await placed(byApi());
    expect(await byApi().status(id)).toMatchObject({ ok: true, stage: "taken", chargedPence: null });
    await printer.move(id, "in_production");
    expect(await byApi().status(id)).toMatchObject({ ok: true, stage: "in_production" });
    await printer.move(id, "sent");
    expect(await byApi().status(id)).toMatchObject({
      ...{ ok: true, stage: "sent", carrier: "royalmail", chargedPence: 2 * (950 + 120 * 6) + 495 },
      trackingNumber: expect.stringMatching(/^RM\d{9}GB$/),
    });
  });

  it("says why it cannot print an order", async () => {
    const id = await placed(byApi());
    await printer.move(id, "failed");
    expect(await byApi().status(id)).toMatchObject({
      ...{ ok: true, stage: "failed", issues: ["A file can’t be fetched."] },
    });
  });

  it("waits until a payment is authorised, and says where", async () => {
    const id = await placed(byApi());
    await printer.move(id, "unpaid");
    expect(await byApi().status(id)).toMatchObject({
      ...{ ok: true, stage: "failed", issues: [expect.stringContaining(`/payment/${id}`)] },
    });
  });

  it("has not cancelled an order of which it cancels a part, nor sent one elsewhere that goes there in part", async () => {
    const order = { id: "ord_1", status: { stage: "InProgress" } };
    const partly = { outcome: "Cancelled", order };
    const tooLate = { ok: false, reason: "too_late", message: "cancelled, inprogress" };
    expect(await responding(200, partly, (service) => service.cancel("ord_1"))).toEqual(tooLate);
    for (const outcome of ["partiallyUpdated", "failedToUpdate", "actionNotAvailable"]) {
      const change = (service: PrintService) => service.changeRecipient("ord_1", recipient);
      expect(await responding(200, { outcome, order }, change)).toMatchObject({ reason: "too_late" });
    }
  });

  it("has cancelled an order whose cancelling is not available because it is cancelled", async () => {
    const body = { outcome: "actionNotAvailable", order: { id: "ord_1", status: { stage: "Cancelled" } } };
    expect(await responding(200, body, (service) => service.cancel("ord_1"))).toEqual({ ok: true });
  });

  it("is not known at an address where there is no such API, which says nothing of an order", async () => {
    const nowhere = { outcome: "EndpointDoesNotExist" };
    const status = (service: PrintService) => service.status("ord_1");
    expect(await responding(404, nowhere, status)).toMatchObject({ reason: "misconfigured" });
    expect(await responding(404, { outcome: "EntityNotFound" }, status)).toMatchObject({ reason: "unknown" });
    expect(await responding(500, { outcome: "TimedOut" }, status)).toMatchObject({ reason: "unavailable" });
    const refused = { statusText: "Something went wrong", statusCode: 400 };
    const rejected = { reason: "rejected", message: "400 Something went wrong" };
    expect(await responding(400, refused, (service) => service.order(request()))).toMatchObject(rejected);
  });

  it("cancels an order that has not begun, also twice, and no other", async () => {
    const id = await placed(byApi());
    expect(await byApi().cancel(id)).toEqual({ ok: true });
    expect(await byApi().cancel(id)).toEqual({ ok: true });
    expect(await byApi().status(id)).toMatchObject({ stage: "cancelled" });
    const begun = await placed(byApi());
    await printer.move(begun, "in_production");
    expect(await byApi().cancel(begun)).toMatchObject({ ok: false, reason: "too_late" });
    expect(await byApi().status("ord_none")).toMatchObject({ ok: false, reason: "unknown" });
  });

  it("tells a refusal from a wrong key, and both from a printer that is down or silent", async () => {
    expect(await byApi({ apiKey: "another" }).order(request())).toMatchObject({ reason: "misconfigured" });
    expect((await byApi({ apiKey: "another" }).check()).ok).toBe(false);
    printer.setFailure("refuses");
    expect(await byApi().order(request())).toMatchObject({ reason: "rejected" });
    for (const failure of ["down", "silent"] as const) {
      printer.setFailure(failure);
      expect(await byApi().order(request())).toMatchObject({ reason: "unavailable" });
    }
    printer.setFailure("holds");
    expect(await byApi({ timeoutMs: 50 }).order(request())).toMatchObject({ reason: "unavailable" });
  });

  it("tells which order a webhook is about, in both shapes that it has", async () => {
    const heard: string[] = [];
    const shop = createServer(async (call, response) => {
      heard.push(Buffer.concat(await call.toArray()).toString("utf8"));
      response.end();
    });
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    const taken = await byApi().order({ ...request(), webhookUrl });
    const id = taken.ok ? taken.printerOrderId : "";
    await printer.move(id, "in_production");
    printer.setWebhookShape("bare");
    await printer.move(id, "sent");
    printer.setWebhookShape("nested");
    await new Promise((resolve) => shop.close(resolve));
    expect(heard.map((body) => byApi().readWebhook(body))).toEqual(Array(2).fill({ ok: true, printerOrderId: id }));
    expect(heard.map((body) => Object.keys(JSON.parse(body).data).slice(0, 2))).toEqual([
      ["order"],
      ["id", "idempotencyKey"],
    ]);
  });

  it("reads no order in a webhook that names none", () => {
    for (const body of ["{}", '{"data":{}}', '{"data":{"order":{}}}', '{"subject":"ord_1"}', "ord_1"])
      expect(byApi().readWebhook(body)).toEqual({ ok: false });
  });
});
