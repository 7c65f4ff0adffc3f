import { describe, expect, it } from "vitest";
import { asStatus, penceOf } from "~/adapters/printer/prodigi-answers.server";

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
    for (const amount of ["", "-1.00", "1e3", "=1+1"])
      expect(penceOf({ amount, currency: "GBP" })).toBeNull();
  });
});

describe("an order", () => {
  const status = { stage: "InProgress", issues: [], details: {} };
  const cost = (amount: string) => ({ totalCost: { amount, currency: "GBP" } });
  const shipment = (number: string, word: string) => ({ status: word, carrier: "RM", tracking: { number } });

  it("whose last parcel was cancelled tells the number of the one that comes", () => {
    const shipments = [shipment("RM1GB", "Shipped"), shipment("RM2GB", "Cancelled")];
    expect(asStatus({ id: "ord_1", status, shipments })).toMatchObject({ trackingNumber: "RM1GB" });
  });

  it("from which the printer takes something off costs the rest", () => {
    const charges = [cost("18.40"), cost("-2.15")];
    expect(asStatus({ id: "ord_1", status, charges })).toMatchObject({ chargedPence: 1625 });
  });

  it("has failed while the printer waits for a payment", () => {
    const issues = [{ errorCode: "RequiresPaymentAuthorisation", description: "Payment is needed" }];
    expect(asStatus({ id: "ord_1", status: { ...status, issues } })).toMatchObject({ stage: "failed" });
  });
});
