import { describe, expect, it } from "vitest";
import { addressOf, payWith } from "../../../adapters/payments/buyer";
import { unzip } from "../../../support/zip";
import { expectNothingBreaks } from "../../support/app-log";
import { becomeCustomer, type Customer, signIn } from "../../support/customers";
import { giveGift } from "../../support/gifts";
import { giveLoop } from "../../support/loops";
import { expectMoneyAddsUp } from "../../support/money";
import { ADDRESS, chooseLoop } from "../../support/purchases";
import { change, dayFromToday, emailsTo, rowOf } from "../../support/records";
import { PASSWORD } from "../../support/registrations";
import { openSellingApp } from "../../support/selling-app";
import { makeVoucher } from "../../support/vouchers";

const { app } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

const ORDERS = "/account-settings?tab=orders";
const PRESS = "Cancel this order";

/** Somebody who has paid for a loop and confirmed its date, so that it starts today or after the days to cancel. */
async function buyerWithDate(startsAtOnce: boolean): Promise<Customer> {
  const customer = await becomeCustomer(app);
  const { browser } = customer;
  await chooseLoop(browser);
  await browser.visit("/payment");
  const page = await browser.submit("Pay £69.99", { ...ADDRESS, startsAtOnce }, { follow: false });
  const back = new URL(addressOf(await payWith(page.location ?? "", "4242 4242 4242 4242")));
  await browser.visit(`${back.pathname}${back.search}`);
  await browser.visit("/loop-end-date");
  await browser.submit("Confirm");
  return customer;
}

const orderOf = ({ accountId }: Customer) => rowOf("SELECT * FROM orders WHERE account_id = ?", accountId);

const cancelPath = (customer: Customer) => `/account-settings/orders/${orderOf(customer).id}/cancel`;

async function followLink({ browser }: Customer, words: string, from = ORDERS) {
  const page = await browser.visit(from);
  const link = page.links().find((one) => one.words.startsWith(words));
  return await browser.visit(link?.href ?? "/nowhere");
}

describe("cancelling a loop whose date is chosen", () => {
  it("has its button, refunds everything, and takes the loop off its owner’s pages", async () => {
    const customer = await buyerWithDate(false);
    const page = await followLink(customer, PRESS);
    expect(page.text("main")).toContain("It hasn’t started yet. We’ll refund £69.99 the way you paid.");
    await customer.browser.submit(PRESS);
    expect(customer.browser.page.text("main")).toContain("£69.99 is on its way back to you.");
    expect(orderOf(customer)).toMatchObject({ status: "REFUNDED", refunded_pence: 6999 });
    expect((await customer.browser.visit("/dashboard")).text("main")).toContain("You don’t have a loop yet");
  });
});

describe("cancelling a year that has started", () => {
  it("shows what is kept before the press, and leaves the words to be downloaded", async () => {
    const customer = await buyerWithDate(true);
    const { browser, email } = customer;
    const page = await followLink(customer, PRESS);
    expect(page.text("main")).toContain(
      "We’ll refund £68.65 the way you paid. 1 week of 52 has opened, so we keep £1.34",
    );
    await browser.submit(PRESS);
    expect(browser.page.text("main")).toContain("£68.65 is on its way back to you.");
    expect(emailsTo(email).at(-1)?.text).toContain("We’ve cancelled your year.");
    const download = await followLink(customer, "Download it", "/account-settings?tab=my-loop");
    expect(unzip((await browser.send(download.path)).bytes).size).toBeGreaterThan(0);
  });

  it("asks again where a week has opened since, in one tab and in another", async () => {
    const customer = await buyerWithDate(true);
    const { browser } = customer;
    await followLink(customer, PRESS);
    change("UPDATE loops SET start_day = ? WHERE account_id = ?", dayFromToday(-8), customer.accountId);
    const again = await browser.submit(PRESS);
    expect(again.status).toBe(409);
    expect(again.text("main")).toContain("Something has changed since you opened this page.");
    expect(again.text("main")).toContain("We’ll refund £67.30 the way you paid.");
    expect(orderOf(customer)).toMatchObject({ status: "PAID", refunded_pence: 0 });
    await browser.submit(PRESS);
    expect(orderOf(customer)).toMatchObject({ status: "PARTLY_REFUNDED", refunded_pence: 6730 });
  });

  it("by two presses, in two tabs, refunds once", async () => {
    const customer = await buyerWithDate(true);
    const other = app.visitor();
    await signIn(other, customer.email);
    for (const browser of [customer.browser, other]) await browser.visit(cancelPath(customer));
    await Promise.all([customer.browser, other].map((browser) => browser.submit(PRESS)));
    const said = [customer.browser, other].map(({ page }) => page.text("main"));
    expect(said.filter((words) => words.includes("£68.65 is on its way back to you."))).toHaveLength(1);
    expect(said.filter((words) => words.includes("This order is already cancelled or refunded."))).toHaveLength(1);
    expect(orderOf(customer)).toMatchObject({ refunded_pence: 6865 });
  });
});

describe("cancelling a gift", () => {
  /** A bought gift that somebody has redeemed; its year starts in so many days. */
  async function redeemedGift(startsInDays: number) {
    const [giver, reader] = [await becomeCustomer(app), await becomeCustomer(app)];
    const orderId = giveGift(giver);
    const { voucherId } = await makeVoucher({ orderId, purchasedByAccountId: giver.accountId });
    const loopId = giveLoop(reader, { startedDaysAgo: -startsInDays });
    const now = Date.now();
    change(
      "INSERT INTO loop_credits (id, account_id, voucher_id, theme, type, loop_id, created_at, spent_at) VALUES (?, ?, ?, 'pet', 'my-cat-and-me', ?, ?, ?)",
      ...[voucherId, reader.accountId, voucherId, loopId, now, now],
    );
    change(
      "UPDATE vouchers SET status = 'REDEEMED', redeemed_at = ?, redeemed_by_account_id = ?, loop_id = ? WHERE id = ?",
      ...[now, reader.accountId, loopId, voucherId],
    );
    change("UPDATE orders SET total_pence = 0, discount_pence = 6999 WHERE id = ?", orderId);
    change("INSERT INTO fulfilments (order_id, kind, at) VALUES (?, 'voucher', ?)", orderId, now);
    change(
      "INSERT INTO order_lines (id, order_id, item_id, name, unit_pence, quantity) VALUES (?, ?, 'loop', 'A loop', 6999, 1)",
      ...[orderId, orderId],
    );
    return { giver, reader };
  }

  it("that was redeemed tells who redeemed it, and its year is gone", async () => {
    const { giver, reader } = await redeemedGift(20);
    const page = await followLink(giver, "Cancel this gift");
    expect(page.text("main")).toContain("email the person who redeemed it, without saying why");
    await giver.browser.submit("Cancel this gift");
    expect(giver.browser.page.text("main")).toContain("is cancelled.");
    expect(emailsTo(reader.email).at(-1)).toMatchObject({ kind: "gift_changed" });
    expect((await reader.browser.visit("/dashboard")).text("main")).toContain("You don’t have a loop yet");
    expect((await giver.browser.visit("/gift-confirmation")).path).toBe(ORDERS);
    expect((await reader.browser.visit("/account-settings?tab=my-loop")).text("main")).toContain(
      "You can download what’s been written until",
    );
  });

  it("shows its link on the gift’s page exactly where it can be cancelled", async () => {
    const { giver, reader } = await redeemedGift(20);
    const page = () => giver.browser.visit("/gift-confirmation");
    const isLinked = async () => (await page()).links().some(({ words }) => words === "Cancel this gift");
    const isPossible = async () => (await giver.browser.visit(cancelPath(giver))).heading;
    expect([await isLinked(), await isPossible()]).toEqual([true, "Cancel this order?"]);
    change("UPDATE loops SET start_day = ? WHERE account_id = ?", dayFromToday(0), reader.accountId);
    expect([await isLinked(), await isPossible()]).toEqual([false, "You can’t cancel this order"]);
    expect((await page()).text("main")).toContain("has started their year, so you can’t cancel it any more");
  });
});

describe("deleting an account with copies on order", () => {
  it("says to cancel the copies first, with the button, and is possible after that", async () => {
    const customer = await becomeCustomer(app);
    const { accountId, browser } = customer;
    const loopId = giveLoop(customer);
    await browser.visit(`/account-settings?tab=books`);
    const now = Date.now();
    change(
      `INSERT INTO orders (id, number, account_id, basket_key, kind, status, subtotal_pence, discount_pence, total_pence,
         pricing, email, created_at, paid_at, updated_at)
       VALUES (?, 'LP-COPY0001', ?, ?, 'book_copies', 'PAID', 6999, 6999, 0, '{}', ?, ?, ?, ?)`,
      ...[loopId, accountId, loopId, customer.email, now, now, now],
    );
    change(
      "INSERT INTO order_lines (id, order_id, item_id, name, unit_pence, quantity, loop_id) VALUES (?, ?, 'copy', 'A copy', 6999, 1, ?)",
      ...[loopId, loopId, loopId],
    );
    change("INSERT INTO fulfilments (order_id, kind, at) VALUES (?, 'book_copies', ?)", loopId, now);
    change(
      "INSERT INTO shipments (id, order_id, loop_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
      ...[loopId, loopId, loopId, now, now],
    );
    const page = await followLink(customer, "Cancel these copies", "/account-settings/delete");
    expect(page.heading).toBe("Cancel this order?");
    await browser.submit("Cancel these copies");
    await browser.visit("/account-settings/delete");
    await browser.submit("Delete my account in seven days", { "Current password": PASSWORD });
    expect(browser.page.text("main")).toContain("Your account will be deleted");
  });
});
