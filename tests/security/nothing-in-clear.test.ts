import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { formatVoucherCode } from "~/domain/shop/vouchers/code";
import type { PaymentSandbox } from "../../scripts/payment-sandbox/sandbox";
import { payWith } from "../adapters/payments/buyer";
import { openCardPage } from "../screens/support/card-page";
import { becomeCustomer } from "../screens/support/customers";
import { ADDRESS, chooseLoop } from "../screens/support/purchases";
import { rowsOf } from "../screens/support/records";
import { openApp } from "../support/app";
import type { Visitor } from "../support/visitor";

/** Card numbers and voucher codes never appear in the log, the database or the emails. */

let cardPage: PaymentSandbox;
let app: Awaited<ReturnType<typeof openApp>>;
beforeAll(async () => {
  cardPage = await openCardPage();
  app = await openApp();
});
afterAll(() => cardPage.close());

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  const keep = (...words: unknown[]) => void logged.push(words.map(String).join(" "));
  for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(keep);
  return () => vi.restoreAllMocks();
});

const [GOOD, DECLINED] = ["4242 4242 4242 4242", "4000 0000 0000 0002"];
const CARD_FIELDS: [string, string][] = [
  ["cardNumber", GOOD],
  ["number", GOOD.replaceAll(" ", "")],
  ["cvc", "123"],
];

/** The bytes of the database: its file, and the write-ahead log, which replicas receive. */
const filesOfDatabase = () =>
  ["loop.db", "loop.db-wal"].map((name) => readFileSync(join(process.env.DATA_DIR ?? "", name), "latin1"));

/** Every text of every row, queued emails included. */
function textsOfDatabase(): string[] {
  const tables = rowsOf("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
  return tables
    .flatMap(({ name }) => rowsOf(`SELECT * FROM ${name}`).flatMap((row) => Object.values(row)))
    .flatMap((value) => (typeof value === "string" ? [value] : Buffer.isBuffer(value) ? [String(value)] : []));
}

const sumOfDigits = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, place) => {
    const worth = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return sum + (worth > 9 ? worth - 9 : worth);
  }, 0);

/**
 * Runs of 13 to 19 digits, perhaps in groups, that could be a card number: the Luhn sum is right and the first digit is
 * one of the card schemes' (2 to 6). Digits within a word are no number: our own ids and the provider's are such words.
 */
function cardsIn(text: string): string[] {
  const runs = text.match(/(?<![\w+.-])[2-6](?:[ -]?\d){12,18}(?![\w-])/g) ?? [];
  return runs.filter((run) => sumOfDigits(run.replace(/\D/g, "")) % 10 === 0);
}

async function buy(browser: Visitor, words: Record<string, string> = ADDRESS) {
  await browser.visit("/payment");
  await browser.submit("Pay £69.99", words, { follow: false, extra: CARD_FIELDS });
  const url = browser.page.location ?? "";
  await payWith(url, DECLINED);
  await payWith(url, GOOD);
  await browser.visit(`/payment-success?session_id=${url.split("/").at(-1)}`);
}

describe("the look for card numbers", () => {
  it("sees one however it is written, and nothing in names, moments and phone numbers", () => {
    for (const text of [GOOD, "paid with 4242-4242-4242-4242.", '{"n":"4000000000000002"}', "378282246310005"])
      expect(cardsIn(text), text).toHaveLength(1);
    for (const text of [
      "pi_4242424242424242",
      "4242 4242 4242 4241",
      "1795262400000",
      "+44 7700 900123",
      "a4242424242424242",
    ])
      expect(cardsIn(text), text).toEqual([]);
  });

  it("finds none once loops and gifts were paid for, also where somebody sends us the card itself", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseLoop(browser);
    await buy(browser);
    expect(browser.page.title).toBe("Payment Successful! – Loop");
    await browser.visit("/gift");
    await browser.submit("Choose a theme");
    await browser.press("theme", "celebration");
    await browser.submit("Choose Wedding");
    // Nothing is posted to the giver.
    await buy(browser, { handover: "myself" });
    expect(rowsOf("SELECT id FROM orders WHERE status = 'PAID'")).toHaveLength(2);
    const texts = textsOfDatabase();
    expect(texts.length).toBeGreaterThan(100);
    expect([...texts, ...logged].flatMap(cardsIn)).toEqual([]);
    for (const file of filesOfDatabase()) {
      for (const card of [GOOD, DECLINED]) {
        expect(file.includes(card) || file.includes(card.replaceAll(" ", ""))).toBe(false);
      }
    }
  });
});

/** Issued as the shop issues them, in one transaction. */
async function makeVouchers(many: number): Promise<string[]> {
  const { db } = await import("#db/client.server");
  const { issueVoucher } = await import("~/domain/shop/vouchers/vouchers.server");
  const recipient = { name: null, email: null, message: null, sendOnDay: null };
  const wanted = { valuePence: 6999, choice: null, purchasedByAccountId: null, orderId: null, recipient };
  return db.transaction(
    (tx) => Array.from({ length: many }, () => formatVoucherCode(issueVoucher(tx, wanted, new Date()).code)),
    { behavior: "immediate" },
  );
}

it("a thousand codes of vouchers, of which some were typed and used, are in no file of the database and no log", async () => {
  const codes = await makeVouchers(1000);
  const { browser } = await becomeCustomer(app);
  for (const code of codes.slice(0, 3)) {
    await browser.visit("/redeem");
    await browser.submit("Redeem voucher", { "Voucher code": code.toLowerCase(), acceptedTerms: true });
    expect(browser.page.path).toBe("/voucher-info");
  }
  const [, log = ""] = filesOfDatabase();
  // Codes are stored only as digests, so the search below looks for the codes themselves.
  const kept = rowsOf("SELECT code_hash, code_sealed FROM vouchers WHERE order_id IS NULL")
    .flatMap(Object.values)
    .map(String);
  expect(kept).toHaveLength(2 * codes.length);
  expect(kept.filter((text) => !log.includes(text))).toEqual([]);
  const plain = codes.flatMap((code) => [code, code.replaceAll("-", "")]);
  expect(plain).toHaveLength(2000);
  const search = () => {
    const everything = [...filesOfDatabase(), ...logged].join("\n").toUpperCase();
    return plain.filter((code) => everything.includes(code));
  };
  expect(search()).toEqual([]);
  const { rawConnection } = await import("#db/client.server");
  rawConnection().pragma("wal_checkpoint(FULL)");
  expect(search()).toEqual([]);
});
