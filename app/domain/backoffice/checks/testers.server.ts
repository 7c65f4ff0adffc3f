import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts } from "#db/schema";
import { payments } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { sameEmail } from "~/domain/people/accounts/accounts.server";
import { hashPassword } from "~/domain/people/accounts/passwords.server";
import { deliveryAddressIn } from "~/domain/people/addresses/forms";
import { makeTestUsers } from "~/domain/people/staff/new-accounts.server";
import { newOrderNumber, placeLoopOrder } from "~/domain/shop/orders/orders.server";
import { openElementPayment } from "~/domain/shop/orders/payments.server";
import { generateVouchers } from "~/domain/shop/vouchers/batches.server";
import type { OneTestVoucherWanted, TestOrderWanted, TestUsersWanted, TestVouchersWanted } from "./forms";
import { type Found, storeResults } from "./results.server";
import { runCheck, succeeded } from "./suites.server";

/**
 * Tools that make test accounts, test vouchers, and a payment that is opened and closed. They exist in development and
 * where STAFF_TOOLS is set; a payment is never tried with a live key.
 */

export const hasStaffTools = (): boolean => settings.staffTools;
export const isPaymentLive = (): boolean => settings.payments.liveMode;

/** Makes test accounts. Returns how many, and the first of their email addresses. */
export async function tryUsers(wanted: TestUsersWanted, staffId: string, now: Date): Promise<string> {
  let emails: string[] = [];
  const found = await runCheck(
    {
      name: `Make ${wanted.count} test users`,
      async run() {
        emails = await makeTestUsers(wanted.password, staffId, now, wanted);
      },
    },
    now,
  );
  const made = found.isPassed ? { ...found, message: `The first is ${emails[0]}`, details: emails.join("\n") } : found;
  storeResults({ suite: "bulk users", kind: "user", isRecorded: found.isPassed, found: [made] }, staffId, now);
  return emails[0] ?? "";
}

/** Makes a batch of test vouchers. Returns its id, or null on failure. */
export async function tryVouchers(
  wanted: TestVouchersWanted & Partial<Omit<OneTestVoucherWanted, "value">>,
  staffId: string,
  now: Date,
): Promise<string | null> {
  let batchId: string | null = null;
  const expiresOn = addDays(londonDay(now), wanted.expiryDays);
  const found = await runCheck(
    {
      name: `Make ${wanted.count} test vouchers`,
      run() {
        const common = { validFrom: "", expiresOn, isTest: true, note: "Testing tools" } as const;
        const usual = { currency: "GBP", recipientName: "", recipientEmail: "", giftMessage: "" } as const;
        const made = generateVouchers({ ...usual, ...wanted, ...common }, staffId, now);
        if (!made.ok) throw new Error(`It was refused: ${made.reason}.`);
        batchId = made.batchId;
      },
    },
    now,
  );
  const made = batchId ? { ...found, message: `Good until ${expiresOn}`, details: `Batch ${batchId}` } : found;
  const isRecorded = batchId !== null;
  storeResults({ suite: "voucher tester", kind: "voucher", isRecorded, found: [made] }, staffId, now);
  return batchId;
}

export type TryPaymentResult = { ok: true; found: Found } | { ok: false; reason: "live" };

/** Opens a payment of this sum at the provider, asks for its status, and closes it; nobody can pay it. */
export async function tryPayment(amountPence: number, staffId: string, now: Date): Promise<TryPaymentResult> {
  if (isPaymentLive()) return { ok: false, reason: "live" };
  let details = "";
  const found = await runCheck(
    {
      name: `Open, read and close a payment of ${formatPence(amountPence)}`,
      async run() {
        const orderNumber = newOrderNumber();
        const opened = await payments.openElement({
          orderId: `check-${newId()}`,
          orderNumber,
          attempt: 1,
          totalPence: amountPence,
          metadata: { journeyType: "check" },
        });
        const { paymentIntentId } = succeeded(opened);
        details = `${paymentIntentId}, number ${orderNumber}`;
        const read = await readAndClose(paymentIntentId);
        if (read.amountPence !== amountPence) throw new Error(`It says ${formatPence(read.amountPence)}.`);
      },
    },
    now,
  );
  storeResults({ suite: "payment tester", kind: "payment", found: [withMore(found, details)] }, staffId, now);
  return { ok: true, found };
}

/**
 * Does what the shop's card element does: places the order of a test account, opens its payment, asks for its status
 * and closes it. The order is never paid and expires like any other; no figure counts it.
 */
export async function tryOrder(wanted: TestOrderWanted, staffId: string, now: Date): Promise<TryPaymentResult> {
  if (isPaymentLive()) return { ok: false, reason: "live" };
  let details = "";
  const found = await runCheck(
    {
      name: `Order and pay ${formatPence(wanted.amount)}`,
      async run() {
        const order = placeTestOrder(wanted, await testPayer(now), now);
        details = `Order ${order.number}`;
        if (order.totalPence !== wanted.amount) {
          throw new Error(`The order comes to ${formatPence(order.totalPence)}, not ${formatPence(wanted.amount)}.`);
        }
        const opened = await openElementPayment(order, now);
        if (!opened.ok) throw new Error(`The payment was not opened: ${opened.reason}.`);
        const { paymentIntentId } = opened;
        details += `, ${paymentIntentId}`;
        const read = await readAndClose(paymentIntentId);
        if (read.orderId !== order.id) throw new Error("The provider names another order.");
      },
    },
    now,
  );
  storeResults({ suite: PAYMENT_BACKEND, kind: "payment", found: [withMore(found, details)] }, staffId, now);
  return { ok: true, found };
}

/** Closed also where it could not be read. */
async function readAndClose(paymentIntentId: string) {
  const read = await payments.readPayment(paymentIntentId);
  succeeded(await payments.closePayment(paymentIntentId));
  return succeeded(read);
}

function placeTestOrder(wanted: TestOrderWanted, accountId: string, now: Date) {
  const { amount: _, journeyType, loop, ...address } = wanted;
  const [theme = "", type = ""] = loop.split("/");
  const nobody = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
  const { firstName, lastName } = address;
  const placed = placeLoopOrder(
    {
      accountId,
      basketKey: newId(),
      theme,
      type,
      discountCode: null,
      address: deliveryAddressIn(address),
      gift: journeyType === "gift" ? nobody : undefined,
      buyer: { email: PAYER_EMAIL, firstName, lastName, isTest: true },
    },
    now,
  );
  if (!placed.ok) throw new Error(`The order was refused: ${placed.reason}.`);
  return placed.order;
}

/** A domain reserved for tests, to which no mail is delivered (RFC 2606). */
const PAYER_EMAIL = "payment-backend@loop.test";

/** The test account that owns these orders; nobody knows its password. */
async function testPayer(now: Date): Promise<string> {
  const known = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(sameEmail(PAYER_EMAIL), eq(accounts.isTest, true)))
    .get();
  if (known) return known.id;
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  const id = newId();
  const at = { termsAcceptedAt: now, privacyAcceptedAt: now, createdAt: now, updatedAt: now };
  db.insert(accounts)
    .values({
      id,
      email: PAYER_EMAIL,
      firstName: "Payment",
      lastName: "Test",
      passwordHash,
      emailVerifiedAt: now,
      isTest: true,
      ...at,
    })
    .run();
  return id;
}

export const PAYMENT_BACKEND = "payment backend";

const withMore = (found: Found, more: string): Found => ({
  ...found,
  details: [more, found.details ?? ""].filter((one) => one !== "").join("\n") || undefined,
});
