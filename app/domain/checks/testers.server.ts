import { newId } from "#db/identifiers";
import { payments } from "~/adapters/neighbours.server";
import { settings } from "~/adapters/settings.server";
import { addDays, londonDay } from "../loops/calendar";
import { newOrderNumber } from "../orders/orders.server";
import { makeTestUsers } from "../staff/new-accounts.server";
import { generateVouchers } from "../vouchers/batches.server";
import type { TestUsersWanted, TestVouchersWanted } from "./forms";
import { type Found, keepResults } from "./results.server";
import { runCheck } from "./suites.server";

/**
 * Tools that make things to try the system with: test accounts, test vouchers, a payment that is opened and closed. They
 * are there in development and where STAFF_TOOLS asks for them, and the payment never with a live key.
 */

export const hasStaffTools = (): boolean => settings.staffTools;
export const isPaymentLive = (): boolean => settings.payments.liveMode;

/** Makes test accounts. Gives how many, and the first of their e-mails. */
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
  keep(
    "bulk users",
    "user",
    { ...found, message: found.message || emails.join(", ").slice(0, 300) },
    staffId,
    now,
  );
  return emails[0] ?? "";
}

/** Makes a batch of test vouchers. Gives its id, null where that failed. */
export async function tryVouchers(
  wanted: TestVouchersWanted & { recipientName?: string },
  staffId: string,
  now: Date,
): Promise<string | null> {
  let batchId: string | null = null;
  const found = await runCheck(
    {
      name: `Make ${wanted.count} test vouchers`,
      run() {
        const expiresOn = addDays(londonDay(now), wanted.expiryDays);
        const common = {
          currency: "GBP",
          validFrom: "",
          expiresOn,
          isTest: true,
          note: "Testing tools",
        } as const;
        const recipient = { recipientName: wanted.recipientName ?? "", recipientEmail: "", giftMessage: "" };
        const { count, value } = wanted;
        const made = generateVouchers({ count, value, ...common, ...recipient }, staffId, now);
        if (!made.ok) throw new Error("The dates were refused.");
        batchId = made.batchId;
      },
    },
    now,
  );
  keep("voucher tester", "voucher", found, staffId, now);
  return batchId;
}

export type TryPaymentResult = { ok: true; found: Found } | { ok: false; reason: "live" };

/** Opens a payment of this sum at the provider's, asks how it stands, and closes it; nobody can pay it. */
export async function tryPayment(amountPence: number, staffId: string, now: Date): Promise<TryPaymentResult> {
  if (isPaymentLive()) return { ok: false, reason: "live" };
  const found = await runCheck(
    {
      name: `Open, read and close a payment of ${amountPence} pence`,
      async run() {
        const opened = await payments.openElement({
          ...{ orderId: `check-${newId()}`, orderNumber: newOrderNumber(), attempt: 1 },
          ...{ totalPence: amountPence, metadata: { journeyType: "check" } },
        });
        if (!opened.ok) throw new Error(opened.message);
        const read = await payments.readPayment(opened.paymentIntentId);
        const closed = await payments.closePayment(opened.paymentIntentId);
        if (!read.ok) throw new Error(read.message);
        if (read.amountPence !== amountPence) throw new Error(`It says ${read.amountPence} pence.`);
        if (!closed.ok) throw new Error(closed.message);
      },
    },
    now,
  );
  keep("payment tester", "payment", found, staffId, now);
  return { ok: true, found };
}

function keep(suite: string, kind: "user" | "voucher" | "payment", one: Found, staffId: string, now: Date) {
  keepResults({ suite, kind, found: [one] }, staffId, now);
}
