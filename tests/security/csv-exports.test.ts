import { beforeAll, describe, expect, it } from "vitest";
import { countFigures } from "~/jobs/count-figures";
import { csvOf } from "~/web/csv";
import { becomeCustomer } from "../screens/support/customers";
import { change } from "../screens/support/records";
import { bookInLine } from "../screens/support/shipments";
import { makeVoucher } from "../screens/support/vouchers";
import { openApp } from "../support/app";
import { staffBrowser } from "../support/staff";
import type { Visitor } from "../support/visitor";

/** In every CSV export, what people typed arrives as text, and as one cell. */

/** What somebody typed, and what a spreadsheet reads; what is no formula is unchanged. */
const TYPED: readonly (readonly [typed: string, read: string])[] = [
  ["=1+1", "'=1+1"],
  ["+44 7700 900123", "'+44 7700 900123"],
  ["-1", "'-1"],
  ["@SUM(A1:A9)", "'@SUM(A1:A9)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["\u0000=1", "'=1"],
  [" =1", "' =1"],
  ["＝1", "'＝1"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['say "hello", twice', 'say "hello", twice'],
  ["one\ntwo", "one\ntwo"],
  ["one\r\n=two", "one\r\n=two"],
  ["a;=1+1\t=2", "a;=1+1\t=2"],
];

/** RFC 4180, strictly: quotes only around a whole cell or doubled within it, each line ended by CRLF. */
function readCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`This is no CSV: ${JSON.stringify(text.slice(at, at + 60))}`);
    const [, quoted, plain = "", end] = found;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  if (rows.pop()?.length !== 0) throw new Error("The last line has no end.");
  return rows;
}

const isFormula = (cell: string) => /^\s*[=+\-@＝＋－＠\t\r]/.test(cell) || cell.includes("\u0000");

const app = await openApp();
let browser: Visitor;
beforeAll(async () => {
  browser = (await staffBrowser(app, "super_admin")).browser;
  await countFigures(new Date());
  const { db } = await import("#db/client.server");
  const { recordAuditEvent } = await import("~/domain/people/staff/audit.server");
  const { accountId } = await becomeCustomer(app);
  for (const [typed] of TYPED) {
    const recipient = { name: typed, email: null, message: typed, sendOnDay: null };
    await makeVoucher({ recipient, purchasedByAccountId: accountId });
    const action = { staffId: null, action: "orders.note", object: { type: typed, id: typed } };
    db.transaction(
      (tx) => recordAuditEvent(tx, { ...action, before: typed, after: [typed], reason: typed, now: new Date() }),
      { behavior: "immediate" },
    );
  }
  change("UPDATE accounts SET first_name = '=1+1', last_name = ';=1' WHERE id = ?", accountId);
  change("UPDATE staff SET name = '@SUM(A1)'");
});

/** The address of each export, and its columns of typed text. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  "/hyperloop/vouchers": ["Recipient"],
  "/hyperloop/audit": ["Object", "Id", "Reason"],
  "/hyperloop/analytics": [],
  "/hyperloop/finishing": [],
};

/** Files with a test of their own: the pick list below, an invoice among those of what printing costs. */
const TESTED_ALONE = ["/hyperloop/print-costs/invoices/:invoice", "/hyperloop/print-queue/pick-list"];

/** Files of sums, days and codes alone, of which nobody typed anything. */
const NOT_TYPED = ["/hyperloop/ledger", "/hyperloop/ledger/payouts", "/hyperloop/vouchers/batches/:batch"];

describe("every file for spreadsheets", () => {
  it("is in the table of this test", () => {
    const makers = Object.values(app.routes).flatMap((route) =>
      /(?:^|\/)export$/.test(route?.path ?? "") ? [`/${route?.path?.replace(/\/export$/, "")}`] : [],
    );
    expect(makers.sort()).toEqual([...Object.keys(FILES), ...TESTED_ALONE, ...NOT_TYPED].sort());
  });

  it.each(Object.entries(FILES))("%s: is text all through, cell by cell as it was typed", async (path, typed) => {
    await browser.visit(path);
    const file = await browser.submit("Export CSV");
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head = [], ...rows] = readCsv(new TextDecoder().decode(file.bytes));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.length !== head.length)).toEqual([]);
    expect([head, ...rows].flat().filter(isFormula)).toEqual([]);
    for (const column of typed) {
      const place = head.indexOf(column);
      const cells = rows.map((row) => row[place]);
      for (const [, read] of TYPED) expect([column, cells]).toEqual([column, expect.arrayContaining([read])]);
    }
  });
});

it("the bookkeeper's customers are text all through, whatever they call themselves", async () => {
  await browser.visit("/hyperloop/ledger");
  const file = await browser.submit("Customers as CSV");
  const rows = readCsv(new TextDecoder().decode(file.bytes));
  expect(rows.flat().filter(isFormula)).toEqual([]);
  expect(rows.flat()).toEqual(expect.arrayContaining(["'=1+1", ";=1"]));
});

it("the pick list is text all through, whatever a book is called and wherever it goes", async () => {
  const book = await bookInLine(app);
  change("UPDATE shipments SET state = 'printing', printing_at = ? WHERE id = ?", Date.now(), book.id);
  change("UPDATE loops SET title = '=1+1' WHERE id = ?", book.loopId);
  await browser.visit("/hyperloop/print-queue/pick-list");
  const file = await browser.submit("As CSV");
  const rows = readCsv(new TextDecoder().decode(file.bytes));
  expect(rows.flat().filter(isFormula)).toEqual([]);
  expect(rows.flat()).toContain("'=1+1");
});

describe("a cell", () => {
  it.each(TYPED)("of %j is one cell that reads %j", (typed, read) => {
    const written = csvOf([[typed, 7, null]]);
    expect(readCsv(written)).toEqual([[read, "7", ""]]);
    expect(isFormula(readCsv(written)[0]?.[0] ?? "=")).toBe(false);
    if (/[;\t]/.test(typed)) expect(written).toMatch(/^"/);
  });
});
