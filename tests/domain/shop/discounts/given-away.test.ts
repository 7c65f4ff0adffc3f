import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { voucherBatches, vouchers } from "#db/schema";
import { correctRecipient, giveNewCode } from "~/domain/backoffice/people/gift-corrections.server";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { approvalExcess, approvalLoopPence } from "~/domain/shop/discounts/approval-limits.server";
import { redeemForCustomer } from "~/domain/shop/vouchers/voucher-actions.server";
import { NOW, person } from "../../../support/people";
import { voucher, voucherRow } from "../../../support/vouchers";
import { colleague } from "../../people/staff/colleagues";

const LIMIT = { ok: false, reason: "limit" };

let bea = "";
beforeEach(async () => {
  db.delete(vouchers).run();
  bea = (await colleague("support")).id;
});

const redeem = (voucherId: string, email: string, at = NOW, by = bea) =>
  redeemForCustomer(
    voucherId,
    { email, loop: "pet/puppys-first-year", deliveryDay: "2027-12-03", reason: "By telephone" },
    by,
    at,
  );
const to = (email: string) => ({ name: "Ann", email, message: null, sendOnDay: null });
const friends = (many: number) => Array.from({ length: many }, () => person("Ann").email);

/** A voucher of a partner order that two people have approved. */
async function ofPartner(): Promise<string> {
  const [hal, joan] = [(await colleague("marketing")).id, (await colleague("super_admin")).id];
  const batch = db
    .insert(voucherBatches)
    .values({
      ...{ count: 1, valuePence: 5200, note: "Pritchard & Lowe", state: "made", createdAt: NOW },
      ...{ madeByStaffId: hal, approvedByStaffId: joan, approvedAt: NOW },
    })
    .returning()
    .get();
  return voucher({}, { batchId: batch.id }).voucherId;
}

describe("a voucher that staff redeem for a customer", () => {
  it("of a partner counts as given away by them, until their day's limit", async () => {
    const many = Math.floor(100_000 / approvalLoopPence(NOW));
    for (const email of friends(many)) expect(redeem(await ofPartner(), email).ok).toBe(true);
    const [next, friend = ""] = [await ofPartner(), ...friends(1)];
    expect(redeem(next, friend)).toEqual(LIMIT);
    expect(voucherRow(next).status).toBe("ACTIVE");
    const gift = { staffId: bea, recipientEmail: null, costPence: approvalLoopPence(NOW) };
    expect(approvalExcess(db, gift, NOW)).toBe("day");
    expect(redeem(next, friend, new Date(NOW.getTime() + 25 * HOUR_MS)).ok).toBe(true);
  });

  it("counts for the customer too, whoever of the staff redeems it", async () => {
    const other = (await colleague("support")).id;
    const [friend = ""] = friends(1);
    for (const by of [bea, other, bea]) expect(redeem(await ofPartner(), friend, NOW, by).ok).toBe(true);
    expect(redeem(await ofPartner(), friend, NOW, other)).toEqual(LIMIT);
    expect(redeem(voucher({ recipient: to("somebody@example.org") }).voucherId, friend)).toEqual(LIMIT);
  });

  it("counts as nothing where they bought it, or it was sent to them, or it is a test", () => {
    const ann = person("Ann");
    const theirs = [
      () => voucher({ purchasedByAccountId: ann.id }),
      () => voucher({ recipient: to(ann.email.toUpperCase()) }),
      () => voucher({ isTest: true }),
    ];
    for (const made of [...theirs, ...theirs]) expect(redeem(made().voucherId, ann.email).ok).toBe(true);
    for (let one = 0; one < 3; one += 1) expect(redeem(voucher().voucherId, ann.email).ok).toBe(true);
    expect(redeem(voucher().voucherId, ann.email)).toEqual(LIMIT);
  });

  it("counts where staff have named them its recipient, by a correction or with a new code", () => {
    const [ann, giver] = [person("Ann"), person("Winifred")];
    const named = { recipientName: "Ann", recipientEmail: ann.email, reason: "Their giver rang." };
    const gift = () => voucher({ purchasedByAccountId: giver.id, recipient: to("tim@example.org") }, { sentAt: NOW });
    for (const name of [correctRecipient, giveNewCode, correctRecipient]) {
      const { voucherId } = gift();
      expect(name(voucherId, named, bea, NOW).ok).toBe(true);
      expect(redeem(voucherId, ann.email).ok).toBe(true);
    }
    const next = gift().voucherId;
    correctRecipient(next, named, bea, NOW);
    expect(redeem(next, ann.email)).toEqual(LIMIT);
    expect(redeem(gift().voucherId, giver.email).ok).toBe(true);
  });

  it("that was redeemed before gives the same result as before, also past the limit", () => {
    const ann = person("Ann");
    const given = Array.from({ length: 3 }, () => voucher().voucherId);
    for (const id of given) expect(redeem(id, ann.email).ok).toBe(true);
    expect(redeem(given[0] ?? "", ann.email)).toMatchObject({ ok: true, first: false });
  });
});
