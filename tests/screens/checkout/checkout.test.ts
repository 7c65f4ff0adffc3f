import { describe, expect, it } from "vitest";
import { addressOf, mistakeAt, openPage, pageOf, payOn, payWith } from "../../adapters/payments/buyer";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, type Customer, showCookies } from "../support/customers";
import { sendEverythingOdd } from "../support/hostile-forms";
import { giveLoop } from "../support/loops";
import { expectMoneyAddsUp } from "../support/money";
import { makeStaffGift, ownLoopToBegin } from "../support/purchases";
import { change, countOf, emailsTo, rowOf, rowsOf } from "../support/records";
import { openSellingApp } from "../support/selling-app";

const { app, cardPage } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

const GOOD_CARD = "4242 4242 4242 4242";
const MORE = "One more: Our Year by the Sea, luxury hardback, printed cover";
const FEWER = "One fewer: Our Year by the Sea, luxury hardback, printed cover";
const REMOVE = "Remove: Our Year by the Sea, luxury hardback, printed cover";
const HOME = {
  "Address label": "Home",
  "Address line 1": "4 Harbour Row",
  "Town or city": "Whitby",
  Postcode: "YO21 3PU",
};

async function accountWithLoop(data: Parameters<typeof giveLoop>[1] = {}) {
  const customer = await becomeCustomer(app);
  return { ...customer, loop: giveLoop(customer, data) };
}

/** Chooses a copy of a loop's book under Books. */
async function choose({ browser }: Customer, loop: string, edition = "Standard") {
  await browser.visit(`/account-settings?tab=books&loop=${loop}`);
  return await browser.submit("Add to Cart", { item: `book-copy-${loop}-${edition.toLowerCase()}` });
}

/** Saves an address by the link of the checkout. */
async function keepAddress(browser: Visitor) {
  return await keepAddressAt(browser, HOME["Address line 1"]);
}

async function keepAddressAt(browser: Visitor, line1: string) {
  await browser.visit("/checkout?step=delivery");
  const words = browser.page.links().find(({ href }) => href.includes("addresses/new"))?.href ?? "";
  await browser.visit(words);
  return await browser.submit("Save address", { ...HOME, "Address line 1": line1 });
}

async function atPayment(data: Parameters<typeof giveLoop>[1] = {}) {
  const customer = await accountWithLoop(data);
  await choose(customer, customer.loop);
  await keepAddress(customer.browser);
  await customer.browser.submit("Continue to payment");
  return customer;
}

describe("the cart", () => {
  it("needs somebody signed in, and is where they come back to", async () => {
    const browser = app.visitor();
    const page = await browser.visit("/checkout", { follow: false });
    expect([page.status, page.location]).toEqual([302, "/auth"]);
  });

  it("is empty at first and leads back to the account settings", async () => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit("/checkout");
    expect(page.heading).toBe("Your Cart is Empty");
    expect(page.links()).toContainEqual({
      words: "Back to account settings",
      href: "/account-settings?tab=books",
    });
    expect(page.find('meta[name="robots"]').getAttribute("content")).toBe("noindex");
  });

  it("takes copies of an active loop and says that they come with it", async () => {
    const customer = await accountWithLoop();
    const page = await choose(customer, customer.loop);
    expect(page.path).toBe("/checkout");
    expect(page.text("main")).toContain("Our Year by the Sea");
    expect(page.text("main")).toContain("Luxury hardback, printed cover, £75.59 each");
    expect(page.text("main")).toContain("Arrives with your book");
    expect(page.text(".price-summary")).toMatch(
      /1 book copy £75\.59.*UK delivery Free.*£75\.59.*Includes 8% tax, £5\.60/,
    );
  });

  it("says between which days a copy of a finished book comes", async () => {
    const customer = await accountWithLoop({ status: "COMPLETED" });
    const page = await choose(customer, customer.loop, "Luxury");
    expect(page.text("main")).toMatch(/Arrives within 14 days, by \d+ \w+ \d{4}/);
    expect(page.text("main")).toContain("Luxury hardback, leather cover, £75.59 each");
  });

  it("counts up, counts down and loses a line, each by a button", async () => {
    const customer = await accountWithLoop();
    const { browser, loop } = customer;
    await choose(customer, loop);
    await choose(customer, loop);
    expect(browser.page.text(".quantity output")).toBe("2");
    await browser.submit(MORE);
    expect(browser.page.text(".price-summary")).toContain("3 book copies £226.77");
    await browser.submit(FEWER);
    expect(browser.page.text(".quantity output")).toBe("2");
    const settings = await browser.visit("/account-settings?tab=books");
    expect(settings.links()).toContainEqual({ words: "View Cart (2)", href: "/checkout" });
    await browser.visit("/checkout");
    await browser.submit(REMOVE);
    expect(browser.page.heading).toBe("Your Cart is Empty");
  });

  it("one fewer than one is refused", async () => {
    const customer = await accountWithLoop();
    await choose(customer, customer.loop);
    await customer.browser.submit(FEWER);
    expect(customer.browser.page.heading).toBe("Your Cart is Empty");
  });

  it("holds twenty books, says so at the next, and stays small enough for a cookie", async () => {
    const customer = await accountWithLoop();
    const others = Array.from({ length: 20 }, () => giveLoop(customer));
    for (const loop of others) await choose(customer, loop, "Luxury");
    const page = await choose(customer, customer.loop);
    expect(page.text("main")).toContain("Your cart is full.");
    expect(page.root.querySelectorAll(".cart-lines > li")).toHaveLength(20);
    const cookie = customer.browser.cookies.get("loop_cart") ?? "";
    expect(cookie.length).toBeGreaterThan(500);
    expect(cookie.length).toBeLessThan(4000);
  });

  it("does not show a copy of another person's loop", async () => {
    const owner = await accountWithLoop({ title: "Nobody else's year" });
    const { browser } = await accountWithLoop();
    await browser.visit("/account-settings?tab=books");
    const page = await browser.submit(
      "Add to Cart",
      {},
      {
        extra: [["item", `book-copy-${owner.loop}-standard`]],
        without: ["item"],
      },
    );
    expect(page.heading).toBe("Your Cart is Empty");
    expect(page.text("main")).not.toContain("Nobody else's year");
  });

  it("is forgotten at logout", async () => {
    const customer = await accountWithLoop();
    await choose(customer, customer.loop);
    await customer.browser.visit("/logout");
    await customer.browser.submit("Logout");
    expect(customer.browser.cookies.get("loop_cart") ?? "").toBe("");
  });

  it("gives a clear response whatever is sent to it", async () => {
    const { browser } = await accountWithLoop();
    const arrive = (visitor: Visitor) => visitor.visit("/account-settings?tab=books");
    await sendEverythingOdd(browser, { arrive, button: "Add to Cart", field: "item" });
    await arrive(browser);
    const odd = await browser.submit("Add to Cart", {}, { extra: [["item", "book-copy-x-gold"]], without: ["item"] });
    expect(odd.status).toBe(400);
  });
});

describe("where the copies go", () => {
  it("asks for a first address and comes back with it", async () => {
    const customer = await accountWithLoop();
    const { browser } = customer;
    await choose(customer, customer.loop);
    const page = await browser.visit("/checkout?step=delivery");
    expect(page.text("main")).toContain("No addresses found");
    expect(page.links()).toContainEqual({
      words: "Add Your First Address",
      href: "/account-settings/addresses/new?for=checkout",
    });
    expect(page.root.querySelectorAll('button[value="address"]')).toHaveLength(0);
    await keepAddress(browser);
    expect(browser.page.path).toBe("/checkout?step=delivery");
    await browser.submit("Continue to payment");
    expect(browser.page.path).toBe("/checkout?step=payment");
    expect(browser.page.text("main")).toContain("4 Harbour Row, Whitby, YO21 3PU");
  });

  it("may be an address that was typed for a loop", async () => {
    const customer = await accountWithLoop();
    const { browser } = customer;
    await ownLoopToBegin(customer, makeStaffGift("TYPEDBEFORE"));
    await choose(customer, customer.loop);
    await browser.visit("/checkout?step=delivery");
    expect(browser.page.text("main")).toContain("4 Harbour Row, Whitby, YO21 3PU");
    await browser.submit("Continue to payment");
    expect(browser.page.path).toBe("/checkout?step=payment");
    expect(browser.page.text("main")).toContain("Margaret Okafor, 4 Harbour Row, Whitby, YO21 3PU");
    expect(countOf("addresses", "account_id = ?", customer.accountId)).toBe(1);
  });

  it("is there before anybody can pay", async () => {
    const customer = await accountWithLoop();
    const page = await choose(customer, customer.loop);
    expect(page.text("main")).toContain("Add Your First Address");
    expect(page.root.querySelectorAll('button[value="pay"]')).toHaveLength(0);
  });

  it("is the known one, so that copies are chosen, checked and paid for on one page", async () => {
    const customer = await accountWithLoop();
    const { browser, accountId } = customer;
    await ownLoopToBegin(customer, makeStaffGift("KNOWNBEFORE"));
    const page = await choose(customer, customer.loop);
    expect([page.path, page.text("main")]).toEqual([
      "/checkout",
      expect.stringContaining("Margaret Okafor, 4 Harbour Row, Whitby, YO21 3PU"),
    ]);
    expect((await browser.submit("Pay £75.59", {}, { follow: false })).location).toContain("http");
    await browser.visit("/checkout");
    expect((await browser.submit("Pay £75.59", {}, { follow: false })).location).toContain("http");
    expect(countOf("orders", "account_id = ? AND kind = 'book_copies'", accountId)).toBe(1);
    expect(countOf("addresses", "account_id = ?", accountId)).toBe(0);
  });

  it("is asked again where its words were changed in another tab", async () => {
    const { browser, accountId } = await atPayment();
    change("UPDATE addresses SET line1 = '9 Church Street' WHERE account_id = ?", accountId);
    const page = await browser.submit("Pay £75.59");
    expect(page.text("main")).toContain("You changed your cart in another tab.");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it("is never somebody else's, never abroad and never nothing", async () => {
    const customer = await atPayment();
    const stranger = await atPayment();
    const { id: theirs } = rowOf("SELECT id FROM addresses WHERE account_id = ?", stranger.accountId);
    const { browser } = customer;
    for (const extra of [[["address", String(theirs)]], [["address", "nowhere"]], []] as [string, string][][]) {
      await browser.visit("/checkout?step=delivery");
      const page = await browser.submit("Continue to payment", {}, { extra, without: ["address"] });
      expect(page.status).toBe(422);
      expect(page.errorSummary()).toEqual(["Please choose an address in the United Kingdom."]);
    }
    change("UPDATE addresses SET country = 'US' WHERE account_id = ?", customer.accountId);
    const abroad = await browser.visit("/checkout?step=delivery");
    expect(abroad.text("main")).toContain("We can’t deliver there.");
    expect(abroad.root.querySelectorAll('button[value="address"]')).toHaveLength(0);
    change("UPDATE addresses SET country = 'GB', postcode = 'JE2 3AB' WHERE account_id = ?", customer.accountId);
    const island = await browser.visit("/checkout?step=delivery");
    expect(island.text("main")).toContain("We can’t deliver there.");
  });
});

describe("paying for copies", () => {
  it("leads to the provider's page, fulfils once and sends an email", async () => {
    const { browser, email, accountId, loop } = await atPayment({ status: "DELIVERED" });
    const page = await browser.submit("Pay £75.59", {}, { follow: false });
    const back = new URL(addressOf(await payWith(page.location ?? "", GOOD_CARD)));
    expect(back.pathname).toBe("/checkout/placed");
    await browser.visit(`${back.pathname}${back.search}`);
    expect(browser.page.heading).toBe("Order placed successfully!");
    expect(browser.page.text("main")).toContain("You will receive a confirmation email shortly.");
    expect(browser.page.text("main")).toContain("A copy of a finished book arrives within");
    await browser.visit(`${back.pathname}${back.search}`);
    const order = rowOf("SELECT * FROM orders WHERE account_id = ?", accountId);
    expect(order).toMatchObject({ kind: "book_copies", status: "PAID", total_pence: 7559, tax_pence: 560 });
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(0);
    expect(rowsOf("SELECT kind FROM fulfilments WHERE order_id = ?", order.id)).toEqual([{ kind: "book_copies" }]);
    expect(rowOf("SELECT * FROM shipments WHERE order_id = ?", order.id)).toMatchObject({
      loop_id: loop,
      state: "waiting",
    });
    const emails = emailsTo(email).filter(({ kind }) => kind === "order_confirmation");
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain("Our Year by the Sea, luxury hardback with a printed cover");
    expect(emails[0]?.text).toContain("£75.59");
    expect((await browser.visit("/checkout")).heading).toBe("Your Cart is Empty");
    const receipt = `/order/${order.id}/receipt`;
    expect((await browser.visit("/account-settings?tab=orders")).text("main")).toContain("£75.59");
    expect(browser.page.links().map(({ href }) => href)).toContain(receipt);
    expect((await browser.send(receipt)).headers.get("content-type")).toBe("application/pdf");
  });

  it("after a decline can be tried again, and cancelled without losing anything", async () => {
    const { browser, accountId } = await atPayment();
    const page = await browser.submit("Pay £75.59", {}, { follow: false });
    const declined = pageOf(await payWith(page.location ?? "", "4000 0000 0000 9995"));
    expect(mistakeAt(declined, "card-number") ?? declined.root.text).toContain("insufficient funds");
    await browser.visit("/checkout?step=payment&cancelled=1");
    expect(browser.page.text("main")).toContain("Payment cancelled. You haven’t paid yet.");
    const again = await browser.submit("Pay £75.59", {}, { follow: false });
    await payOn(await openPage(again.location ?? ""), GOOD_CARD);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
  });

  it("pressed twice makes one order with one page to pay on", async () => {
    const { browser, accountId } = await atPayment();
    const first = await browser.submit("Pay £75.59", {}, { follow: false });
    await browser.visit("/checkout?step=payment");
    const second = await browser.submit("Pay £75.59", {}, { follow: false });
    expect(second.location).toBe(first.location);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(1);
  });

  it("asks the price of what is in the cart now, not of what was there before", async () => {
    const { browser, accountId } = await atPayment();
    const before = await browser.submit("Pay £75.59", {}, { follow: false });
    await browser.visit("/checkout");
    await browser.submit(MORE);
    await browser.visit("/checkout?step=payment");
    const after = await browser.submit("Pay £151.18", {}, { follow: false });
    expect(after.location).not.toBe(before.location);
    expect(rowOf("SELECT total_pence FROM orders WHERE account_id = ?", accountId)).toEqual({
      total_pence: 15_118,
    });
    expect((await openPage(before.location ?? "")).root.text).not.toContain("£75.59");
  });

  it("is for the card element in our page too, which is told what the hosted page would ask", async () => {
    const { browser, accountId } = await atPayment();
    await browser.submit("Pay £75.59", {}, { follow: false });
    const hosted = browser.page.location ?? "";
    await browser.visit("/checkout?step=payment");
    const form = { extra: [["intent", "element"]], without: ["intent"], follow: false } as const;
    const response = await browser.submit("Pay £75.59", {}, { ...form });
    expect(response.status).toBe(200);
    expect((await openPage(hosted)).status).toBe(410);
    expect(
      rowsOf(
        `SELECT surface AS checkoutMode, payments.status, amount_pence FROM payments JOIN orders ON orders.id = order_id
         WHERE account_id = ? ORDER BY attempt`,
        accountId,
      ),
    ).toEqual([
      { checkoutMode: "page", status: "expired", amount_pence: 7559 },
      { checkoutMode: "element", status: "open", amount_pence: 7559 },
    ]);
  });

  it("has the card validated in the same request, with one summary, and orders nothing before it is right", async () => {
    const { browser, accountId } = await atPayment();
    const extra = [
      ["intent", "element"],
      ["cardProblem", "Your card number is incomplete."],
    ] as const;
    const page = await browser.submit("Pay £75.59", {}, { extra: [...extra], without: ["intent"], follow: false });
    expect([page.status, page.errorSummary()]).toEqual([422, ["Your card number is incomplete."]]);
    const target = page.find(".error-summary a").getAttribute("href") ?? "";
    expect(page.find(target).hasAttribute("data-card")).toBe(true);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });

  it("asks once more where the button named another sum than the order has now", async () => {
    const { browser, accountId } = await atPayment();
    const window = anotherWindow(app, { browser });
    await window.visit("/checkout?step=payment");
    await browser.visit("/checkout");
    await browser.submit(MORE);
    window.cookies.plant("loop_cart", browser.cookies.get("loop_cart") ?? "");
    const page = await window.submit("Pay £75.59");
    expect(page.path).toBe("/checkout?step=payment");
    expect(page.text("main")).toContain("£151.18");
    expect(countOf("payments JOIN orders ON orders.id = order_id", "account_id = ?", accountId)).toBe(0);
  });

  it("asks once more where another tab has chosen another address for the same sum", async () => {
    const { browser, accountId } = await atPayment();
    const window = anotherWindow(app, { browser });
    await keepAddressAt(window, "9 Church Street");
    const { id } = rowOf("SELECT id FROM addresses WHERE line1 = '9 Church Street' AND account_id = ?", accountId);
    await window.submit("Continue to payment", { address: String(id) });
    showCookies(window, browser);
    const page = await browser.submit("Pay £75.59");
    expect(page.text("main")).toContain("You changed your cart in another tab.");
    expect(page.text("main")).toContain("9 Church Street");
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
    expect((await browser.submit("Pay £75.59", {}, { follow: false })).location).toContain("http");
  });

  it("if the page is closed before coming back, the cart turns into the paid order at the next submit", async () => {
    const { browser, accountId } = await atPayment();
    const page = await browser.submit("Pay £75.59", {}, { follow: false });
    await payWith(page.location ?? "", GOOD_CARD);
    await browser.visit("/checkout?step=payment");
    await browser.submit("Pay £75.59");
    expect(browser.page.path).toBe("/account-settings?tab=orders");
    expect(browser.page.text("main")).toContain("Order placed successfully!");
    expect(countOf("orders", "account_id = ? AND status = 'PAID'", accountId)).toBe(1);
  });

  it("a page of somebody else's payment leads to one's own checkout", async () => {
    const customer = await atPayment();
    const page = await customer.browser.submit("Pay £75.59", {}, { follow: false });
    const back = new URL(addressOf(await payWith(page.location ?? "", GOOD_CARD)));
    const stranger = await becomeCustomer(app);
    const seen = await stranger.browser.visit(`${back.pathname}${back.search}`, { follow: false });
    expect([seen.status, seen.location]).toEqual([302, "/checkout"]);
  });
});

describe("coming back without having paid", () => {
  async function comingBack(before: (url: string) => void, card: string | null) {
    const customer = await atPayment();
    const { location } = await customer.browser.submit("Pay £75.59", {}, { follow: false });
    const url = location ?? "";
    before(url);
    if (card) await payWith(url, card);
    const back = `/checkout/placed?session_id=${url.split("/").at(-1)}`;
    return { ...customer, url, back, page: await customer.browser.visit(back) };
  }
  const nothing = () => {};

  it("is distinguished from a card that was declined, which can be tried again", async () => {
    const waiting = await comingBack(nothing, null);
    expect(waiting.page.heading).toBe("We’re confirming your payment");
    expect(waiting.page.headers.get("refresh")).toBe(`5;url=${waiting.back}`);
    const declined = await comingBack(nothing, "4000 0000 0000 9995");
    expect(declined.page.heading).toBe("Payment failed. Please try again.");
    expect(declined.page.text("main")).toContain("Your card has insufficient funds.");
    expect(declined.page.headers.get("refresh")).toBeNull();
    expect(declined.page.links()).toContainEqual({ words: "Try Again", href: "/checkout?step=payment" });
    await declined.browser.visit("/checkout?step=payment");
    const again = await declined.browser.submit("Pay £75.59", {}, { follow: false });
    await payWith(again.location ?? "", GOOD_CARD);
    expect((await declined.browser.visit(declined.back)).heading).toBe("Order placed successfully!");
    expect(countOf("orders", "account_id = ?", declined.accountId)).toBe(1);
  });

  it("while the bank takes its time says so, and leads back there instead of asking to pay again", async () => {
    const slow = () => cardPage.control.setSwitches({ settleSeconds: 3_600 });
    const { browser, back, page } = await comingBack(slow, GOOD_CARD);
    expect(page.heading).toBe("Your payment is being processed");
    await browser.visit("/checkout?step=payment");
    const pressed = await browser.submit("Pay £75.59", {}, { follow: false });
    cardPage.control.setSwitches({ settleSeconds: 0 });
    expect(pressed.location).toBe(back);
  });

  it("with another sum than asked says that it goes back, and that one can try again", async () => {
    const otherSum = (url: string) => change("UPDATE payments SET amount_pence = 100 WHERE checkout_url = ?", url);
    const { page, accountId } = await comingBack(otherSum, GOOD_CARD);
    expect(page.heading).toBe("Payment Error");
    expect(page.text("main")).toContain("We’ve sent the money back");
    expect(page.links()).toContainEqual({ words: "Try Again", href: "/checkout?step=payment" });
    expect(page.links()).toContainEqual({ words: "Contact Support", href: "/#contact" });
    expect(countOf("orders", "account_id = ? AND status = 'PAID'", accountId)).toBe(0);
  });
});

describe("ordering a copy from the orders", () => {
  const sell = (accountId: string, loop: string) => {
    const now = Date.now();
    change(
      `INSERT INTO orders (id, number, account_id, basket_key, kind, theme, type, status, subtotal_pence, discount_pence, total_pence, pricing, email, created_at, paid_at, updated_at)
       VALUES (?, ?, ?, ?, 'loop', 'family', 'family-adventures', 'PAID', 6999, 6999, 0, '{}', 'x@example.org', ?, ?, ?)`,
      ...[`order-${loop}`, `LP-${loop.slice(0, 8)}`, accountId, `basket-${loop}`, now, now, now],
    );
    change(
      `INSERT INTO order_lines (id, order_id, item_id, name, unit_pence, quantity) VALUES (?, ?, 'loop', 'A loop', 6999, 1)`,
      ...[`line-${loop}`, `order-${loop}`],
    );
    change("INSERT INTO fulfilments (order_id, kind, at) VALUES (?, 'loop_credit', ?)", `order-${loop}`, now);
    change(
      `INSERT INTO loop_credits (id, account_id, order_id, theme, type, loop_id, created_at, spent_at)
       VALUES (?, ?, ?, 'family', 'family-adventures', ?, ?, ?)`,
      ...[`credit-${loop}`, accountId, `order-${loop}`, loop, now, now],
    );
  };

  it("is offered once the book was delivered, not before", async () => {
    const customer = await accountWithLoop({ status: "DELIVERED" });
    sell(customer.accountId, customer.loop);
    await customer.browser.visit("/account-settings?tab=orders");
    await customer.browser.submit("Order Book Copy");
    expect(customer.browser.page.path).toBe("/checkout");
    expect(customer.browser.page.text("main")).toContain("Our Year by the Sea");
    const active = await accountWithLoop();
    sell(active.accountId, active.loop);
    const page = await active.browser.visit("/account-settings?tab=orders");
    expect(page.text("main")).toContain("Our Year by the Sea");
    expect(page.text("main")).not.toContain("Order Book Copy");
  });
});
