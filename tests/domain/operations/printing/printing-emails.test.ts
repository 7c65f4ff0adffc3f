import { describe, expect, it } from "vitest";
import { bookDelivered, bookPrinting, bookShipped } from "~/domain/operations/printing/printing-emails";

const data = {
  firstName: "Rosie",
  title: "Rosie & Tom",
  loopUrl: "https://loop.example/dashboard?loop=1",
  theme: "celebration",
};

describe("the emails about a book on its way", () => {
  it("claim nothing of the book that the printer hasn’t confirmed", () => {
    const all = [
      bookPrinting(data),
      bookPrinting({ ...data, copies: 3 }),
      bookPrinting({ ...data, isReprint: true }),
      bookShipped({ ...data, carrier: "Royal Mail", trackingNumber: null }),
      bookDelivered(data),
    ];
    for (const { text, html, preview } of all) {
      expect(`${text} ${html} ${preview}`).not.toMatch(/\bsewn\b|leather|linen book|by hand|do little else/i);
    }
  });

  it("say that the book, or the copies, are being printed now", () => {
    expect(bookPrinting(data).text).toContain("It’s being printed and bound now.");
    expect(bookPrinting({ ...data, copies: 1 }).text).toContain("It’s being printed and bound now.");
    expect(bookPrinting({ ...data, copies: 3 }).text).toContain("They’re being printed and bound now.");
    expect(bookPrinting({ ...data, isReprint: true }).text).toContain("There’s nothing to pay.");
  });
});
