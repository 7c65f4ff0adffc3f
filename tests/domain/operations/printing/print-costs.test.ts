import { describe, expect, it } from "vitest";
import { costOf, costPerBook, MOST_LINES, readInvoiceLines, verdictOf } from "~/domain/operations/printing/print-costs";

const NOTHING = { quotedPence: null, chargedPence: null, typedPence: null };

describe("what a shipment cost", () => {
  it.each([
    [null, null],
    [NOTHING, null],
    [{ ...NOTHING, quotedPence: 1489 }, 1489],
    [{ ...NOTHING, quotedPence: 1489, chargedPence: 1500 }, 1500],
    [{ quotedPence: 1489, chargedPence: 1500, typedPence: 1550 }, 1550],
    [{ ...NOTHING, quotedPence: 1489, typedPence: 0 }, 0],
  ])("of %o is %s", (known, pence) => {
    expect(costOf(known)).toBe(pence);
  });

  it.each([
    [1000, 3, 333],
    [1001, 2, 501],
    [999, 2, 500],
    [0, 0, null],
  ])("%i pence for %i books is %s a book", (total, books, each) => {
    expect(costPerBook(total, books)).toBe(each);
  });
});

describe("a line of an invoice", () => {
  const line = { amountPence: 1489, shipmentId: "s", costPence: 1489, linesOfShipment: 1 };
  it.each([
    [line, "matched"],
    [{ ...line, amountPence: 1490 }, "differs"],
    [{ ...line, costPence: null }, "uncosted"],
    [{ ...line, shipmentId: null, costPence: null, linesOfShipment: 0 }, "unknown"],
    [{ ...line, linesOfShipment: 2 }, "twice"],
  ] as const)("%o is %s", (given, verdict) => {
    expect(verdictOf(given)).toBe(verdict);
  });
});

describe("the lines of an invoice", () => {
  it("are read from commas, semicolons and tabs, with headings, quotes, credits and empty rows", () => {
    const text = [
      "\ufeffOur number,Amount,Remark",
      "LP-AAAA-BBBB,18.40,thanks",
      "",
      '"LP-CCCC-DDDD";"£1,250.00"',
      "LOOP-12345678-R\t9",
      "'-odd,-4.00",
    ].join("\r\n");
    expect(readInvoiceLines(text)).toEqual({
      ok: true,
      lines: [
        { shipmentNumber: "LP-AAAA-BBBB", amountPence: 1840 },
        { shipmentNumber: "LP-CCCC-DDDD", amountPence: 125000 },
        { shipmentNumber: "LOOP-12345678-R", amountPence: 900 },
        { shipmentNumber: "-odd", amountPence: -400 },
      ],
    });
  });

  it.each([
    ["", { ok: false, reason: "empty" }],
    ["Our number,Amount", { ok: false, reason: "empty" }],
    ["LP-A,18.40\nLP-B,=1+1", { ok: false, reason: "unreadable", row: 2 }],
    ["LP-A,18.40\n,7.00", { ok: false, reason: "unreadable", row: 2 }],
    ["LP-A,18.405", { ok: false, reason: "unreadable", row: 1 }],
  ])("in %j are refused with the row", (text, refused) => {
    expect(readInvoiceLines(text)).toEqual(refused);
  });

  it("are of ten thousand rows at most, each with a number of a hundred characters", () => {
    const withRows = (rows: number) => readInvoiceLines(`${"\n".repeat(rows - 1)}LP-A,1`);
    expect([withRows(10_000).ok, withRows(10_001)]).toEqual([true, { ok: false, reason: "too_many" }]);
    const named = (characters: number) => readInvoiceLines(`${"x".repeat(characters)},1`);
    expect([named(100).ok, named(101)]).toEqual([true, { ok: false, reason: "unreadable", row: 1 }]);
  });

  it("are two thousand at most", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, place) => `LP-${place},1`).join("\n");
    expect(readInvoiceLines(lines(MOST_LINES)).ok).toBe(true);
    expect(readInvoiceLines(lines(MOST_LINES + 1))).toEqual({ ok: false, reason: "too_many" });
  });
});
