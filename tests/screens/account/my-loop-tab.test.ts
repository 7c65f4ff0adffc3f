import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import { expectNothingBreaks } from "../support/app-log";
import { becomeCustomer } from "../support/customers";
import { giveGift } from "../support/gifts";
import { giveEntries, giveLoop, loopOwner } from "../support/loops";
import { makeStaffGift, ownLoopToBegin } from "../support/purchases";
import { change } from "../support/records";

const app = await openApp();
expectNothingBreaks();

const SETTINGS = "/account-settings";

describe("the My Loop tab", () => {
  it("shows week, entries and the way to each loop", async () => {
    const customer = await loopOwner(app, { startedDaysAgo: 20 }, [1, 2]);
    const done = giveLoop(customer, { title: "Last Year", startedDaysAgo: 400, status: "COMPLETED" });
    giveEntries(done, [1, 2, 3]);
    const page = await customer.browser.visit(`${SETTINGS}?tab=my-loop`);
    const words = page.text("main");
    expect(words).toContain("Our Year by the Sea Week 3 of 52 2 of 52 entries completed");
    expect(words).toContain("Last Year Completed 3 of 52 entries completed");
    const bars = page.root.querySelectorAll("progress").map((bar) => bar.getAttribute("value"));
    expect(bars).toEqual(["2", "3"]);
    for (const loop of [customer.loopId, done]) {
      expect(page.links().map(({ href }) => href)).toContain(`/dashboard?loop=${loop}`);
    }
  });

  it("without a loop leads to beginning one", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit(`${SETTINGS}?tab=my-loop`);
    expect(page.links()).toContainEqual({ words: "Start Your First Loop", href: "/loop-theme" });
  });

  it("shows nobody else's", async () => {
    const other = await becomeCustomer(app);
    giveLoop(other, { title: "Somebody Else’s Year" });
    const { browser } = await becomeCustomer(app);
    expect((await browser.visit(`${SETTINGS}?tab=my-loop`)).body).not.toContain("Somebody Else");
  });
});

describe("the Orders tab", () => {
  it("shows a gift by its theme, its number, price and day, and nothing of a loop that is not shared", async () => {
    const customer = await becomeCustomer(app);
    const recipient = await becomeCustomer(app);
    const order = giveGift(customer);
    const loop = giveLoop(recipient, { title: "Biscuit’s Secret Year", startedDaysAgo: 30 });
    giveEntries(loop, [1, 2, 3]);
    const now = Date.now();
    change(
      `INSERT INTO vouchers (id, code_hash, code_sealed, last_four, status, value_pence, valid_from, expires_at, order_id,
         loop_id, created_at, updated_at) VALUES (?, ?, 'x', 'WXYZ', 'REDEEMED', 6999, ?, ?, ?, ?, ?, ?)`,
      ...[order, order, now, now, order, loop, now, now],
    );
    const page = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(page.text("main li:has(.description-list)")).toMatch(
      /^Pet Loop, as a gift Paid (?:In this order .*)?Order number LP-\S+ Price £69.99 Ordered \d+ \w+ \d+ Download Receipt/,
    );
    change("UPDATE loops SET giver_sees_progress = 1 WHERE id = ?", loop);
    const shared = (await customer.browser.visit(`${SETTINGS}?tab=orders`)).text("main");
    expect(shared).toContain("Pet Loop, as a gift Active");
    expect(shared).not.toContain("Biscuit’s Secret Year");
    expect(shared).toMatch(/Start date \d+ \w+ \d+ Delivery date By \d+ \w+ \d+ Entries 3 of 52/);
    expect(shared).not.toContain("We wrote week");
  });

  it("shows one's own loop with its title, and in green what is paid or completed", async () => {
    const customer = await becomeCustomer(app);
    giveGift(customer);
    await ownLoopToBegin(customer, makeStaffGift());
    const loop = giveLoop(customer, { title: "My Own Year", startedDaysAgo: 30 });
    change("UPDATE loop_credits SET loop_id = ?, spent_at = 1 WHERE account_id = ?", loop, customer.accountId);
    const page = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(page.text("main")).toContain("My Own Year Active");
    const green = (shown: typeof page) => shown.root.querySelectorAll(".badge-good").map((badge) => badge.text);
    expect(green(page).sort()).toEqual(["Active", "Paid"]);
    change("UPDATE loops SET status = 'COMPLETED' WHERE id = ?", loop);
    const after = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(green(after).sort()).toEqual(["Completed", "Paid"]);
    expect(after.root.querySelectorAll(".badge-pending")).toHaveLength(0);
  });

  it("shows no order that was never paid, and nobody else's", async () => {
    const [customer, other] = [await becomeCustomer(app), await becomeCustomer(app)];
    giveGift(customer);
    const theirs = giveGift(other);
    const page = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(page.root.querySelectorAll(".description-list")).toHaveLength(1);
    change(
      "UPDATE orders SET account_id = ?, paid_at = NULL, status = 'PENDING' WHERE id = ?",
      customer.accountId,
      theirs,
    );
    const after = await customer.browser.visit(`${SETTINGS}?tab=orders`);
    expect(after.root.querySelectorAll(".description-list")).toHaveLength(1);
  });
});

describe("the Books tab", () => {
  it("lets one choose a loop, and leads to its book", async () => {
    const customer = await becomeCustomer(app);
    const now = giveLoop(customer, { startedDaysAgo: 20 });
    const done = giveLoop(customer, { title: "Last Year", startedDaysAgo: 400, status: "COMPLETED" });
    change("UPDATE loops SET completed_at = ? WHERE id = ?", Date.parse("2026-03-15T12:00:00Z"), done);
    const { browser } = customer;
    const page = await browser.visit(`${SETTINGS}?tab=books`);
    expect(page.root.querySelectorAll("option").map((option) => option.text)).toEqual([
      "Our Year by the Sea: Active - Week 3",
      "Last Year: Completed 15 March 2026",
    ]);
    expect(page.links()).toContainEqual({ words: "Download as PDF", href: `/book?loop=${now}` });
    const chosen = await browser.submit("Show this book", { Loop: done });
    expect(chosen.path).toBe(`${SETTINGS}?tab=books&loop=${done}`);
    expect(chosen.field("Loop").value).toBe(done);
    expect(chosen.text("main")).toContain("Completed 15 March 2026. 0 of 52 entries completed.");
    await browser.visit(`/book?loop=${done}`);
    expect(browser.page.status).toBe(200);
  });

  it("without a loop says so, and shows nobody else's", async () => {
    const other = await becomeCustomer(app);
    const theirs = giveLoop(other, { title: "Somebody Else’s Year" });
    const customer = await becomeCustomer(app);
    const page = await customer.browser.visit(`${SETTINGS}?tab=books&loop=${theirs}`);
    expect(page.text("main")).toContain("You don’t have a book yet.");
    giveLoop(customer);
    const after = await customer.browser.visit(`${SETTINGS}?tab=books&loop=${theirs}`);
    expect(after.body).not.toContain("Somebody Else");
    expect(after.body).not.toContain(`/book?loop=${theirs}`);
  });
});
