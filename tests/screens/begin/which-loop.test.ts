import { describe, expect, it } from "vitest";
import type { Visitor } from "../../support/visitor";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, confirm, showCookies, signIn } from "../support/customers";
import { ADDRESS, chooseLoop } from "../support/purchases";
import { countOf, rowOf, rowsOf } from "../support/records";
import { newEmail, PASSWORD, register, registration } from "../support/registrations";
import { openSellingApp } from "../support/selling-app";
import { makeVoucher } from "../support/vouchers";

const { app } = await openSellingApp();
expectNothingBreaks();

const QUESTION = "Which loop do you mean?";
const GIFT = { "Your email address": "", "Who’s it from?": "Margaret", handover: "myself" };

async function chooseGift(browser: Visitor): Promise<void> {
  await browser.visit("/gift");
  await browser.submit("Choose a theme");
  await browser.press("theme", "celebration");
  await browser.submit("Choose Wedding");
}

async function typeCode(browser: Visitor, code: string): Promise<void> {
  await browser.visit("/voucher-redeem");
  await browser.submit("Redeem voucher", { "Voucher code": code, acceptedTerms: true });
}

/** Chooses something in another tab of the same browser. */
async function elsewhere(browser: Visitor, choose: (tab: Visitor) => Promise<unknown>): Promise<void> {
  const tab = anotherWindow(app, { browser });
  await choose(tab);
  showCookies(tab, browser);
}

describe("a page of paying, after another tab has chosen something else", () => {
  it("asks which one, both named with their price, and buys nothing before; what was typed is kept", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await chooseLoop(browser, "family", "Parent & Child");
    await elsewhere(browser, (tab) => chooseLoop(tab, "celebration", "Wedding"));
    const page = await browser.submit("Pay £69.99", { ...ADDRESS, "Town or city": "Robin Hood’s Bay" });
    expect(page.heading).toBe(QUESTION);
    for (const words of ["Parent & Child", "Wedding", "for yourself", "£69.99"])
      expect(page.text("main")).toContain(words);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
    await browser.submit("This one: Parent & Child, for yourself");
    expect(browser.page.path).toBe("/payment");
    expect(browser.page.text("main")).toContain("Parent & Child");
    expect(browser.page.text("main")).not.toContain("Wedding");
    expect(browser.page.field("Town or city").value).toBe("Robin Hood’s Bay");
    await browser.submit("Pay £69.99", {}, { follow: false });
    expect(rowsOf("SELECT type FROM orders WHERE account_id = ?", accountId)).toEqual([{ type: "parent-and-child" }]);
  });

  it("goes on with the other one where that was meant, as a guest too", async () => {
    const browser = app.visitor();
    const email = newEmail("guest");
    await chooseLoop(browser, "family", "Parent & Child");
    await elsewhere(browser, chooseGift);
    await browser.submit("Pay £69.99", { ...ADDRESS, "Email address": email, acceptedTerms: true });
    expect(browser.page.heading).toBe(QUESTION);
    await browser.submit("This one: Wedding, as a gift");
    expect(browser.page.path).toBe("/payment");
    expect(browser.page.field("Your email address").value).toBe(email);
    await browser.submit("Pay £69.99", { ...GIFT, "Your email address": email }, { follow: false });
    expect(rowsOf("SELECT kind, type FROM orders WHERE email = ?", email)).toEqual([{ kind: "gift", type: "wedding" }]);
  });

  it("asks so for a loop and the same loop as a gift, and not where the same was chosen again", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await chooseLoop(browser, "celebration", "Wedding");
    await elsewhere(browser, (tab) => chooseLoop(tab, "celebration", "Wedding"));
    await browser.submit("Pay £69.99", ADDRESS, { follow: false });
    expect(rowOf("SELECT type FROM orders WHERE account_id = ?", accountId)).toEqual({ type: "wedding" });
    await browser.visit("/payment");
    await elsewhere(browser, chooseGift);
    expect((await browser.submit("Pay £69.99", ADDRESS)).heading).toBe(QUESTION);
  });

  it("shows what it showed again where everything was finished elsewhere", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    await chooseLoop(browser, "family", "Parent & Child");
    browser.cookies.forget("loop_journey");
    const page = await browser.submit("Pay £69.99", ADDRESS);
    expect(page.path).toBe("/payment");
    expect(page.text("main")).toContain("You finished something in another tab");
    expect(page.text("main")).toContain("Parent & Child");
    expect(page.field("Address line 1").value).toBe(ADDRESS["Address line 1"]);
    expect(countOf("orders", "account_id = ?", accountId)).toBe(0);
  });
});

describe("a voucher, after another tab has chosen something else", () => {
  it("is not spent for another loop, and is kept when a gift was begun", async () => {
    const { browser, accountId } = await becomeCustomer(app);
    const { voucherId, code } = await makeVoucher();
    await typeCode(browser, code);
    await browser.submit("Start my year");
    await elsewhere(browser, async (tab) => {
      await tab.visit("/gift");
      await tab.submit("Choose a theme");
    });
    const page = await browser.submit("Confirm", { choice: "eighteen" });
    expect(page.heading).toBe(QUESTION);
    expect(page.text("main")).toContain(`with the voucher ending in ${code.slice(-4)}`);
    expect(page.text("main")).toContain("Nothing to pay");
    expect(rowOf("SELECT status FROM vouchers WHERE id = ?", voucherId)).toEqual({ status: "ACTIVE" });
    await browser.submit(`This one: My Cat & Me, with the voucher ending in ${code.slice(-4)}`);
    expect(browser.page.path).toBe("/loop-end-date");
    await browser.submit("Confirm", {});
    expect(rowOf("SELECT status FROM vouchers WHERE id = ?", voucherId)).toEqual({ status: "REDEEMED" });
    expect(
      rowsOf(
        "SELECT type, delivery_day > date('now', '+17 months') AS late FROM loops WHERE account_id = ?",
        accountId,
      ),
    ).toEqual([{ type: "my-cat-and-me", late: 1 }]);
  });

  it("of two typed in two tabs is the one whose page was confirmed", async () => {
    const { browser } = await becomeCustomer(app);
    const [first, second] = [await makeVoucher(), await makeVoucher()];
    await typeCode(browser, first.code);
    await elsewhere(browser, (tab) => typeCode(tab, second.code));
    await browser.submit("Start my year");
    await elsewhere(browser, (tab) => typeCode(tab, second.code));
    expect((await browser.submit("Confirm")).heading).toBe(QUESTION);
    await browser.submit(`This one: My Cat & Me, with the voucher ending in ${first.code.slice(-4)}`);
    await browser.submit("Confirm");
    const statusOf = (id: string) => rowOf("SELECT status FROM vouchers WHERE id = ?", id).status;
    expect([statusOf(first.voucherId), statusOf(second.voucherId)]).toEqual(["REDEEMED", "ACTIVE"]);
  });

  it("stays when its holder begins to buy, and swaps to the loop that its own page showed", async () => {
    const { browser } = await becomeCustomer(app);
    await typeCode(browser, (await makeVoucher()).code);
    await browser.submit("Swap it for a different loop");
    await elsewhere(browser, chooseGift);
    await browser.press("theme", "family");
    expect(browser.page.text("main")).toContain("Paid for");
    await elsewhere(browser, chooseGift);
    await browser.submit("Choose Family Adventures");
    expect(browser.page.path).toBe("/loop-end-date");
  });
});

describe("a giver", () => {
  it("who registers first stays a giver", async () => {
    const browser = app.visitor();
    await browser.visit("/gift");
    await browser.submit("Choose a theme");
    const email = newEmail("giver");
    await register(browser, email);
    await confirm(browser, email);
    expect(browser.page.title).toContain("Gift");
    await browser.press("theme", "celebration");
    await browser.submit("Choose Wedding");
    expect(browser.page.heading).toBe("Give somebody their own year");
  });

  it("keeps the message through the sign-in that the page of paying offers, and through registering", async () => {
    const { email } = await becomeCustomer(app);
    for (const button of ["Sign in", "Create your account"]) {
      const browser = app.visitor();
      await chooseGift(browser);
      await browser.submit(button, { ...GIFT, "Your message": "For the boring Tuesdays." });
      if (button === "Sign in") await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
      else {
        const another = newEmail("giver");
        await browser.submit("Create account", registration(another));
        await confirm(browser, another);
      }
      expect(browser.page.path).toBe("/payment");
      expect(browser.page.field("Your message").value).toBe("For the boring Tuesdays.");
      expect(browser.page.field("Who’s it from?").value).toBe("Margaret");
    }
  });

  it("keeps a message of 500 characters of any script, and the longest of everything else, through the sign-in", async () => {
    const { email } = await becomeCustomer(app);
    const browser = app.visitor();
    await chooseGift(browser);
    const typed = {
      "Your message": Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7) % 1999))).join(""),
      "Who’s it from?": "M".repeat(60),
      "Who’s it for?": "R".repeat(60),
    };
    await browser.submit("Sign in", { ...GIFT, ...typed });
    await browser.submit("Sign in", { "Email address": email, Password: PASSWORD });
    expect(browser.page.path).toBe("/payment");
    for (const [label, words] of Object.entries(typed)) expect(browser.page.field(label).value).toBe(words);
  });

  it("is told before the sign-in that pasted rubbish is too long to keep, and has it all on the page", async () => {
    const browser = app.visitor();
    await chooseGift(browser);
    for (const button of ["Sign in", "Create your account"]) {
      const page = await browser.submit(button, { ...GIFT, "Your message": "x".repeat(1501) });
      expect([page.status, page.path]).toEqual([422, "/payment"]);
      expect(page.errorSummary()[0]).toContain("more than we can keep while you sign in");
      expect(page.field("Your message").value).toBe("x".repeat(1501));
      expect(page.field("Who’s it from?").value).toBe("Margaret");
    }
  });

  it("keeps all but the pasted rubbish where another tab has chosen something else, and reads so", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseGift(browser);
    await elsewhere(browser, (tab) => chooseLoop(tab));
    const page = await browser.submit("Pay £69.99", {
      handover: "myself",
      "Who’s it from?": "Margaret",
      "Your message": "x".repeat(1501),
    });
    expect(page.text("main")).toContain("we’ve kept what you typed, except for what was too long.");
    await browser.submit("This one: Wedding, as a gift");
    expect(browser.page.field("Who’s it from?").value).toBe("Margaret");
    expect(browser.page.field("Your message").value).toBe("");
  });

  it("shows nobody else what was typed while signed in", async () => {
    const { browser } = await becomeCustomer(app);
    await chooseGift(browser);
    await elsewhere(browser, (tab) => chooseLoop(tab));
    await browser.submit("Pay £69.99", { handover: "myself", "Your message": "For the boring Tuesdays." });
    expect(browser.page.heading).toBe(QUESTION);
    const other = await becomeCustomer(app);
    browser.cookies.plant("loop_session", "");
    await signIn(browser, other.email);
    await chooseGift(browser);
    expect(browser.page.field("Your message").value).toBe("");
  });
});

describe("the question", () => {
  it("is not asked of somebody who has nothing to choose between", async () => {
    expect((await app.visitor().visit("/which-loop")).path).toBe("/dashboard");
    const browser = app.visitor();
    await chooseLoop(browser);
    expect((await browser.visit("/which-loop")).path).toBe("/payment");
  });
});
