import { describe, expect, it } from "vitest";
import { addressOf, payWith } from "../../adapters/payments/buyer";
import { openPdf, pageTexts } from "../../domain/book/books/pdf-reading";
import { staffBrowser } from "../../support/staff";
import type { Visitor } from "../../support/visitor";
import { becomeCustomer } from "../support/customers";
import { buyAsGuest, orderLink } from "../support/guests";
import { ADDRESS, chooseLoop } from "../support/purchases";
import { change, emailsTo, rowOf } from "../support/records";
import { newEmail } from "../support/registrations";
import { openSellingApp } from "../support/selling-app";

const { app } = await openSellingApp();

const [OLD, NEW] = ["old-desk@loop.example", "new-desk@loop.example"];

async function sellerIs(email: string) {
  const { browser } = await staffBrowser(app, "super_admin", "/hyperloop/settings/company");
  await browser.submit("Change", { "Email address": email, Reason: "Moved desks" });
}

async function buyAsCustomer() {
  const { browser, accountId } = await becomeCustomer(app);
  await chooseLoop(browser);
  await browser.visit("/payment");
  const page = await browser.submit("Pay £69.99", ADDRESS, { follow: false });
  const back = new URL(addressOf(await payWith(page.location ?? "", "4242 4242 4242 4242")));
  await browser.visit(`${back.pathname}${back.search}`);
  const order = rowOf("SELECT id, number, email FROM orders WHERE account_id = ?", accountId);
  return { browser, id: String(order.id), number: String(order.number), email: String(order.email) };
}

/** What a page that shows an order leads to: the terms and the privacy policy of that day. */
async function storedTexts(browser: Visitor, page: string) {
  const links = (await browser.visit(page)).links().filter(({ href }) => href.startsWith("/small-print/"));
  const read = links.map(async ({ href }) => (await app.visitor().visit(href)).text("main"));
  return await Promise.all(read);
}

async function receiptOf(browser: Visitor, path: string) {
  const { bytes } = await browser.visit(path);
  const pages = pageTexts(await openPdf(Buffer.from(bytes)));
  return pages.join(" ").replace(/\s+/g, " ");
}

const confirmationTo = (email: string) => emailsTo(email).find(({ kind }) => kind === "order_confirmation")?.text ?? "";

describe("the terms somebody ordered under", () => {
  it("stay those of their day on every page, in the email and on the receipt, when the shop's change", async () => {
    await sellerIs(OLD);
    const before = await buyAsCustomer();
    const guest = newEmail("guest");
    await buyAsGuest(app.visitor(), guest);
    await sellerIs(NEW);
    const after = await buyAsCustomer();
    const { browser: support } = await staffBrowser(app, "support");

    expect((await app.visitor().visit("/terms")).text("main")).toContain(NEW);
    const guestLink = orderLink(guest);
    for (const [browser, page] of [
      [before.browser, "/account-settings?tab=orders"],
      [app.visitor(), guestLink],
      [support, `/hyperloop/orders/${before.id}`],
    ] as const) {
      const [terms, privacy] = await storedTexts(browser, page);
      for (const text of [terms, privacy]) {
        expect([page, text?.includes(OLD), text?.includes(NEW)]).toEqual([page, true, false]);
        expect(text).toContain("This is the version we first took an order under on");
      }
      expect(terms).toContain("Changing your mind");
      expect(privacy).toContain("How long we keep it");
    }
    const [now] = await storedTexts(after.browser, "/account-settings?tab=orders");
    expect([now?.includes(NEW), now?.includes(OLD)]).toEqual([true, false]);

    expect(confirmationTo(before.email)).toContain(OLD);
    expect(confirmationTo(after.email)).not.toContain(OLD);
    const termsOn = (receipt: string) => receipt.slice(receipt.indexOf("Who we are"));
    const receipts = [
      await receiptOf(before.browser, `/order/${before.id}/receipt`),
      await receiptOf(app.visitor(), `${guestLink}/receipt`),
      await receiptOf(support, `/hyperloop/orders/${before.id}/receipt`),
    ];
    for (const receipt of receipts) {
      expect(receipt).toContain("I/We* hereby give notice");
      // The form in the terms is a blank one.
      expect(receipt).toMatch(/Ordered on: \d{1,2} \w+ \d{4}/);
      expect([termsOn(receipt).includes(OLD), termsOn(receipt).includes(NEW)]).toEqual([true, false]);
    }
  });

  it("come with what this buyer asked for: to start at once, or to wait", async () => {
    const [eager, patient] = [newEmail("eager"), await buyAsCustomer()];
    await buyAsGuest(app.visitor(), eager);
    expect(confirmationTo(eager)).toContain("You asked us not to wait for the 14 days to pass");
    expect(confirmationTo(patient.email)).toContain("You haven’t asked us to start early");
    for (const email of [eager, patient.email]) {
      expect(confirmationTo(email)).toContain("Complete and return this form only if you wish to cancel");
      expect(confirmationTo(email)).toContain(
        `Order ${rowOf("SELECT number FROM orders WHERE email = ?", email).number}`,
      );
    }
    expect(await receiptOf(app.visitor(), `${orderLink(eager)}/receipt`)).toContain("You asked us not to wait");
  });

  it("of an order from before they were stored are not there", async () => {
    const { browser, id } = await buyAsCustomer();
    change("UPDATE orders SET terms_hash = NULL, privacy_hash = NULL WHERE id = ?", id);
    expect(await storedTexts(browser, "/account-settings?tab=orders")).toEqual([]);
    const { browser: support } = await staffBrowser(app, "support");
    expect((await support.visit(`/hyperloop/orders/${id}`)).text("main")).toContain("Not recorded");
  });

  it("that nobody ordered under are not found", async () => {
    for (const hash of ["0".repeat(64), "nothing", "%00"])
      expect((await app.visitor().visit(`/small-print/${hash}`)).status).toBe(404);
  });
});
