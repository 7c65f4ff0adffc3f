import { describe, expect, it } from "vitest";
import { openApp } from "../../support/app";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, type Customer, confirm } from "../support/customers";
import { sendEverythingOdd, sendTwoMegabytes } from "../support/hostile-forms";
import { chooseLoop } from "../support/purchases";
import { change, countOf, rowOf, rowsOf } from "../support/records";
import { newEmail, registration } from "../support/registrations";
import { makeVoucher } from "../support/vouchers";

const app = await openApp();
expectNothingBreaks();

const TERMS = { acceptedTerms: true };
const INVALID = "Invalid voucher code. Please check and try again.";

async function typeCode(browser: Visitor, code: string, place = "/redeem") {
  await browser.visit(place);
  return await browser.submit("Redeem voucher", { "Voucher code": code, ...TERMS });
}

/** From the code to the page that asks for the delivery date. */
async function walkToTheDay({ browser }: { browser: Visitor }, code: string) {
  await typeCode(browser, code);
  return await browser.submit("Start my year");
}

const loopsOf = ({ accountId }: Customer) =>
  rowsOf("SELECT * FROM loops WHERE account_id = ? ORDER BY created_at", accountId);

describe("redeeming a voucher", () => {
  it("leads a stranger from the code over registering to a year of their own, with nothing to pay", async () => {
    const { voucherId, code } = await makeVoucher();
    const browser = app.visitor();
    const email = newEmail("callum");
    expect((await typeCode(browser, code.toLowerCase().replaceAll("-", " "))).path).toBe("/register");
    expect(browser.page.text("main")).toContain("We’re keeping your voucher while you create an account.");
    expect((await browser.visit("/auth")).text("main")).toContain("We’re keeping your voucher while you sign in.");
    await browser.visit("/register");
    await browser.submit("Create account", registration(email));
    const person = await confirm(browser, email);
    expect(browser.page.path).toBe("/voucher-info");
    expect(browser.page.title).toContain("Voucher Validated Successfully");
    expect(browser.page.heading).toBe("You’ve been given a year");
    const info = browser.page.text("main");
    for (const part of ["For you and the cat.", "My Cat & Me", code.slice(-4)]) expect(info).toContain(part);
    expect(info).not.toContain(code);
    expect(info).not.toContain("£");
    expect(info.indexOf("For you and the cat.")).toBeLessThan(info.indexOf("Start my year"));
    await browser.submit("Start my year");
    expect(browser.page.path).toBe("/loop-end-date");
    expect(rowOf("SELECT status FROM vouchers WHERE id = ?", voucherId)).toEqual({ status: "ACTIVE" });
    const page = await browser.submit("Confirm");
    expect(page.path).toMatch(/^\/dashboard\?loop=\w+&week=1$/);
    expect(page.text("main")).toContain("Voucher redeemed successfully! Your memory loop has been created.");
    const [loop] = loopsOf(person);
    expect(loop).toMatchObject({ theme: "pet", type: "my-cat-and-me", status: "ACTIVE" });
    expect(rowOf("SELECT status, loop_id FROM vouchers WHERE id = ?", voucherId)).toEqual({
      status: "REDEEMED",
      loop_id: loop?.id,
    });
  });

  it("leaves the choice of theme and loop to the person who redeems", async () => {
    const customer = await becomeCustomer(app);
    await typeCode(customer.browser, (await makeVoucher()).code);
    await customer.browser.submit("Swap it for a different loop");
    expect(customer.browser.page.title).toContain("Redeem Your Loop - Choose a Theme");
    expect(customer.browser.page.text("main")).toContain("Chosen for you");
    await customer.browser.press("theme", "family");
    expect(customer.browser.page.text("main")).not.toContain("£");
    await customer.browser.submit("Choose Family Adventures");
    expect(customer.browser.page.path).toBe("/loop-end-date");
    const covered = await customer.browser.visit("/payment");
    expect(covered.title).toContain("Redeem Your Loop - Payment");
    expect(covered.text("main")).toContain("There’s nothing to pay.");
    expect(covered.text("main")).not.toContain("£69.99");
    await customer.browser.submit("Continue to the delivery date");
    await customer.browser.submit("Confirm", { choice: "eighteen" });
    expect(loopsOf(customer)).toMatchObject([{ theme: "family", type: "family-adventures" }]);
  });

  it("with the giver’s choice takes three presses to week one, and no page is called payment", async () => {
    const customer = await becomeCustomer(app);
    const { browser } = customer;
    const seen: string[] = [];
    let presses = 0;
    const press = async (button: string, words = {}) => {
      presses += 1;
      const page = await browser.submit(button, words);
      seen.push(`${page.title} ${page.heading} ${page.root.querySelector(".steps")?.text ?? ""}`);
    };
    const { code, voucherId } = await makeVoucher();
    const recipientName = "Maya and Dev";
    change("UPDATE vouchers SET recipient_name = ? WHERE id = ?", recipientName, voucherId);
    await browser.visit("/redeem");
    await press("Redeem voucher", { "Voucher code": code.replaceAll("-", " "), ...TERMS });
    await press("Start my year");
    await press("Confirm");
    expect(browser.page.heading).toContain("Week 1");
    expect(presses).toBeLessThanOrEqual(3);
    const title = browser.page.links().find(({ words }) => words === "Give your year a title");
    await browser.visit(title?.href ?? "");
    expect(browser.page.field("Who is it about, or for?").value).toBe(recipientName);
    expect(seen.join(" ")).not.toMatch(/payment/i);
  });

  it("twice in one browser, with two vouchers, is two loops", async () => {
    const customer = await becomeCustomer(app);
    for (const { code } of [await makeVoucher(), await makeVoucher()]) {
      await walkToTheDay(customer, code);
      await customer.browser.submit("Confirm");
    }
    expect(loopsOf(customer)).toHaveLength(2);
  });

  it("by two presses of one button is one loop", async () => {
    const customer = await becomeCustomer(app);
    await walkToTheDay(customer, (await makeVoucher()).code);
    const other = anotherWindow(app, customer);
    await other.visit("/loop-end-date");
    const responses = await Promise.all([customer.browser.submit("Confirm"), other.submit("Confirm")]);
    const [loop] = loopsOf(customer);
    for (const { path } of responses) expect(path).toBe(`/dashboard?loop=${loop?.id}&week=1`);
    expect(loopsOf(customer)).toHaveLength(1);
  });

  it("in two browsers at once is one loop, and a clear word for the other", async () => {
    const { code } = await makeVoucher();
    const [ada, ben] = [await becomeCustomer(app), await becomeCustomer(app)];
    await walkToTheDay(ada, code);
    await walkToTheDay(ben, code);
    await ada.browser.submit("Confirm");
    const late = await ben.browser.submit("Confirm");
    expect(late.path).toBe("/voucher-redeem");
    expect(late.text("main")).toContain("This voucher has already been used.");
    expect([loopsOf(ada).length, loopsOf(ben).length]).toEqual([1, 0]);
  });

  it("asks for a later day again without spending anything", async () => {
    const customer = await becomeCustomer(app);
    const { voucherId, code } = await makeVoucher();
    await walkToTheDay(customer, code);
    const page = await customer.browser.submit("Confirm", { choice: "own", deliveryDay: "2026-01-01" });
    expect(page.status).toBe(422);
    expect(rowOf("SELECT status FROM vouchers WHERE id = ?", voucherId)).toEqual({ status: "ACTIVE" });
  });

  it("never charges anybody: the button that pays is not there and does nothing", async () => {
    const customer = await becomeCustomer(app);
    const { browser } = customer;
    await chooseLoop(browser);
    await browser.visit("/payment");
    const paying = anotherWindow(app, customer);
    await paying.visit("/payment");
    await walkToTheDay(customer, (await makeVoucher()).code);
    for (const name of browser.cookies.names()) paying.cookies.plant(name, browser.cookies.get(name) ?? "");
    await paying.submit("Pay £69.99", {});
    expect(paying.page.heading).toBe("Which loop do you mean?");
    const page = await paying.visit("/payment");
    expect(page.text("main")).toContain("There’s nothing to pay.");
    expect(countOf("orders", "account_id = ?", customer.accountId)).toBe(0);
  });

  it("is kept when its holder begins to buy", async () => {
    const { browser } = await becomeCustomer(app);
    await typeCode(browser, (await makeVoucher()).code);
    await chooseLoop(browser);
    expect(browser.page.title).toContain("Begin Your Loop - Payment");
    expect((await browser.visit("/voucher-info")).path).toBe("/voucher-info");
  });
});

describe("a code that is typed", () => {
  it.each(["/redeem", "/voucher-redeem"])("needs the code and the terms on %s", async (place) => {
    const browser = app.visitor();
    await browser.visit(place);
    const page = await browser.submit("Redeem voucher", { "Voucher code": "  " });
    expect(page.status).toBe(422);
    expect(page.title).toMatch(/^Error: /);
    expect(page.text("main")).toContain("Please enter a voucher code");
    expect(page.text("main")).toContain("Please accept the voucher terms to continue");
    expect(countOf("attempts", "limit_name LIKE 'voucher%'")).toBe(0);
  });

  it("says what became of one that is cancelled or used by somebody else, and keeps the words", async () => {
    const [cancelled, used] = [await makeVoucher(), await makeVoucher()];
    change("UPDATE vouchers SET status = 'CANCELLED' WHERE id = ?", cancelled.voucherId);
    const ada = await becomeCustomer(app);
    await walkToTheDay(ada, used.code);
    await ada.browser.submit("Confirm");
    const said = [
      ["K7QM-4XPD-92HR", INVALID],
      ["nonsense", INVALID],
      [cancelled.code, "This voucher has been cancelled"],
      [used.code, "This voucher has already been used."],
    ] as const;
    for (const [code, sentence] of said) {
      const browser = app.visitor();
      const page = await typeCode(browser, code);
      expect(page.status).toBe(422);
      expect(page.field("Voucher code").control.getAttribute("value")).toBe(code);
      expect(page.text("main")).toContain(sentence);
    }
    expect(countOf("attempts", "limit_name = 'voucher_guesses_person'")).toBe(2);
  });

  it("used by oneself leads to its loop", async () => {
    const ada = await becomeCustomer(app);
    const { code } = await makeVoucher();
    await walkToTheDay(ada, code);
    await ada.browser.submit("Confirm");
    const page = await typeCode(ada.browser, code);
    expect(page.path).toBe("/dashboard");
    expect(page.text("main")).toContain("You’ve already used this voucher.");
  });

  it("used by oneself leads to its own loop, also from tabs opened before, where there are several", async () => {
    const ada = await becomeCustomer(app);
    const { browser } = ada;
    const [one, two] = [await makeVoucher(), await makeVoucher()];
    await walkToTheDay(ada, one.code);
    await browser.submit("Confirm");
    await typeCode(browser, two.code);
    const tab = anotherWindow(app, ada);
    await tab.visit("/voucher-info");
    await browser.submit("Start my year");
    await browser.submit("Confirm");
    const [first, second] = ["one", "two"].map((_, nth) => `/dashboard?loop=${loopsOf(ada)[nth]?.id}`);
    expect((await typeCode(browser, one.code)).path).toBe(first);
    expect((await typeCode(browser, two.code)).path).toBe(second);
    expect((await tab.submit("Start my year")).path).toBe(second);
    expect(loopsOf(ada)).toHaveLength(2);
  });

  it("tells that it has expired, or is not valid yet", async () => {
    const [late, early] = [await makeVoucher(), await makeVoucher()];
    change("UPDATE vouchers SET expires_at = ? WHERE id = ?", Date.now() - 1000, late.voucherId);
    change("UPDATE vouchers SET valid_from = ? WHERE id = ?", Date.now() + 60_000, early.voucherId);
    const words = async (code: string) => (await typeCode(app.visitor(), code)).text("main");
    expect(await words(late.code)).toContain(
      "This voucher has expired. Vouchers are valid for 12 months from the date of purchase.",
    );
    expect(await words(early.code)).toContain("This voucher is not yet valid.");
  });

  it("that expires while its holder chooses is said so before the day is asked", async () => {
    const customer = await becomeCustomer(app);
    const { voucherId, code } = await makeVoucher();
    await walkToTheDay(customer, code);
    change("UPDATE vouchers SET expires_at = ? WHERE id = ?", Date.now() - 1000, voucherId);
    const page = await customer.browser.submit("Confirm");
    expect(page.path).toBe("/voucher-redeem");
    expect(page.text("main")).toContain("This voucher has expired.");
    expect(loopsOf(customer)).toEqual([]);
  });

  it("is guessed five times in one browser and no more for ten minutes", async () => {
    const browser = app.visitor();
    for (let time = 0; time < 5; time += 1) await typeCode(browser, "K7QM-4XPD-92HR");
    const page = await typeCode(browser, (await makeVoucher()).code);
    expect(page.status).toBe(422);
    expect(page.text("main")).toContain("Please wait ten minutes and try again.");
  });

  it("is in no cookie and no address", async () => {
    const { browser } = await becomeCustomer(app);
    const { code } = await makeVoucher();
    await walkToTheDay({ browser }, code);
    const plain = code.replaceAll("-", "");
    for (const name of browser.cookies.names()) {
      const [value = ""] = decodeURIComponent(browser.cookies.get(name) ?? "").split(".");
      const words = Buffer.from(value, "base64").toString();
      expect(words.includes(code) || words.includes(plain)).toBe(false);
    }
    expect(browser.page.path).not.toContain(plain);
    expect(browser.page.root.toString()).not.toContain(code);
  });

  it("gives a clear response whatever is sent", async () => {
    const form = {
      arrive: (browser: Visitor) => browser.visit("/voucher-redeem"),
      button: "Redeem voucher",
      field: "code",
    };
    const browser = app.visitor();
    await sendEverythingOdd(browser, form);
    await sendTwoMegabytes(browser, form);
  });
});

describe("the pages of a journey that redeems", () => {
  it.each(["/voucher-info", "/loop-type", "/payment", "/loop-end-date"])(
    "%s is not open without a voucher",
    async (place) => {
      const { browser } = await becomeCustomer(app);
      await typeCode(browser, (await makeVoucher()).code);
      await browser.submit("Swap it for a different loop");
      await browser.press("theme", "pet");
      change("DELETE FROM pending_vouchers");
      const page = await browser.visit(place);
      expect(["/voucher-redeem", "/begin", "/loop-end-date"]).toContain(page.path);
      if (page.path === "/loop-end-date") throw new Error("the delivery date was open");
    },
  );

  it("the voucher's page is for somebody signed in", async () => {
    const browser = app.visitor();
    await typeCode(browser, (await makeVoucher()).code);
    expect((await browser.visit("/voucher-info")).path).toBe("/auth");
  });
});
