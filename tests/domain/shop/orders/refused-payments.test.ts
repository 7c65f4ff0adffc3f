import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, orders } from "#db/schema";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import {
  latestPayment,
  openElementPayment,
  openPayment,
  paymentStatusPath,
} from "~/domain/shop/orders/payments.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import { noteUnpaid } from "~/domain/shop/orders/refused-payments.server";
import { GOOD_CARD, openPage, payInElement, payWith, pressButton } from "../../../adapters/payments/buyer";
import { clock, messages, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { brokenInvariants, deliverWebhooks, ordered, pageFor } from "../../../support/shop";
import { emailsTo } from "../../people/accounts/mailbox";
import { paymentRow } from "./order-rows";

const EMPTY_ACCOUNT = "22222227";
const FULL_ACCOUNT = "00012345";
const DECLINED_CARD = "4000 0000 0000 9995";

afterEach(() => expect(brokenInvariants()).toEqual([]));

const refusalsTo = (email: string) => emailsTo(email).filter(({ kind }) => kind === "payment_refused");

type Order = ReturnType<typeof ordered>;

/** Asks for a bank debit on the provider's page; the bank decides later. */
async function debitOnPage(order: Order, account = EMPTY_ACCOUNT): Promise<void> {
  await pressButton(await openPage(await pageFor(order)), "Pay £69.99 by bank debit", { account });
  expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "processing" });
}

async function secretFor(order: Order): Promise<string> {
  const opened = await openElementPayment(order, clock.now);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.clientSecret;
}

/** The same in the element of our own page. */
async function debitInElement(order: Order): Promise<void> {
  const account = { type: "bacs_debit", account: EMPTY_ACCOUNT } as const;
  await payInElement(sandbox.origin, await secretFor(order), account);
  expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "processing" });
}

async function daysPass(): Promise<void> {
  clock.advance(3 * 24 * 60);
  await sandbox.control.deliverDue();
  await deliverWebhooks();
  await reconcilePayments(clock.now);
  await reconcilePayments(clock.now);
}

describe("a bank debit that the bank refuses days later", () => {
  it.each([
    ["asked for on the provider’s page", debitOnPage],
    ["asked for in our page’s element", debitInElement],
  ])("%s: tells the buyer, once, that they can pay again now", async (_, debit) => {
    const order = ordered();
    await debit(order);
    expect(refusalsTo(order.email)).toEqual([]);
    await daysPass();
    const [refusal, ...others] = refusalsTo(order.email);
    expect(others).toEqual([]);
    expect(refusal?.subject).toBe(`Your payment for order ${order.number} didn’t go through`);
    expect(refusal?.textBody).toContain("Your bank refused the payment of £69.99");
    expect(refusal?.textBody).toContain("now you can pay again");
    expect(refusal?.textBody).toMatch(/Pay again: http\S+\/payment\n/);
    expect(refusal?.accountId).toBe(order.accountId);
  });

  it("is followed by another email if the next debit is refused too", async () => {
    const order = ordered();
    await debitOnPage(order);
    await daysPass();
    await debitOnPage(order);
    await daysPass();
    expect(refusalsTo(order.email)).toHaveLength(2);
  });

  it("tells a guest too, at the address on the order", async () => {
    const names = { email: "guest-of-a-debit@example.com", firstName: "Gwen", lastName: "Marsh" };
    const id = saveGuest({ guestId: undefined, basketKey: "basket-of-a-debit" }, names, clock.now);
    const guest = db.select().from(accounts).where(eq(accounts.id, id)).get();
    if (!guest) throw new Error("There is no guest.");
    await debitOnPage(ordered(guest));
    await daysPass();
    expect(refusalsTo(names.email)).toHaveLength(1);
  });

  it("tells nobody whose account is suspended or erased", async () => {
    const [suspended, erased] = [ordered(person("Sid")), ordered(person("Era"))];
    await debitOnPage(suspended);
    await debitOnPage(erased);
    db.update(accounts)
      .set({ status: "suspended" })
      .where(eq(accounts.id, suspended.accountId ?? ""))
      .run();
    db.update(orders).set({ email: "", firstName: "", lastName: "" }).where(eq(orders.id, erased.id)).run();
    await daysPass();
    expect([...refusalsTo(suspended.email), ...refusalsTo(erased.email)]).toEqual([]);
  });
});

describe("paying again by the same way", () => {
  /** The bank refuses, and nobody has told us yet. */
  async function bankRefuses(): Promise<void> {
    clock.advance(60);
    await sandbox.control.deliverDue();
    messages.splice(0);
  }

  it("is on a new page before we have heard of the refusal: the old one cannot be paid", async () => {
    const order = ordered();
    await debitOnPage(order);
    const old = latestPayment(order.id)?.checkoutUrl;
    await bankRefuses();
    const page = await pageFor(order);
    expect(page).not.toBe(old);
    await payWith(page, GOOD_CARD);
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true });
  });

  it("is a new payment in the element, whose refusal is told too", async () => {
    const order = ordered();
    await debitInElement(order);
    await bankRefuses();
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    await debitInElement(order);
    await daysPass();
    expect(refusalsTo(order.email)).toHaveLength(2);
  });

  it("opens nothing while the money is on its way, and leads to the page that says so", async () => {
    const [order, other] = [ordered(), ordered()];
    await pageFor(other);
    const openUntil = latestPayment(other.id)?.expiresAt;
    await debitOnPage(order);
    expect(latestPayment(other.id)?.expiresAt).toEqual(openUntil);
    const { checkoutId } = latestPayment(order.id) ?? {};
    expect(await openPayment(order, clock.now)).toEqual({ ok: false, reason: "nothing_to_pay" });
    expect(paymentStatusPath(order)).toBe(`/payment-success?session_id=${checkoutId}`);
    await daysPass();
  });
});

describe("an attempt that was not paid", () => {
  const EXPIRED = { status: "expired", lastError: null } as const;

  it("keeps what its bank said to itself, and another attempt keeps its own", () => {
    const [order, other] = [ordered(), ordered()];
    const [attempt] = [paymentRow(order.id, { status: "open" }), paymentRow(other.id, { status: "open" })];
    noteUnpaid(order, attempt, { status: "open", lastError: "Insufficient funds." }, clock.now);
    expect([order, other].map(({ id }) => latestPayment(id)?.lastError)).toEqual(["Insufficient funds.", null]);
    noteUnpaid(order, attempt, { status: "open", lastError: null }, clock.now);
    expect(latestPayment(order.id)?.lastError).toBe("Insufficient funds.");
  });

  it("and of which no bank has said anything is told to nobody, also where money was on its way", () => {
    const order = ordered();
    const expiresAt = new Date(clock.now.getTime() + 86_400_000);
    const attempt = paymentRow(order.id, { status: "open", createdAt: clock.now, expiresAt });
    noteUnpaid(order, attempt, EXPIRED, clock.now);
    expect([latestPayment(order.id)?.status, refusalsTo(order.email)]).toEqual(["expired", []]);
  });
});

describe("no such email", () => {
  it("follows a debit that is paid", async () => {
    const order = ordered();
    await debitOnPage(order, FULL_ACCOUNT);
    await daysPass();
    expect(refusalsTo(order.email)).toEqual([]);
  });

  it("follows a card that is refused at once, even if nobody pays any more", async () => {
    const order = ordered();
    await payWith(await pageFor(order), DECLINED_CARD);
    await fulfilOrder(order.id, clock.now);
    await daysPass();
    expect(refusalsTo(order.email)).toEqual([]);
  });

  it("follows a debit that its buyer has replaced by a card before we heard of its end", async () => {
    const order = ordered();
    await debitOnPage(order);
    clock.advance(60);
    await sandbox.control.deliverDue();
    await payInElement(sandbox.origin, await secretFor(order));
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true });
    expect(refusalsTo(order.email)).toEqual([]);
  });
});
