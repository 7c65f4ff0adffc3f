import { describe, expect, it } from "vitest";
import { asStatus, penceOf } from "~/adapters/printer/prodigi-responses.server";

describe("a printer’s sum", () => {
  it.each([
    ["18.40", 1840],
    ["18.4", 1840],
    ["18", 1800],
    ["0.07", 7],
    ["10.745", 1075],
    ["10.7400", 1074],
  ])("of %s pounds is %i pence", (amount, pence) => {
    expect(penceOf({ amount, currency: "GBP" })).toBe(pence);
  });

  it("is refused in another currency, or if it isn’t an amount", () => {
    expect(penceOf({ amount: "18.40", currency: "EUR" })).toBeNull();
    for (const amount of ["", "-1.00", "1e3", "=1+1"]) expect(penceOf({ amount, currency: "GBP" })).toBeNull();
  });
});

describe("an order", () => {
  const status = { stage: "InProgress", issues: [], details: {} };
  const cost = (amount: string) => ({ totalCost: { amount, currency: "GBP" } });
  const shipment = (number: string, word: string) => ({ status: word, carrier: "RM", tracking: { number } });

  it("whose last shipment was cancelled tells the number of the one that comes", () => {
    const shipments = [shipment("RM1GB", "Shipped"), shipment("RM2GB", "Cancelled")];
    expect(asStatus({ id: "ord_1", status, shipments })).toMatchObject({ trackingNumber: "RM1GB" });
  });

  it("from which the printer takes something off costs the rest", () => {
    const charges = [cost("18.40"), cost("-2.15")];
    expect(asStatus({ id: "ord_1", status, charges })).toMatchObject({ chargedPence: 1625 });
  });

  it.each([
    "RequiresPaymentAuthorisation",
    "order.items.assets.FailedToDownloaded",
    "items.assets.FailedToDownload",
    "order.items.ItemUnavailable",
  ])("has failed while the printer waits for somebody: %s", (errorCode) => {
    const issues = [{ errorCode, description: "Somebody is needed" }];
    const read = asStatus({ id: "ord_1", status: { ...status, issues } });
    expect(read).toMatchObject({ stage: "failed", issues: ["Somebody is needed"] });
  });

  it("says no address of a file, which opens it for two days without a sign-in", () => {
    const ours = "https://loop.example/print-files/MTc5NTY4.c2lnbmF0dXJl";
    const inTheBucket = "https://bucket.example/prints/a.pdf?X-Amz-Expires=172800&X-Amz-Signature=feed";
    const description = `Couldn’t download '${ours}' or (${inTheBucket}).`;
    const issues = [{ errorCode: "order.items.assets.FailedToDownload", description }];
    const read = asStatus({ id: "ord_1", status: { ...status, issues } });
    expect(read).toMatchObject({ issues: ["Couldn’t download … or …"] });
  });

  it("has failed while it waits for a payment by its stage alone, without an issue", () => {
    expect(asStatus({ id: "ord_1", status: { ...status, stage: "AwaitingPayment" } })).toMatchObject({
      ...{ stage: "failed", issues: ["AwaitingPayment"] },
    });
  });

  it.each(["order.items.assets.NotDownloaded", "items.assets.NotDownloaded"])(
    "goes on while the printer tries a file again: %s",
    (errorCode) => {
      const issues = [{ errorCode, description: "Warning: Download attempt 1 of 10 failed" }];
      expect(asStatus({ id: "ord_1", status: { ...status, issues } })).toMatchObject({ stage: "taken" });
    },
  );

  it("is read although a detail’s name ends in a space, and its word is “Completed”", () => {
    const failed = { ...status, details: { "allocateProductionLocation ": "Error" } };
    expect(asStatus({ id: "ord_1", status: failed })).toMatchObject({ stage: "failed" });
    const printed = { ...status, details: { "inProduction ": "Completed" } };
    expect(asStatus({ id: "ord_1", status: printed })).toMatchObject({ stage: "in_production" });
  });

  it("that the printer holds has no state, and is taken", () => {
    expect(asStatus({ id: "ord_1" })).toMatchObject({ ok: true, stage: "taken", issues: [] });
  });

  it("whose other shipment is marked as cancelled has left", () => {
    const shipments = [shipment("RM1GB", "Shipped"), { ...shipment("RM2GB", "Processing"), cancelled: true }];
    expect(asStatus({ id: "ord_1", status, shipments })).toMatchObject({
      ...{ stage: "sent", trackingNumber: "RM1GB" },
    });
  });
});
