import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { findBrokenInvariants } from "#db/invariants.server";
import { emails, loopCredits, loops, refunds, vouchers } from "#db/schema";
import { lastValidInstant } from "~/domain/kernel/time/voucher-validity";
import { recipientOfLoop, redeemedByOneself, redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { later, NOW, person } from "../../../support/people";
import { inProcesses } from "../../../support/processes";
import { rounds } from "../../../support/rounds";
import { ordered } from "../../../support/shop";
import { voucher, voucherRow } from "../../../support/vouchers";

const PEOPLE = rounds(1_000, 150);

const LOOP = { theme: "pet", type: "my-cat-and-me", deliveryDay: "2027-12-03" };

const loopsOf = (accountId: string) => db.select().from(loops).where(eq(loops.accountId, accountId)).all();
const creditsOf = (voucherId: string) =>
  db.select().from(loopCredits).where(eq(loopCredits.voucherId, voucherId)).all();

describe("redeeming a voucher", () => {
  it("begins the loop that was chosen, not the one its giver chose, and spends the voucher", () => {
    const ada = person("Ada");
    const { voucherId } = voucher();
    const result = redeemVoucher({ accountId: ada.id, voucherId, ...LOOP }, NOW);
    expect(result).toMatchObject({ ok: true, first: true, loop: { theme: "pet", type: "my-cat-and-me" } });
    const [loop] = loopsOf(ada.id);
    expect(loop).toMatchObject({ deliveryDay: "2027-12-03", startDay: "2026-11-20", status: "ACTIVE" });
    expect(voucherRow(voucherId)).toMatchObject({
      status: "REDEEMED",
      redeemedByAccountId: ada.id,
      redeemedAt: NOW,
      loopId: loop?.id,
    });
    expect(creditsOf(voucherId)).toMatchObject([{ accountId: ada.id, loopId: loop?.id, spentAt: NOW }]);
  });

  it("tells the giver that it has begun, once, and nothing of what is in it", () => {
    const [jean, cal] = [person("Jean"), person("Cal")];
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    redeemVoucher({ accountId: cal.id, voucherId, ...LOOP }, NOW);
    redeemVoucher({ accountId: cal.id, voucherId, ...LOOP }, NOW);
    const written = db.select().from(emails).where(eq(emails.accountId, jean.id)).all();
    expect(written).toMatchObject([{ kind: "voucher_redeemed", toEmail: jean.email }]);
    expect(written[0]?.textBody).toContain(
      "Your present for Callum has been opened, and the year has started. The book arrives about a year from now.",
    );
  });

  it("tells the giver when a year starts that starts later", () => {
    const [jean, cal] = [person("Jean"), person("Cal")];
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    redeemVoucher({ accountId: cal.id, voucherId, ...LOOP, deliveryDay: "2028-05-24" }, NOW);
    const [written] = db.select().from(emails).where(eq(emails.accountId, jean.id)).all();
    expect(written?.textBody).toContain("the year starts on 12 May 2027. The book arrives about a year after that.");
    expect(written?.textBody).not.toContain("has started");
  });

  it("tells somebody who uses what they bought of their own dates alone", () => {
    const jean = person("Jean");
    const { voucherId } = voucher({ purchasedByAccountId: jean.id });
    expect(redeemVoucher({ accountId: jean.id, voucherId, ...LOOP }, NOW).ok).toBe(true);
    const written = db.select().from(emails).where(eq(emails.accountId, jean.id)).all();
    expect(written.map(({ kind }) => kind)).toEqual(["year_dates"]);
  });

  it("fifty times over by the same person is one loop and no refusal", () => {
    const ada = person("Ada");
    const { voucherId } = voucher();
    const found = Array.from({ length: 50 }, () => redeemVoucher({ accountId: ada.id, voucherId, ...LOOP }, NOW));
    expect(found.every((result) => result.ok)).toBe(true);
    expect(new Set(found.map((result) => result.ok && result.loop.id)).size).toBe(1);
    expect(found.filter((result) => result.ok && result.first)).toHaveLength(1);
    expect(loopsOf(ada.id)).toHaveLength(1);
  });

  it("spends that voucher alone, and its loop is the gift’s whose name is on it", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const [zoe, tim] = ["Zoe", "Tim"].map((name) => voucher({}, { recipientName: name }));
    const before = voucherRow(tim?.voucherId ?? "");
    const one = redeemVoucher({ accountId: ada.id, voucherId: zoe?.voucherId ?? "", ...LOOP }, NOW);
    expect(voucherRow(tim?.voucherId ?? "")).toEqual(before);
    const other = redeemVoucher({ accountId: ben.id, voucherId: tim?.voucherId ?? "", ...LOOP }, NOW);
    expect([one, other].map((result) => result.ok && recipientOfLoop(result.loop.id))).toEqual(["Zoe", "Tim"]);
    expect(recipientOfLoop("nothing")).toBe("");
    const found = (accountId: string, code = "") => redeemedByOneself(accountId, code);
    expect([found(ada.id, zoe?.code), found(ben.id, tim?.code)]).toEqual([zoe?.voucherId, tim?.voucherId]);
    expect([found(ada.id, tim?.code), found(ada.id, "no code"), found(ada.id, voucher().code)]).toEqual(
      Array(3).fill(undefined),
    );
  });

  it("two vouchers of one person are two loops", () => {
    const ada = person("Ada");
    for (const { voucherId } of [voucher(), voucher()]) {
      expect(redeemVoucher({ accountId: ada.id, voucherId, ...LOOP }, NOW)).toMatchObject({ first: true });
    }
    expect(loopsOf(ada.id)).toHaveLength(2);
  });

  it.each([
    ["winter", "2026-01-15T10:00:00Z", "2027-01-15T23:59:59Z", "2027-01-16T00:00:00Z"],
    ["summer, an hour earlier in UTC", "2026-06-15T10:00:00Z", "2027-06-15T22:59:59Z", "2027-06-15T23:00:00Z"],
    ["the day the clocks go forward", "2026-03-28T10:00:00Z", "2027-03-28T22:59:59Z", "2027-03-28T23:00:00Z"],
    ["the day the clocks go back", "2026-10-31T10:00:00Z", "2027-10-31T23:59:59Z", "2027-11-01T00:00:00Z"],
    ["29 February", "2028-02-29T10:00:00Z", "2029-02-28T23:59:59Z", "2029-03-01T00:00:00Z"],
  ])("bought in %s: works in its last second in London, and not in the next", (_, bought, last, next) => {
    const [boughtAt, lastSecond, nextSecond] = [new Date(bought), new Date(last), new Date(next)];
    const deliveryDay = new Date(lastSecond.getTime() + 400 * 86_400_000).toISOString().slice(0, 10);
    const request = (voucherId: string) => ({
      accountId: person("Ada").id,
      voucherId,
      theme: "pet",
      type: "my-cat-and-me",
      deliveryDay,
    });
    const [one, other] = [voucher({}, {}, boughtAt), voucher({}, {}, boughtAt)];
    expect(redeemVoucher(request(other.voucherId), nextSecond)).toEqual({ ok: false, reason: "expired" });
    expect(redeemVoucher(request(one.voucherId), lastSecond).ok).toBe(true);
  });

  it.each([
    ["before it is valid", { validFrom: new Date(NOW.getTime() + 1000) }, {}, "not_yet_valid"],
    ["cancelled", { status: "CANCELLED" as const }, {}, "cancelled"],
    ["held back", { status: "SUSPENDED" as const }, {}, "on_hold"],
    ["closed as expired", { status: "EXPIRED" as const }, {}, "expired"],
    ["for a type that is not there", {}, { type: "wedding" }, "unknown_type"],
    ["for a type that is sold on a page of its own", {}, { theme: "classic", type: "standard" }, "unknown_type"],
    ["for a day that is none", {}, { deliveryDay: "2027-02-30" }, "not_a_day"],
    ["for a day too early", {}, { deliveryDay: "2027-11-18" }, "too_early"],
    ["for a day too late", {}, { deliveryDay: "2028-11-21" }, "too_late"],
  ])("%s: is refused and leaves everything as it was", (_, changes, orderInput, reason) => {
    const ada = person("Ada");
    const { voucherId } = voucher({}, changes);
    const before = voucherRow(voucherId);
    expect(redeemVoucher({ accountId: ada.id, voucherId, ...LOOP, ...orderInput }, NOW)).toEqual({
      ok: false,
      reason,
    });
    expect(voucherRow(voucherId)).toEqual(before);
    expect(loopsOf(ada.id)).toEqual([]);
  });

  it("a voucher nobody issued is unknown, and one of somebody else is used", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const { voucherId } = voucher();
    redeemVoucher({ accountId: ada.id, voucherId, ...LOOP }, NOW);
    const redeem = (id: string) => redeemVoucher({ accountId: ben.id, voucherId: id, ...LOOP }, NOW);
    expect(redeem(voucherId)).toEqual({ ok: false, reason: "used" });
    expect(redeem("nobody")).toEqual({ ok: false, reason: "unknown" });
  });

  it(`${PEOPLE} people with one voucher are one loop, and refusals for the others`, () => {
    const people = Array.from({ length: PEOPLE }, (_, place) => person(`One${place}`));
    const { voucherId } = voucher();
    const found = people.map(({ id }) => redeemVoucher({ accountId: id, voucherId, ...LOOP }, NOW));
    expect(found.filter((result) => result.ok)).toHaveLength(1);
    expect(found.filter((result) => !result.ok && result.reason === "used")).toHaveLength(PEOPLE - 1);
    expect(creditsOf(voucherId)).toHaveLength(1);
  });

  it(`${PEOPLE} people at two servers at once are one loop, and refusals for the others`, async () => {
    const ids = Array.from({ length: PEOPLE }, (_, place) => person(`Two${place}`).id);
    const { voucherId } = voucher();
    const printed = await inProcesses(
      2,
      `const { redeemVoucher } = await import("./app/domain/shop/vouchers/redemption.server.ts");
      const ids = ${JSON.stringify(ids)};
      await together();
      const found = ids.map((accountId) =>
        redeemVoucher(
          { accountId, voucherId: "${voucherId}", theme: "pet", type: "my-cat-and-me", deliveryDay: "2027-12-03" },
          new Date("${NOW.toISOString()}"),
        ),
      );
      console.log(JSON.stringify([
        found.filter((one) => one.ok && one.first).length,
        found.filter((one) => !one.ok && one.reason === "used").length,
      ]));`,
    );
    const counts = printed.map((text) => JSON.parse(text) as [number, number]);
    expect(counts.reduce((sum, [firsts]) => sum + firsts, 0)).toBe(1);
    expect(counts.every(([, refusals]) => refusals === PEOPLE - 1)).toBe(true);
    expect(creditsOf(voucherId)).toHaveLength(1);
    expect(
      db
        .select()
        .from(loops)
        .where(eq(loops.id, voucherRow(voucherId).loopId ?? ""))
        .all(),
    ).toHaveLength(1);
  });

  it("breaks no money invariant", () => {
    expect(findBrokenInvariants(rawConnection(), NOW).filter(({ invariant }) => /^M[45]/.test(invariant))).toEqual([]);
  });
});

describe("the moves of a voucher", () => {
  const move = (voucherId: string, status: (typeof vouchers.$inferInsert)["status"]) =>
    db.update(vouchers).set({ status }).where(eq(vouchers.id, voucherId)).run();

  it.each(["ACTIVE", "CANCELLED", "EXPIRED", "SUSPENDED"] as const)(
    "one that is redeemed is never %s again",
    (status) => {
      const { voucherId } = voucher();
      redeemVoucher({ accountId: person("Ada").id, voucherId, ...LOOP }, NOW);
      expect(() => move(voucherId, status)).toThrow("cannot make this move");
    },
  );

  it.each(["REDEEMED", "EXPIRED"] as const)("one that is cancelled is never %s again", (status) => {
    const { voucherId } = voucher({}, { status: "CANCELLED" });
    expect(() => move(voucherId, status)).toThrow("cannot make this move");
  });

  it("one that is cancelled can be used again within ten minutes, and never later", () => {
    const { voucherId } = voucher({}, { status: "CANCELLED", updatedAt: NOW });
    const restore = (at: Date) =>
      db.update(vouchers).set({ status: "ACTIVE", updatedAt: at }).where(eq(vouchers.id, voucherId)).run();
    expect(() => restore(later(600))).toThrow("cannot make this move");
    restore(later(599));
    expect(voucherRow(voucherId).status).toBe("ACTIVE");
  });

  it("one that is cancelled stays so once its order was refunded since, unless that refund failed", () => {
    const orderId = ordered(person("Ada")).id;
    const { voucherId } = voucher({ orderId }, { status: "CANCELLED", updatedAt: NOW });
    const restore = () =>
      db
        .update(vouchers)
        .set({ status: "ACTIVE", updatedAt: later(300) })
        .where(eq(vouchers.id, voucherId))
        .run();
    const refund = { orderId, amountPence: 6999, reason: "Asked for" };
    const refunded = (status: "failed" | "pending", createdAt: Date) =>
      db
        .insert(refunds)
        .values({ ...refund, status, createdAt, updatedAt: createdAt })
        .returning()
        .get().id;
    const since = refunded("pending", later(60));
    expect(restore).toThrow("cannot make this move");
    db.update(refunds).set({ status: "failed" }).where(eq(refunds.id, since)).run();
    refunded("pending", later(-60));
    restore();
    expect(voucherRow(voucherId).status).toBe("ACTIVE");
  });

  it("one that expired can be made good again by staff, and not be redeemed as it is", () => {
    const { voucherId } = voucher({}, { status: "EXPIRED" });
    expect(() => move(voucherId, "REDEEMED")).toThrow("cannot make this move");
    move(voucherId, "ACTIVE");
    const { expiresAt } = voucherRow(voucherId);
    expect(expiresAt).toEqual(lastValidInstant("2026-11-20", null));
  });
});
