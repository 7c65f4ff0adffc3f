import { describe, expect, it } from "vitest";
import { payWith } from "../../adapters/payments/buyer";
import { expectNothingBreaks } from "../support/app-log";
import { anotherWindow, becomeCustomer, type Customer, signIn } from "../support/customers";
import { MANY_SCRIPTS } from "../support/hostile-forms";
import { expectMoneyAddsUp } from "../support/money";
import { ADDRESS, chooseLoop } from "../support/purchases";
import { change, countOf, emailsTo, rowOf } from "../support/records";
import { newEmail } from "../support/registrations";
import { openSellingApp } from "../support/selling-app";

const { app, cardPage } = await openSellingApp();
expectNothingBreaks();
expectMoneyAddsUp();

interface Checkout extends Customer {
  /** The payment page's address, and the one the provider returns to. */
  url: string;
  back: string;
}

async function openCheckout(): Promise<Checkout> {
  const customer = await becomeCustomer(app);
  const { browser } = customer;
  await chooseLoop(browser);
  await browser.visit("/payment");
  await browser.submit("Pay £69.99", { ...ADDRESS, startsAtOnce: true }, { follow: false });
  const url = browser.page.location ?? "";
  return { ...customer, url, back: `/payment-success?session_id=${url.split("/").at(-1)}` };
}

async function paid(): Promise<Checkout> {
  const checkout = await openCheckout();
  await payWith(checkout.url, "4242 4242 4242 4242");
  return checkout;
}

const UNKNOWN = "We can’t find your payment here.";

describe("coming back from the card page", () => {
  it("thanks by name, shows what was bought on its cloth, and leads on by one button", async () => {
    const { browser, back, accountId } = await paid();
    const page = await browser.visit(back);
    expect(page.title).toBe("Payment Successful! – Loop");
    const { number } = rowOf("SELECT number FROM orders WHERE account_id = ?", accountId);
    expect(page.heading).toBe("Thank you, Margaret. Your first stitch is in.");
    for (const part of [`Order ${number}`, "Paid £69.99", "Family Adventures", "Free"])
      expect(page.text("main")).toContain(part);
    expect(page.find(".ceremony-picture").getAttribute("src")).toBe("/art/family/0000000000000.svg?start=drawing");
    expect(page.headers.get("refresh")).toBeNull();
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.links()).toContainEqual({
      words: "Choose your delivery date",
      href: expect.stringContaining("/loop-end-date?credit="),
    });
  });

  it("says that the confirmation couldn’t be delivered", async () => {
    const { browser, back, email } = await paid();
    expect((await browser.visit(back)).text("main")).not.toContain("couldn’t");
    change("UPDATE emails SET state = 'dead', failure = 'Came back.' WHERE to_email = ?", email);
    expect((await browser.visit(back)).text("main")).toContain(`Our email to ${email} couldn’t be delivered.`);
  });

  it("often fulfils once, and sends one confirmation", async () => {
    const { browser, back, accountId, email } = await paid();
    const other = anotherWindow(app, { browser });
    await Promise.all([browser.visit(back), other.visit(back), browser.visit(back)]);
    await browser.visit(back);
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(1);
    expect(countOf("fulfilments JOIN orders ON orders.id = order_id", "account_id = ?", accountId)).toBe(1);
    expect(countOf("ledger JOIN orders ON orders.id = order_id", "account_id = ?", accountId)).toBe(1);
    const emails = emailsTo(email).filter(({ kind }) => kind === "order_confirmation");
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain("£69.99");
    expect(emails[0]?.text).toContain("YO21 3PU");
  });

  it("once more after the loop has begun leads to the dashboard and begins nothing", async () => {
    const { browser, back, accountId } = await paid();
    await browser.visit(back);
    await browser.visit("/loop-end-date");
    await browser.submit("Confirm");
    const page = await browser.visit(back);
    expect(page.title).toBe("Payment Successful! – Loop");
    expect(page.links()).toContainEqual({ words: "Go to my loop", href: "/dashboard" });
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(1);
    expect(countOf("loops", "account_id = ?", accountId)).toBe(1);
    expect((await browser.visit("/loop-end-date", { follow: false })).location).toBe("/dashboard");
  });

  it("before having paid fulfils nothing and reloads by itself, for a minute", async () => {
    const { browser, back, accountId } = await openCheckout();
    const page = await browser.visit(back);
    expect([page.status, page.heading]).toEqual([200, "We’re confirming your payment"]);
    expect(page.headers.get("refresh")).toBe(`5;url=${back}&refreshes=1`);
    expect(page.links()).toContainEqual({ words: "Back to payment", href: "/payment" });
    expect(page.find(".ceremony-picture").getAttribute("src")).toBe("/art/family/0000000000000.svg");
    expect((await browser.visit(`${back}&refreshes=11`)).headers.get("refresh")).toBe(`5;url=${back}&refreshes=12`);
    const late = await browser.visit(`${back}&refreshes=12`);
    expect(late.heading).toBe("We’re still confirming your payment");
    expect(late.headers.get("refresh")).toBeNull();
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(0);
    expect((await browser.visit("/loop-end-date", { follow: false })).location).toBe("/begin");
  });

  it.each(["-1", "x", "1.5", "999999999999999999999", "1e3"])("does not look %s times", async (look) => {
    const { browser, back } = await openCheckout();
    const page = await browser.visit(`${back}&refreshes=${look}`);
    expect([page.status, page.heading]).toEqual([200, "We’re still confirming your payment"]);
  });

  it("with another sum paid than asked says so, sends it back, tells staff, and lets one try again", async () => {
    const { browser, back, accountId, url } = await openCheckout();
    change("UPDATE payments SET amount_pence = 100 WHERE checkout_url = ?", url);
    await payWith(url, "4242 4242 4242 4242");
    for (let look = 1; look <= 2; look += 1) {
      const page = await browser.visit(back);
      expect(page.heading).toBe("Payment Error");
      expect(page.text("main")).toContain("We’ve sent the money back");
      expect(page.headers.get("refresh")).toBeNull();
      expect(page.links()).toContainEqual({ words: "Try Again", href: "/payment" });
      expect(page.links()).toContainEqual({ words: "Contact Support", href: "/#contact" });
    }
    expect(countOf("loop_credits", "account_id = ?", accountId)).toBe(0);
    const { id } = rowOf("SELECT id FROM orders WHERE account_id = ?", accountId);
    expect(countOf("alarms", "object_id = ? AND resolved_at IS NULL", String(id))).toBe(1);
    await browser.visit("/payment");
    await browser.submit("Pay £69.99", ADDRESS, { follow: false });
    const again = browser.page.location ?? "";
    await payWith(again, "4242 4242 4242 4242");
    const page = await browser.visit(`/payment-success?session_id=${again.split("/").at(-1)}`);
    expect(page.title).toBe("Payment Successful! – Loop");
  });

  it("with a secret in the address sends on to the same without it, before anything else is asked", async () => {
    const { back } = await paid();
    const stranger = app.visitor();
    const secret = "payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded";
    for (const address of [`${back}&${secret}`, `/payment-success?payment_intent=pi_1&${secret}`]) {
      const page = await stranger.visit(address, { follow: false });
      expect([page.status, page.location]).toEqual([303, address.replace(`&${secret}`, "")]);
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    }
  });

  it("while the bank takes its time says that it is being processed, and thanks once the money is there", async () => {
    const { browser, back, url } = await openCheckout();
    cardPage.control.setSwitches({ settleSeconds: 3_600 });
    await payWith(url, "4242 4242 4242 4242");
    const page = await browser.visit(back);
    expect(page.heading).toBe("Your payment is being processed");
    expect(page.headers.get("refresh")).toBe(`5;url=${back}&refreshes=1`);
    expect((await browser.visit(`${back}&refreshes=12`)).headers.get("refresh")).toBeNull();
    cardPage.control.setSwitches({ settleSeconds: 0 });
  });
});

describe("a payment that is not one’s own", () => {
  it("is not known, and nothing is handed to anybody", async () => {
    const owner = await paid();
    const stranger = await becomeCustomer(app);
    const page = await stranger.browser.visit(owner.back);
    expect([page.status, page.heading]).toEqual([404, "Payment Error"]);
    expect(page.text("main")).toContain(UNKNOWN);
    expect(page.body).not.toContain("LP-");
    expect(countOf("loop_credits", "account_id IN (?, ?)", owner.accountId, stranger.accountId)).toBe(0);
    expect((await owner.browser.visit(owner.back)).title).toBe("Payment Successful! – Loop");
  });

  it.each([
    ["no number", ""],
    ["an empty number", "?session_id="],
    ["a made-up number", "?session_id=cs_test_a1b2c3"],
    ["the provider’s own place for one", "?session_id={CHECKOUT_SESSION_ID}"],
    ["many scripts", `?session_id=${encodeURIComponent(MANY_SCRIPTS)}`],
    ["control characters", "?session_id=%00%1b%7f"],
    ["a list", "?session_id[]=cs_test_a1b2c3"],
    ["eight thousand letters", `?session_id=${"a".repeat(8000)}`],
    ["another order of the database", "?session_id=' OR 1=1 --"],
  ])("%s is not known", async (_, query) => {
    const { browser } = await becomeCustomer(app);
    const page = await browser.visit(`/payment-success${query}`);
    expect(page.status).toBe(404);
    expect(page.text("main")).toContain(UNKNOWN);
    expect(page.headers.get("refresh")).toBeNull();
  });

  it("needs somebody signed in, whom the dashboard tells what waits for them", async () => {
    const { back, email, browser } = await paid();
    await browser.visit(back);
    const elsewhere = app.visitor();
    expect((await elsewhere.visit(back)).path).toBe("/auth");
    await signIn(elsewhere, email);
    expect(elsewhere.page.path).toBe("/dashboard");
    expect(elsewhere.page.heading).toBe("Your loop is waiting.");
  });
});

describe("coming back from the card page in another browser", () => {
  it("a guest reads that the money has arrived, without a name or a code", async () => {
    const email = newEmail("grace");
    const guest = app.visitor();
    await chooseLoop(guest);
    const words = { ...ADDRESS, "Email address": email, acceptedTerms: true };
    await guest.submit("Pay £69.99", words, { follow: false });
    const url = guest.page.location ?? "";
    const back = `/payment-success?session_id=${url.split("/").at(-1)}`;
    const waiting = await app.visitor().visit(back);
    expect(waiting.heading).toBe("We’re confirming your payment");
    expect(waiting.text("main")).not.toContain("LP-");
    await payWith(url, "4242 4242 4242 4242");
    const page = await app.visitor().visit(back);
    const { number } = rowOf("SELECT number FROM orders WHERE email = ?", email);
    expect(page.heading).toBe("£69.99 has arrived");
    expect(page.text("main")).toContain(`It’s for order ${number}. We’ve emailed the receipt to g…@e…`);
    for (const secret of [email, "Margaret", "Okafor", "YO21"]) expect(page.root.toString()).not.toContain(secret);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(countOf("loop_credits JOIN orders ON orders.id = order_id", "email = ?", email)).toBe(1);
  });

  it("a customer signs in first", async () => {
    const { back } = await paid();
    const elsewhere = app.visitor();
    expect((await elsewhere.visit(back)).path).toBe("/auth");
  });
});
