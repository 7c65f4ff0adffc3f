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
beforeEach(() => printer.setTrouble("none"));

const byApi = (change: { apiKey?: string; timeoutMs?: number } = {}) =>
  createProdigi({
    apiKey: KEY,
    origin: printer.origin,
    products: { standard: "HARDBACK", luxury: "HARDBACK-LUXURY" },
    shippingMethod: "Standard",
    ...change,
  });

let keys = 0;
function request(): PrintRequest {
  keys += 1;
  const recipient = {
    ...{ name: "Ada Marsh", line1: "14 Weavers Row", line2: "", city: "Hebden Bridge", county: "" },
    postcode: "HX7 8AA",
  };
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
  it("answers every question and throws nothing", async () => {
    const service = open();
    expect((await service.check()).ok).toBe(true);
    for (const answer of [
      await service.quote({ books: [BOOK] }),
      await service.order(request()),
      await service.status("none"),
      await service.cancel("none"),
    ])
      expect(answer).toHaveProperty("ok");
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
    printer.setTrouble("on_hold");
    const taken = await byApi().order(request());
    expect(taken).toEqual({ ok: true, printerOrderId: printer.orders().at(-1)?.id, isRepeat: false });
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
    printer.setTrouble("refuses");
    expect(await byApi().order(request())).toMatchObject({ reason: "rejected" });
    for (const trouble of ["down", "silent"] as const) {
      printer.setTrouble(trouble);
      expect(await byApi().order(request())).toMatchObject({ reason: "unavailable" });
    }
    printer.setTrouble("holds");
    expect(await byApi({ timeoutMs: 50 }).order(request())).toMatchObject({ reason: "unavailable" });
  });

  it("tells which order a webhook is about", () => {
    const event = {
      type: "com.prodigi.order.status.stage.changed#Complete",
      data: { order: { id: "ord_1" } },
    };
    expect(byApi().readWebhook(JSON.stringify(event))).toEqual({ ok: true, printerOrderId: "ord_1" });
    const bare = JSON.stringify({ ...event, data: { id: "ord_2" } });
    expect(byApi().readWebhook(bare)).toEqual({ ok: true, printerOrderId: "ord_2" });
    expect(byApi().readWebhook("{}")).toEqual({ ok: false });
  });
});
