import { afterEach, describe, expect, it, vi } from "vitest";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { staffBrowser } from "../../../support/staff";
import { expectNothingBreaks } from "../../support/app-log";
import { buyAsGuest, giveAsGuest, orderLink } from "../../support/guests";
import { ADDRESS, chooseLoop, makeStaffGift } from "../../support/purchases";
import { change, rowOf } from "../../support/records";
import { newEmail } from "../../support/registrations";
import { openSellingApp } from "../../support/selling-app";

/** How long the link in a guest's emails works: as long as what it is about, whatever becomes of that. */

const { app } = await openSellingApp();
expectNothingBreaks();
afterEach(() => vi.useRealTimers());

const at = (moment: Date | number) => vi.useFakeTimers({ toFake: ["Date"], now: moment });
const open = async (link: string) => (await app.visitor().visit(link)).heading;
const OVER = "This link no longer works";

async function guestWithGift() {
  const email = newEmail("giver");
  await giveAsGuest(app.visitor(), email);
  const { id } = rowOf("SELECT id FROM orders WHERE email = ?", email);
  return { email, orderId: id, link: orderLink(email) };
}

const voucherOf = (orderId: unknown) => rowOf("SELECT * FROM vouchers WHERE order_id = ?", orderId);

describe("the link to a guest’s gift", () => {
  it("works until the last minute of its voucher’s last day in London, and again once staff extend it", async () => {
    const { orderId, link } = await guestWithGift();
    const { id, expires_at } = voucherOf(orderId);
    const end = Number(expires_at);
    at(end - 60_000);
    expect(await open(link)).toBe("Your order");
    at(end + 1);
    expect(await open(link)).toBe(OVER);
    const { browser } = await staffBrowser(app, "support", `/hyperloop/vouchers/${id}/extend`);
    const lastDay = addDays(londonDay(new Date(end)), 40);
    await browser.submit("Extend", { "Valid until": lastDay, Reason: "Asked for" });
    expect(await open(link)).toBe("Your order");
    at(endOfLondonDay(lastDay).getTime() + 1);
    expect(await open(link)).toBe(OVER);
  });

  it("says that the voucher is cancelled, without its code, and nothing that works no more", async () => {
    const { orderId, link } = await guestWithGift();
    change("UPDATE vouchers SET status = 'CANCELLED' WHERE order_id = ?", orderId);
    const words = (await app.visitor().visit(link)).text("main");
    expect(words).toContain("Cancelled");
    expect(words).not.toMatch(/\w{4}-\w{4}-\w{4}|Valid until|Send now|Resend|Change who it’s for/);
  });

  it("cancels nothing while a bank decides about its payment, and says so", async () => {
    const { orderId, link } = await guestWithGift();
    const now = Date.now();
    change(
      "INSERT INTO disputes (id, order_id, stage, amount_pence, opened_at, updated_at) VALUES ('du_link', ?, 'open', 6999, ?, ?)",
      ...[orderId, now, now],
    );
    const words = (await app.visitor().visit(link)).text("main");
    expect(words).toContain("Your bank is deciding about this payment");
    expect(words).not.toContain("Cancel this gift");
    expect(await open(`${link}/cancel`)).toBe("You can’t cancel this order");
    change("UPDATE disputes SET stage = 'won' WHERE id = 'du_link'");
    expect(await open(`${link}/cancel`)).toBe("Cancel this order?");
  });

  it("is over with an order that was emptied", async () => {
    const { orderId, link } = await guestWithGift();
    change("UPDATE orders SET email = '', first_name = '', last_name = '' WHERE id = ?", orderId);
    expect(await open(link)).toBe(OVER);
  });
});

describe("the link to a guest’s loop", () => {
  it("shows a refunded order until the end of the fourteenth day, and not after it", async () => {
    const email = newEmail("guest");
    await buyAsGuest(app.visitor(), email);
    const link = orderLink(email);
    const browser = app.visitor();
    await browser.visit(`${link}/cancel`);
    await browser.submit("Cancel this order");
    const last = endOfLondonDay(addDays(londonDay(new Date()), 14)).getTime();
    at(last - 60_000);
    expect(await open(link)).toBe("Your order");
    at(last + 1);
    for (const path of [link, `${link}/cancel`, `${link}/address`]) expect(await open(path)).toBe(OVER);
  });

  it("of an order that cost nothing cancels it without a word of a refund", async () => {
    const [browser, email] = [app.visitor(), newEmail("guest")];
    await chooseLoop(browser);
    await browser.submit("Apply", { "Discount code": makeStaffGift() });
    await browser.submit("Pay £0.00", { ...ADDRESS, "Email address": email, acceptedTerms: true });
    const link = orderLink(email);
    const page = await browser.visit(`${link}/cancel`);
    expect(page.text("main")).toContain("We’ll cancel the loop you haven’t started.");
    expect(page.text("main")).not.toContain("refund");
    await browser.submit("Cancel this order");
    expect(browser.page.path).toBe(link);
    expect(browser.page.text("main")).toContain("This link works until the end of");
    expect(browser.page.text("main")).not.toContain("on its way back");
  });

  it("is still there years after, where the book was not delivered", async () => {
    const email = newEmail("guest");
    await buyAsGuest(app.visitor(), email);
    at(Date.now() + 3 * 365 * 86_400_000);
    const page = await app.visitor().visit(orderLink(email));
    expect(page.text("main")).toContain("The 14 days for cancelling this order are over.");
    expect(page.text("main")).toContain("This link works without an account until your book is delivered");
  });
});
