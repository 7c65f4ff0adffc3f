import { describe, expect, it } from "vitest";
import { formatBookDay } from "~/domain/diary/loops/book-days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { addressOf, payWith } from "../../../adapters/payments/buyer";
import { expectNothingBreaks } from "../../support/app-log";
import { becomeCustomer, type Customer } from "../../support/customers";
import { nameYear } from "../../support/loops";
import { ADDRESS, chooseLoop } from "../../support/purchases";
import { change, dayFromToday, rowOf } from "../../support/records";
import { openSellingApp } from "../../support/selling-app";

const { app } = await openSellingApp();
expectNothingBreaks();

/** Somebody who has paid for a loop and confirmed its date, so that it starts today or after the days to cancel. */
async function accountWithYear(startsAtOnce: boolean) {
  const customer = await becomeCustomer(app);
  const { browser } = customer;
  await chooseLoop(browser);
  await browser.visit("/payment");
  const page = await browser.submit("Pay £69.99", { ...ADDRESS, startsAtOnce }, { follow: false });
  const back = new URL(addressOf(await payWith(page.location ?? "", "4242 4242 4242 4242")));
  await browser.visit(`${back.pathname}${back.search}`);
  await browser.visit("/loop-end-date");
  await browser.submit("Confirm");
  await nameYear(browser, "The Year of the Green Kettle");
  const loop = rowOf("SELECT id, start_day FROM loops WHERE account_id = ?", customer.accountId);
  return { customer, loopId: String(loop.id), startDay: String(loop.start_day) };
}

const tab = (name: string) => `/account-settings?tab=${name}`;
const wordsAt = async ({ browser }: Customer, path: string) => (await browser.visit(path)).text("body");

/** Every page of an account that says when the book of a year comes. */
const placesOfItsDay = (loopId: string) => [`/dashboard?loop=${loopId}`, `/loop-settings/${loopId}`, tab("orders")];

describe("when a book arrives", () => {
  it("is one day on every page, also after its year was sent to print late", async () => {
    const { customer, loopId } = await accountWithYear(true);
    const [chosen, promised] = [dayFromToday(-12), dayFromToday(9)];
    change(
      "UPDATE loops SET status = 'COMPLETED', completed_at = ?, delivery_day = ? WHERE id = ?",
      ...[Date.now(), chosen, loopId],
    );
    change(
      "INSERT INTO shipments (id, loop_id, expected_day, created_at, updated_at) VALUES (?, ?, ?, 1, 1)",
      ...[`by-${loopId}`, loopId, promised],
    );
    for (const path of placesOfItsDay(loopId)) {
      const words = await wordsAt(customer, path);
      expect(words.toLowerCase(), path).toContain(formatBookDay(promised).toLowerCase());
      expect(words, path).not.toContain(formatDay(chosen));
    }
  });

  it("is the day of its delivery once it is delivered", async () => {
    const { customer, loopId } = await accountWithYear(true);
    const at = Date.now() - 3 * 86_400_000;
    const chosen = dayFromToday(40);
    change(
      "UPDATE loops SET status = 'DELIVERED', completed_at = ?, printing_at = ?, shipped_at = ?, delivered_at = ?, delivery_day = ? WHERE id = ?",
      ...[at, at, at, at, chosen, loopId],
    );
    for (const path of placesOfItsDay(loopId)) {
      const words = await wordsAt(customer, path);
      expect(words, path).toContain(formatDay(dayFromToday(-3)));
      expect(words, path).not.toContain(formatDay(chosen));
    }
  });

  it("is the soonest one while a written year that is late waits for its owner", async () => {
    const { customer, loopId } = await accountWithYear(true);
    change(
      "UPDATE loops SET start_day = ?, delivery_day = ? WHERE id = ?",
      ...[dayFromToday(-366), dayFromToday(12), loopId],
    );
    for (const path of [`/loop-settings/${loopId}`, tab("orders")]) {
      const words = (await wordsAt(customer, path)).toLowerCase();
      expect(words, path).toContain(formatBookDay(dayFromToday(14)).toLowerCase());
    }
  });
});

describe("a year that hasn’t started", () => {
  it("is in no week on any tab, and says when it starts", async () => {
    const { customer, startDay } = await accountWithYear(false);
    for (const name of ["my-loop", "books", "orders"]) {
      const words = await wordsAt(customer, tab(name));
      expect(words, name).toContain(`Starts on ${formatDay(startDay)}`);
      expect(words, name).not.toContain("Week 1");
    }
  });
});

describe("until when an order can be cancelled", () => {
  it("stands beside the link and on the page that cancels, with its day", async () => {
    const { customer } = await accountWithYear(false);
    const says = `You can cancel until the end of ${formatDay(dayFromToday(14))}, UK time.`;
    expect(await wordsAt(customer, tab("orders"))).toContain(`${says} Cancel this order`);
    const cancel = customer.browser.page.links().find(({ words }) => words.startsWith("Cancel this order"));
    expect(await wordsAt(customer, cancel?.href ?? "")).toContain(says);
  });
});
