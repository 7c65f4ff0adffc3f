import { describe, expect, it } from "vitest";
import { becomeCustomer } from "../screens/support/customers";
import { giveGift } from "../screens/support/gifts";
import { change } from "../screens/support/records";
import { bookInLine } from "../screens/support/shipments";
import { openApp } from "../support/app";
import { staffBrowser } from "../support/staff";
import type { Visitor } from "../support/visitor";

const app = await openApp();
const LIST = "/hyperloop/orders";

let asked = 0;

/** Orders of people whose addresses begin alike, so that a search finds these alone. */
async function ordersOf(...pence: number[]) {
  asked += 1;
  const ids: string[] = [];
  for (const [place, sum] of pence.entries()) {
    const customer = await becomeCustomer(app);
    const id = giveGift(customer);
    change("UPDATE accounts SET email = ? WHERE id = ?", `sorted-${asked}-${place}@example.com`, customer.accountId);
    change(
      `UPDATE orders SET subtotal_pence = ?, tax_pence = 0, discount_pence = 0, delivery_pence = 0, total_pence = ?,
         created_at = ? WHERE id = ?`,
      ...[sum, sum, 1_700_000_000_000 + place, id],
    );
    ids.push(id);
  }
  return { ids, at: `${LIST}?q=sorted-${asked}-&status=PAID` };
}

const idsOn = ({ page }: Visitor) =>
  page.root.querySelectorAll(".table tbody a.staff-code").map((link) => link.getAttribute("href")?.split("/").at(-1));

const heading = ({ page }: Visitor, label: string) => {
  const found = page.root.querySelectorAll(".table th").find((cell) => cell.querySelector("a")?.text === label);
  return { href: found?.querySelector("a")?.getAttribute("href"), sorted: found?.getAttribute("aria-sort") };
};

describe("the headings of a list", () => {
  it("sort it, and the other way round when they are followed again, with the filters kept", async () => {
    const { ids, at } = await ordersOf(7000, 9000, 8000);
    const [small, large, middle] = ids;
    const { browser } = await staffBrowser(app, "support", at);
    expect([idsOn(browser), heading(browser, "Placed").sorted]).toEqual([[middle, large, small], "descending"]);
    expect(heading(browser, "Total").sorted).toBeUndefined();
    await browser.visit(heading(browser, "Total").href ?? "");
    expect([idsOn(browser), heading(browser, "Total").sorted]).toEqual([[large, middle, small], "descending"]);
    expect(browser.page.path).toContain("status=PAID");
    await browser.visit(heading(browser, "Total").href ?? "");
    expect([idsOn(browser), heading(browser, "Total").sorted]).toEqual([[small, middle, large], "ascending"]);
  });

  it("are kept by the form of the filters", async () => {
    const { at } = await ordersOf(7000);
    const { browser } = await staffBrowser(app, "support", `${at}&sort=-total`);
    await browser.submit("Filter", { Status: "PENDING" });
    expect(browser.page.path).toMatch(/status=PENDING.*sort=-total/);
  });

  it("know no other columns", async () => {
    const { ids, at } = await ordersOf(7000, 9000);
    const { browser } = await staffBrowser(app, "support");
    for (const sort of ["email", "-", "total; DROP TABLE orders", "TOTAL"]) {
      await browser.visit(`${at}&sort=${encodeURIComponent(sort)}`);
      expect([sort, idsOn(browser)]).toEqual([sort, [...ids].reverse()]);
    }
  });
});

describe("the print queue", () => {
  const QUEUE = "/hyperloop/print-queue";
  const booksOn = ({ page }: Visitor) =>
    page.root
      .querySelectorAll(".table tbody td a")
      .flatMap((link) => link.getAttribute("href")?.split("/").at(-1) ?? []);

  it("is sorted by when a book is expected, and usually by how long it has waited", async () => {
    const [first, second] = [await bookInLine(app), await bookInLine(app)];
    change("UPDATE shipments SET created_at = 1 WHERE id = ?", first.id);
    change("UPDATE shipments SET created_at = 2, expected_day = '2027-11-03' WHERE id = ?", second.id);
    const { browser } = await staffBrowser(app, "production", QUEUE);
    expect([booksOn(browser), heading(browser, "In the queue since").sorted]).toEqual([
      [first.id, second.id],
      "ascending",
    ]);
    change("UPDATE shipments SET state = 'delivered' WHERE id IN (?, ?)", first.id, second.id);
    await browser.visit(`${QUEUE}?view=delivered`);
    expect([booksOn(browser), heading(browser, "In the queue since").sorted]).toEqual([
      [second.id, first.id],
      "descending",
    ]);
    change("UPDATE shipments SET state = 'waiting' WHERE id IN (?, ?)", first.id, second.id);
    await browser.visit(QUEUE);
    await browser.visit(heading(browser, "Expected").href ?? "");
    expect([booksOn(browser), heading(browser, "Expected").sorted]).toEqual([[second.id, first.id], "ascending"]);
  });
});
