import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { alarms, discounts, emails, loops, payments, serviceChecks, webhookEvents } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { beginSession, findSession } from "~/domain/people/accounts/sessions.server";
import { signInStaff } from "~/domain/people/staff/staff-sign-in.server";
import { reserveDiscount } from "~/domain/shop/discounts/discounts.server";
import { beginAttempt } from "~/domain/shop/orders/attempts.server";
import { reconcilePayments, releaseLapsedDiscounts } from "~/domain/shop/orders/reconciler.server";
import { heldVoucher, holdVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { checkReadiness } from "~/domain/system/checks/readiness.server";
import { watchFromWorker } from "~/domain/system/checks/watch.server";
import { noteClockSetBack } from "~/domain/system/health/clock.server";
import { noteService } from "~/domain/system/health/service-checks.server";
import { waitingWebhooks } from "~/domain/system/health/waiting-work.server";
import { code } from "../../../../support/discount-codes";
import { loopOf, NOW, person } from "../../../../support/people";
import { ordered } from "../../../../support/shop";
import { voucher, voucherRow } from "../../../../support/vouchers";
import { codeAt, colleague, STAFF_PASSWORD } from "../../../people/staff/colleagues";

/** What was written while this machine's clock was ahead is not in force for longer once it is back. */

const AHEAD = new Date(NOW.getTime() + 2 * DAY_MS);
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);
const inDays = (days: number) => inMinutes(days * 24 * 60);
const setBack = () => noteClockSetBack(AHEAD, NOW);

beforeEach(() => {
  for (const table of [alarms, emails, serviceChecks, webhookEvents]) db.delete(table).run();
});

describe("a clock that was two days ahead and is back", () => {
  it("leaves nobody signed in for longer than thirty days", () => {
    const ada = person("Ada");
    const key = write((tx) => beginSession(tx, ada.id, null, AHEAD));
    setBack();
    for (let day = 10; day < 30; day += 10) expect(findSession(key, inDays(day))).toBeDefined();
    expect(findSession(key, inDays(30))).toBeUndefined();
  });

  it("leaves nobody signed in for longer who was before", () => {
    const key = write((tx) => beginSession(tx, person("Eve").id, null, inDays(-20)));
    setBack();
    expect(findSession(key, inDays(11))).toBeUndefined();
  });

  it("leaves no email waiting", async () => {
    const words = { toName: "Ada", toEmail: "ada@example.com", subject: "s", textBody: "t", htmlBody: "h" };
    const keys = { kind: "shipped", dedupeKey: "ahead", messageId: "ahead@loop.example" };
    db.insert(emails)
      .values({ ...words, ...keys, nextTryAt: AHEAD, createdAt: AHEAD })
      .run();
    setBack();
    const mail = { post: async () => ({ ok: true as const }), check: async () => ({ ok: true as const }) };
    expect(await sendDueEmails(inMinutes(10), mail)).toMatchObject({ sent: 1 });
  });

  it("keeps no member of staff out whose second factor was used then", async () => {
    const { email, secret } = await colleague("support");
    const signIn = (at: Date) =>
      signInStaff({ email, password: STAFF_PASSWORD, code: codeAt(secret, at), clientAddress: "192.0.2.7" }, at);
    expect(await signIn(AHEAD)).toMatchObject({ ok: true });
    setBack();
    expect(await signIn(inMinutes(1))).toMatchObject({ ok: true });
  });

  it("holds the use of a discount no longer than half an hour", async () => {
    const { id } = code("AHEAD", { maxUses: 1 });
    const buyer = person("Ben");
    const order = ordered(buyer, { discountCode: "AHEAD" });
    const holder = { discountId: id, orderId: order.id, accountId: buyer.id };
    write((tx) => reserveDiscount(tx, holder, AHEAD));
    setBack();
    const used = () => db.select().from(discounts).where(eq(discounts.id, id)).get()?.usedCount;
    await releaseLapsedDiscounts(inMinutes(30));
    expect(used()).toBe(1);
    await releaseLapsedDiscounts(inMinutes(31));
    expect(used()).toBe(0);
  });

  it("keeps no attempt at paying open for longer than half an hour", async () => {
    const { attempt } = beginAttempt(ordered(person("Cid")), "page", AHEAD) ?? {};
    setBack();
    const state = () =>
      db
        .select()
        .from(payments)
        .where(eq(payments.id, attempt?.id ?? ""))
        .get()?.status;
    await reconcilePayments(inMinutes(29));
    expect(state()).toBe("opening");
    await reconcilePayments(inMinutes(31));
    expect(state()).not.toBe("opening");
  });

  it("leaves a voucher redeemable that was made then, and keeps a first day that was chosen", () => {
    const made = voucher({}, {}, AHEAD);
    const chosen = voucher({}, { validFrom: inDays(5) }, AHEAD);
    const before = voucher({}, {}, inDays(-3));
    setBack();
    expect(voucherRow(made.voucherId).validFrom).toEqual(NOW);
    expect(voucherRow(before.voucherId).validFrom).toEqual(inDays(-3));
    expect(voucherRow(chosen.voucherId).validFrom).toEqual(inDays(5));
  });

  it("keeps a typed voucher code for thirty days", () => {
    const holder = { accountId: null, person: "browser", clientAddress: "192.0.2.9" };
    const held = holdVoucher(voucher().code, holder, AHEAD);
    setBack();
    const isHeld = (at: Date) => heldVoucher(held.ok ? held.key : undefined, null, at).ok;
    expect([NOW, inDays(29), inDays(30)].map(isHeld)).toEqual([true, true, false]);
  });

  it("keeps no weekly emails back that were switched on then", () => {
    const { id } = loopOf(person("Dan").id, { emailsSince: AHEAD });
    setBack();
    expect(db.select().from(loops).where(eq(loops.id, id)).get()?.emailsSince).toEqual(NOW);
  });

  it("counts how long a provider’s message has waited from then on", () => {
    db.insert(webhookEvents)
      .values({ id: "evt_1", type: "charge.updated", objectId: "ch_1", payload: "{}", receivedAt: AHEAD })
      .run();
    setBack();
    expect(waitingWebhooks()).toEqual({ found: 1, oldest: NOW });
  });
});

describe("a response of a service that is dated ahead of the clock", () => {
  it("doesn’t count as one", async () => {
    noteService("storage", { ok: true }, AHEAD);
    const storage = (await checkReadiness(NOW)).find(({ name }) => name === "storage");
    expect(storage).toMatchObject({ ok: false, reason: expect.stringContaining("clock was ahead") });
  });

  it("keeps no alarm back once the service is silent", async () => {
    noteService("storage", { ok: true }, AHEAD);
    noteService("storage", { ok: false, message: "Connection refused" }, NOW);
    await watchFromWorker(NOW);
    expect(openAlarms().map(({ kind }) => kind)).toContain("storage_unreachable");
  });
});
