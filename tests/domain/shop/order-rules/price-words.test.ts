import { describe, expect, it } from "vitest";
import { OPENING_PRICES, type PriceList } from "~/domain/diary/catalogue/prices";
import {
  copyPrice,
  copyPriceNote,
  copyPriceTerms,
  formatLoopPrice,
  loopPriceFigures,
  loopPriceTerms,
} from "~/domain/shop/order-rules/price-words";

const prices = (change: Partial<PriceList> = {}): PriceList => ({ ...OPENING_PRICES, ...change });
const CHARGED = prices({ loopDeliveryPence: 499 });

describe("the price of a loop", () => {
  it("names the delivery as part of it only where it costs nothing more", () => {
    expect(formatLoopPrice(prices())).toEqual({
      amount: "£69.99",
      withBook: "with the book and UK delivery",
      inFull: "£69.99 with the book and UK delivery",
      postage: "Free P&P",
    });
    expect(formatLoopPrice(CHARGED)).toMatchObject({
      inFull: "£69.99 with the book, plus £4.99 UK delivery: £74.98 in all",
      postage: "Plus £4.99 P&P",
    });
  });

  it("is the same in the terms", () => {
    expect(loopPriceTerms(prices()).price).toContain("£69.99. That includes its book and delivery");
    expect(loopPriceTerms(prices()).delivery).toContain("free of charge");
    const { price, delivery } = loopPriceTerms(CHARGED);
    expect(price).toMatch(/£69\.99 with its book\. .*£4\.99, so you pay £74\.98 in all/);
    expect(delivery).toContain("£4.99");
    expect(`${price} ${delivery}`).not.toMatch(/includes|free/i);
  });

  it("is the same for search engines", () => {
    expect(loopPriceFigures(prices())).toEqual({ price: "69.99", delivery: "0.00" });
    expect(loopPriceFigures(prices({ loopPence: 6000, loopDeliveryPence: 5 }))).toEqual({
      price: "60.00",
      delivery: "0.05",
    });
  });
});

describe("the price of a copy", () => {
  it("is what is paid for one, tax included", () => {
    expect(copyPrice(prices(), "standard")).toBe("£75.59");
    expect(copyPrice(prices({ bookCopyLuxuryPence: 8999 }), "luxury")).toBe("£97.19");
    expect(copyPrice(prices({ bookCopyTaxPercent: 0 }), "standard")).toBe("£69.99");
  });

  it.each([
    [{}, "Tax of 8% is included. UK delivery is free."],
    [{ bookCopyTaxPercent: 0 }, "UK delivery is free."],
    [
      { bookCopyFreeDeliveryAbovePence: 20000 },
      "Tax of 8% is included. UK delivery is £8.99 an order, and free above £200.00 before tax.",
    ],
    [
      { bookCopyTaxPercent: 0, bookCopyFreeDeliveryAbovePence: 6999 },
      "UK delivery is £8.99 an order, and free above £69.99.",
    ],
    [
      { bookCopyDeliveryPence: 0, bookCopyFreeDeliveryAbovePence: 20000, bookCopyTaxPercent: 0 },
      "UK delivery is free.",
    ],
    // One binding alone is above the sum.
    [
      { bookCopyTaxPercent: 0, bookCopyFreeDeliveryAbovePence: 7000, bookCopyLuxuryPence: 8000 },
      "UK delivery is £8.99 an order, and free above £70.00.",
    ],
  ])("with %j says what is in it and what its delivery costs", (change, words) => {
    expect(copyPriceNote(prices(change))).toBe(words);
  });

  it("is in the terms for both covers", () => {
    expect(copyPriceTerms(prices({ bookCopyLuxuryPence: 8999 }))).toBe(
      "An extra copy of your book costs £75.59 with a printed cover or £97.19 with a leather cover. Tax of 8% is included. UK delivery is free.",
    );
  });
});
