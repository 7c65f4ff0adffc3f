import { describe, expect, it } from "vitest";
import { prepareLine, prepareProse } from "~/domain/book/layout/prepared-text";
import { renderDocument } from "~/domain/operations/documents/document-renderer.server";
import type { DocumentJob, ReceiptDocument, VoucherDocument } from "~/domain/operations/documents/documents";
import { squareOf } from "~/domain/operations/documents/qr-square.server";
import { renderVoucher } from "~/domain/operations/documents/voucher-document.server";
import { extendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { NOW, person } from "../../../support/people";
import { voucher as issue } from "../../../support/vouchers";
import { openPdf, pageTexts, wordPlacesOf } from "../../book/books/pdf-reading";
import { readQr } from "./qr-reading";

const VOUCHER: VoucherDocument = {
  documentDay: "2026-11-20",
  theme: "celebration",
  recipient: prepareLine("Maya and Dev"),
  giver: prepareLine("Jean"),
  message: prepareProse("Write it all down, even the boring Tuesdays.\nWith love, Grandma Jean"),
  code: "K7QM-4XPD-92HR",
  lastDay: "20 November 2027",
  loopName: "Wedding",
  swap: "You can swap it for any other kind when you redeem it.",
  redeemAt: "loop.example/redeem",
  redeemLink: "https://loop.example/redeem#K7QM-4XPD-92HR",
  weeks: 52,
  sellerEmail: "hello@loop.example",
  seller: ["Loop Journals Ltd", "1 Selvedge Row, Leeds LS1 4AB"],
};

const RECEIPT: ReceiptDocument = {
  documentDay: "2026-11-20",
  orderNumber: "LP-7KQ2-M4XN",
  paidOn: "20 November 2026",
  buyer: ["Jean Lister", "4 Harbour Row", "Whitby", "YO21 3PU"].map(prepareLine),
  seller: ["Loop Journals Ltd, company number 12345678", "hello@loop.example"],
  lines: [{ name: "Wedding loop, as a gift", note: "A voucher for 52 weeks", amount: "£69.99" }],
  sums: [
    { label: "Discount NEW10", amount: "−£7.00" },
    { label: "UK delivery", amount: "Free" },
  ],
  total: { label: "Total paid", amount: "£62.99" },
  paidWith: "Visa ending in 4242",
  note: null,
  smallPrint: [],
};

async function wordsOf(order: DocumentJob): Promise<string> {
  const printed = await renderDocument(order);
  if (!printed.ok) throw new Error(printed.detail);
  const pages = pageTexts(await openPdf(printed.pdf));
  expect(pages).toHaveLength(1);
  return (pages[0] ?? "").replace(/\s+/g, " ");
}

const voucher = (change: Partial<VoucherDocument> = {}) =>
  wordsOf({ template: "voucher", document: { ...VOUCHER, ...change } });

/** The lines of the card's inside left, which is upside down on the sheet: millimetres from its own left and top. */
async function insideLeft(change: Partial<VoucherDocument>): Promise<{ left: number; top: number }[]> {
  const printed = await renderDocument({ template: "voucher", document: { ...VOUCHER, ...change } });
  if (!printed.ok) throw new Error(printed.detail);
  const places = wordPlacesOf((await openPdf(printed.pdf)).getPage(0));
  const [sheetWidth, foldAt] = [210, 148.5];
  return places
    .filter(({ across, down }) => across > 115 && down > 9 && down < foldAt - 9)
    .map(({ across, down }) => ({ left: sheetWidth - across, top: foldAt - down }));
}

describe("a printed voucher", () => {
  it("is one sheet with the giver’s words, the code, where it goes and until when", async () => {
    const words = await voucher();
    for (const part of [
      ...["A year in a book", "Write it all down", "Grandma Jean", "K7QM-4XPD-92HR", "loop.example/redeem"],
      ...["For Maya and Dev", "Redeem it by 20 November 2027.", "It’s for the Wedding loop.", "hello@loop.example"],
    ]) {
      expect(words).toContain(part);
    }
  });

  it("says that any loop may be taken where none was chosen", async () => {
    expect(await voucher({ theme: null, loopName: null, message: [] })).toContain("You choose the kind of year.");
  });

  it("leaves the names to be written by hand where they are not known", async () => {
    const words = await voucher({ recipient: null, giver: null });
    expect(words).toContain("For you");
    expect(words).not.toContain("Maya");
  });

  it("names no price", async () => {
    expect(await voucher()).not.toMatch(/£|\bvalue\b/i);
  });

  it("of a gift has its voucher’s own last day, also one that staff moved on, and names no price", async () => {
    const jean = person("Jean");
    const { voucherId } = issue({ purchasedByAccountId: jean.id });
    const words = async () => {
      const printed = await renderVoucher(jean.id, voucherId, NOW);
      if (!printed?.ok) throw new Error("There is no card.");
      return pageTexts(await openPdf(printed.pdf))
        .join(" ")
        .replace(/\s+/g, " ");
    };
    expect(await words()).toContain("Redeem it by 20 November 2027.");
    extendVoucher(voucherId, { expiresOn: "2027-12-31", reason: "Asked for" }, person("Sid").id, NOW);
    expect(await words()).toContain("Redeem it by 31 December 2027.");
    expect(await words()).not.toMatch(/£|\bvalue\b|69\.99/i);
  });

  it.each([
    ["five hundred characters", "We love you more than words can say. ".repeat(14).slice(0, 500)],
    ["a hundred lines", "x\n".repeat(100)],
    ["many scripts", "Zoë & Łukasz “Q” 今週 مرحبا يا أصدقاء שלום 👩‍👩‍👧🎉"],
    ["one word without an end", "w".repeat(500)],
    ["what looks like an order to the typesetter", '#panic("no") $x$ *b* _i_ @ref <label> \\ // /* `code` #read("/x")'],
  ])("stays one sheet with its code for a message of %s", async (_, message) => {
    expect(await voucher({ message: prepareProse(message) })).toContain("K7QM-4XPD-92HR");
  });

  it("begins the message’s lines at the left of the card, below the recipient and above the giver", async () => {
    const lines = await insideLeft({ message: prepareProse("We love you more than we can say. ".repeat(8)) });
    expect(lines.length).toBeGreaterThan(6);
    expect(new Set(lines.map(({ left }) => Math.round(left)))).toEqual(new Set([12]));
  });

  it("runs a message of very many short lines on, so that none is cut off", async () => {
    const lines = await insideLeft({ message: prepareProse("Love\n".repeat(80)) });
    const [giver, label, ...rest] = lines.map(({ top }) => top).sort((one, other) => other - one);
    expect([giver, label, ...rest].length).toBeGreaterThan(8);
    expect((label ?? 0) - (rest[0] ?? 0)).toBeGreaterThan(5);
  });

  it("says which fold comes first", async () => {
    expect(await voucher()).toMatch(/1\. fold back/);
  });

  it("is the same to the byte when it is printed again", async () => {
    const order: DocumentJob = {
      template: "voucher",
      document: { ...VOUCHER, lastDay: "21 November 2027" },
    };
    const [one, other] = await Promise.all([renderDocument(order), renderDocument(structuredClone(order))]);
    expect(one).toEqual(other);
    expect(renderDocument(order)).toBe(renderDocument(structuredClone(order)));
  });
});

describe("the printed square", () => {
  it.each([
    "https://loop.example/redeem#K7QM-4XPD-92HR",
    "http://localhost:3000/redeem#0000-0000-0000",
    "https://www.a-rather-longer-name-for-a-shop.example.co.uk/redeem#ZZZZ-ZZZZ-ZZZZ",
  ])("is read by a camera as %s", async (link) => {
    expect(await readQr(squareOf(link))).toBe(link);
  });
});

describe("a printed receipt", () => {
  it("says who bought what from whom, when, for how much, and with what", async () => {
    const words = await wordsOf({ template: "receipt", document: RECEIPT });
    for (const part of [
      ...["Receipt", "LP-7KQ2-M4XN", "20 November 2026", "Jean Lister", "YO21 3PU", "Wedding loop, as a gift"],
      ...["£69.99", "Discount NEW10", "−£7.00", "Free", "Total paid", "£62.99", "Visa ending in 4242", "12345678"],
    ]) {
      expect(words).toContain(part);
    }
  });

  it("says what was refunded", async () => {
    const document = { ...RECEIPT, note: "£62.99 of this has been refunded." };
    expect(await wordsOf({ template: "receipt", document })).toContain("£62.99 of this has been refunded.");
  });

  it("carries the right to cancel, the form and the terms on pages of their own", async () => {
    const smallPrint = [
      {
        heading: "Changed your mind?",
        paragraphs: ["You can cancel until the end of 4 December."],
        list: [],
      },
      { heading: "Prices & paying #1", paragraphs: ["Pounds *sterling*."], list: ["Name of consumer(s):"] },
    ];
    const printed = await renderDocument({ template: "receipt", document: { ...RECEIPT, smallPrint } });
    if (!printed.ok) throw new Error(printed.detail);
    const [first = "", second = ""] = pageTexts(await openPdf(printed.pdf));
    expect(first).toContain("£62.99");
    expect(first).not.toContain("Changed your mind?");
    for (const { heading, paragraphs, list } of smallPrint)
      for (const said of [heading, ...paragraphs, ...list]) expect(second.replace(/\s+/g, " ")).toContain(said);
  });
});
