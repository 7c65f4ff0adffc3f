import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { disputes } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { VoucherStatus } from "~/domain/shop/vouchers/rules";
import {
  cancelVoucher,
  extendVoucher,
  readGiftMessage,
  recordVoucherDownload,
  redeemForCustomer,
  resendVoucher,
  revealCode,
} from "~/domain/shop/vouchers/voucher-actions.server";
import { auditEventsOn } from "../../../support/audit-events";
import { orderRow } from "../../../support/orders";
import { later, NOW, person } from "../../../support/people";
import { GIFT, voucher, voucherRow } from "../../../support/vouchers";
import { colleague } from "../../people/staff/colleagues";

const { id: bea } = await colleague("support");
const of = (status: VoucherStatus, expiresAt?: Date) =>
  voucher({}, { status, ...(status === "REDEEMED" && { redeemedAt: NOW }), ...(expiresAt && { expiresAt }) }).voucherId;
const lastAfter = (voucherId: string) => JSON.parse(auditEventsOn(voucherId).at(-1)?.after ?? "{}");
const refused = (reason: string) => ({ ok: false, reason });

describe("a voucher that staff cancel", () => {
  it.each(["ACTIVE", "SUSPENDED"] as const)("may be %s, and no other voucher is cancelled", (status) => {
    const [other, voucherId] = [of("ACTIVE"), of(status)];
    expect(cancelVoucher({ voucherId, reason: "Lost" }, bea, NOW)).toEqual({ ok: true });
    expect([voucherRow(voucherId).status, voucherRow(other).status]).toEqual(["CANCELLED", "ACTIVE"]);
  });

  it.each(["EXPIRED", "REDEEMED", "CANCELLED"] as const)("may not be %s", (status) => {
    const voucherId = of(status);
    expect(cancelVoucher({ voucherId, reason: "Lost" }, bea, NOW)).toEqual(refused("not_open"));
    expect(voucherRow(voucherId).status).toBe(status);
  });

  it("is unknown where nobody issued it", () => {
    voucher();
    expect(cancelVoucher({ voucherId: "nothing", reason: "Lost" }, bea, NOW)).toEqual(refused("not_found"));
  });
});

describe("a voucher that staff extend", () => {
  const extend = (voucherId: string, expiresOn: string) =>
    extendVoucher(voucherId, { expiresOn, reason: "They asked" }, bea, NOW);

  it.each(["REDEEMED", "CANCELLED", "SUSPENDED"] as const)("may not be %s", (status) => {
    expect(extend(of(status), "2028-11-20")).toEqual(refused("not_open"));
  });

  it.each([
    ["today, though it ran out yesterday", later(-86_400), "2026-11-20", refused("not_later")],
    ["tomorrow", later(-86_400), "2026-11-21", { ok: true }],
    ["its last day", later(9 * 86_400), "2026-11-29", refused("not_later")],
    ["the day after its last", later(9 * 86_400), "2026-11-30", { ok: true }],
    ["three years from today", undefined, "2029-11-20", { ok: true }],
    ["a day more than three years from today", undefined, "2029-11-21", refused("too_late")],
  ])("to %s", (_, expiresAt, day, result) => {
    const [other, voucherId] = [of("ACTIVE", expiresAt), of("ACTIVE", expiresAt)];
    const before = [voucherRow(other), voucherRow(voucherId)];
    expect(extend(voucherId, day)).toEqual(result);
    expect(voucherRow(other)).toEqual(before[0]);
    if (!result.ok) expect(voucherRow(voucherId)).toEqual(before[1]);
    else expect(londonDay(voucherRow(voucherId).expiresAt)).toBe(day);
  });

  it("counts as revived only where it had run out", () => {
    const [open, over] = [of("ACTIVE"), of("EXPIRED", later(-1))];
    for (const id of [open, over]) extend(id, "2028-11-20");
    expect([lastAfter(open), lastAfter(over)]).toEqual([
      { expiresOn: "2028-11-20" },
      { expiresOn: "2028-11-20", revived: 1 },
    ]);
  });

  it("is not extended while a bank disputes the payment of its own order", () => {
    const [disputed, won, other] = [orderRow(), orderRow(), orderRow()].map(({ id }) => id);
    for (const [orderId = "", stage] of [[disputed, "open"] as const, [won, "won"] as const])
      db.insert(disputes)
        .values({ id: `dp_${orderId}`, orderId, stage, amountPence: 6999, openedAt: NOW, updatedAt: NOW })
        .run();
    const results = [disputed, won, other].map((orderId) => extend(voucher({ orderId }).voucherId, "2028-11-20"));
    expect(results).toEqual([refused("disputed"), { ok: true }, { ok: true }]);
  });
});

describe("a voucher that staff send again", () => {
  const recipient = { ...GIFT.recipient, email: "maya@example.org" };

  it("may be sent until its last instant, three times a day, to the address it has", () => {
    const { voucherId, expiresAt } = voucher({ recipient });
    expect(resendVoucher(voucherId, bea, new Date(expiresAt.getTime() + 1))).toEqual(refused("not_open"));
    for (let time = 0; time < 3; time += 1) expect(resendVoucher(voucherId, bea, expiresAt)).toEqual({ ok: true });
    expect(resendVoucher(voucherId, bea, expiresAt)).toEqual(refused("too_many"));
    expect(resendVoucher(voucher().voucherId, bea, NOW)).toEqual(refused("no_address"));
  });

  it.each(["EXPIRED", "REDEEMED", "CANCELLED", "SUSPENDED"] as const)("may not be %s", (status) => {
    const { voucherId } = voucher({ recipient }, { status, ...(status === "REDEEMED" && { redeemedAt: NOW }) });
    expect(resendVoucher(voucherId, bea, NOW)).toEqual(refused("not_open"));
  });
});

describe("what staff may read of a voucher", () => {
  it("is its code and its giver’s message, each recorded", () => {
    const [{ voucherId, code }, silent] = [voucher(), voucher({ recipient: { ...GIFT.recipient, message: null } })];
    const revealed = revealCode(voucherId, bea, NOW);
    expect(revealed.ok && revealed.code.replaceAll("-", "")).toBe(code);
    expect(readGiftMessage(voucherId, bea, NOW)).toEqual({ ok: true, message: "For you and the pup." });
    expect(readGiftMessage(silent.voucherId, bea, NOW)).toEqual(refused("not_found"));
    recordVoucherDownload(voucherId, bea, NOW);
    expect(auditEventsOn(voucherId).map(({ action }) => action)).toEqual([
      ...["vouchers.reveal", "vouchers.read_message", "vouchers.reveal"],
    ]);
    expect(auditEventsOn(silent.voucherId)).toEqual([]);
  });
});

describe("a voucher that staff redeem for a customer", () => {
  const redeem = (voucherId: string, email: string) =>
    redeemForCustomer(
      voucherId,
      { email, loop: "pet/puppys-first-year", deliveryDay: "2027-12-03", reason: "By telephone" },
      bea,
      NOW,
    );
  const isGiven = (voucherId: string) => lastAfter(voucherId).isGiven;
  const to = (email: string) => ({ recipient: { ...GIFT.recipient, email } });

  it("is for nobody whose address is unknown, not proven, or whose account is suspended", () => {
    const { voucherId } = voucher();
    const [unproven, suspended] = [person("Una", { emailVerifiedAt: null }), person("Sue", { status: "suspended" })];
    for (const email of ["nobody@example.org", unproven.email])
      expect(redeem(voucherId, email)).toEqual(refused("no_customer"));
    expect(redeem(voucherId, suspended.email)).toEqual(refused("suspended"));
    expect(voucherRow(voucherId).status).toBe("ACTIVE");
  });

  it("is given away where it was neither bought by nor addressed to them", () => {
    const [ann, jean] = [person("Ann"), person("Jean")];
    const vouchers = [
      [voucher({ purchasedByAccountId: ann.id }), false],
      [voucher(to(ann.email)), false],
      [voucher({ ...to(ann.email), purchasedByAccountId: jean.id }), false],
      [voucher({ purchasedByAccountId: jean.id }), true],
      [voucher(to("tim@example.org")), true],
    ] as const;
    for (const [{ voucherId }, expected] of vouchers) {
      expect(redeem(voucherId, ann.email).ok).toBe(true);
      expect(isGiven(voucherId)).toBe(expected);
    }
  });

  it.each([
    ["of its giver, naming it", {}, true],
    ["of its giver, with a new code", { action: "vouchers.replace_code" }, true],
    ["of its giver, by another act", { action: "vouchers.resend" }, false],
    ["of its giver, naming another voucher", { after: { voucherId: "another" } }, false],
    ["of somebody else", { object: { type: "account", id: "another" } }, false],
    ["of something that has its giver’s id", { object: { type: "order" } }, false],
  ])("is given away where staff addressed it to them: a correction %s", (_, change, expected) => {
    const [ann, jean] = [person("Ann"), person("Jean")];
    const { voucherId } = voucher({ ...to(ann.email), purchasedByAccountId: jean.id });
    const event = {
      ...{ staffId: bea, action: "vouchers.correct_recipient", after: { voucherId }, now: NOW },
      ...change,
      object: { type: "account", id: jean.id, ...("object" in change && change.object) },
    };
    write((tx) => recordAuditEvent(tx, event));
    expect(redeem(voucherId, ann.email).ok).toBe(true);
    expect(isGiven(voucherId)).toBe(expected);
  });
});
