import { describe, expect, it } from "vitest";
import { htmlOf } from "~/domain/mail/layout/email-html";
import { textOf } from "~/domain/mail/layout/email-text";
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
    for (const { blocks, preview } of all) {
      expect(`${textOf(blocks)} ${htmlOf(blocks)} ${preview}`).not.toMatch(
        /\bsewn\b|leather|linen book|by hand|do little else/i,
      );
    }
  });

  it("say that the book, or the copies, are being printed now", () => {
    expect(textOf(bookPrinting(data).blocks)).toContain("It’s being printed and bound now.");
    expect(textOf(bookPrinting(data).blocks)).not.toContain("undefined");
    expect(textOf(bookPrinting({ ...data, copies: 1 }).blocks)).toContain("It’s being printed and bound now.");
    expect(textOf(bookPrinting({ ...data, copies: 3 }).blocks)).toContain("They’re being printed and bound now.");
    expect(textOf(bookPrinting({ ...data, isReprint: true }).blocks)).toContain("There’s nothing to pay.");
  });
});
