import { describe, expect, it } from "vitest";
import { penceOf } from "~/adapters/printer/prodigi-answers.server";

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
