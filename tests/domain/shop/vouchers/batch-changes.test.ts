import { describe, expect, it } from "vitest";
import type { vouchers } from "#db/schema";
import { cancelBatch, extendBatch } from "~/domain/shop/vouchers/batch-changes.server";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW } from "../../../support/people";
import { partnerOrder, vouchersIn } from "../../../support/vouchers";
import { colleague } from "../../people/staff/colleagues";

const { id: hal } = await colleague("marketing");
const by = { staffId: hal, ownOnly: true };
const until = (expiresOn: string) => ({ expiresOn, reason: "They asked" });
const OVER = { expiresAt: later(-1) };
/** A voucher in every state; the usual last day is in a year. */
const STATES: Partial<typeof vouchers.$inferInsert>[] = [
  { status: "ACTIVE" },
  { status: "EXPIRED", ...OVER },
  { status: "REDEEMED", redeemedAt: NOW },
  { status: "CANCELLED" },
  { status: "SUSPENDED" },
];
const statesOf = (id: string) => vouchersIn(id).map(({ status }) => status);

describe("the vouchers of a partner order", () => {
  it.each([
    ["today", "2026-11-20", "not_later"],
    ["a day more than three years from today", "2029-11-21", "too_late"],
  ])("are not extended to %s", (_, day, reason) => {
    const id = partnerOrder(hal, [OVER]);
    expect(extendBatch(id, until(day), by, NOW)).toEqual({ ok: false, reason });
    expect(vouchersIn(id)).toMatchObject([OVER]);
  });

  it.each(["2026-11-21", "2029-11-20"])("are extended to %s, from tomorrow up to three years from today", (day) => {
    const id = partnerOrder(hal, [OVER]);
    expect(extendBatch(id, until(day), by, NOW)).toEqual({ ok: true, changed: 1 });
  });

  it("are extended where they are active or expired, and no other order’s are", () => {
    const [id, other] = [partnerOrder(hal, STATES), partnerOrder(hal, STATES)];
    const before = vouchersIn(other);
    expect(extendBatch(id, until("2028-11-20"), by, NOW)).toEqual({ ok: true, changed: 2 });
    expect(statesOf(id)).toEqual(["ACTIVE", "ACTIVE", "REDEEMED", "CANCELLED", "SUSPENDED"]);
    expect(vouchersIn(other)).toEqual(before);
    expect(JSON.parse(auditEventsOn(id)[0]?.after ?? "")).toEqual({ expiresOn: "2028-11-20", count: 2, revived: 1 });
  });

  it("count as revived only where they had run out", () => {
    const id = partnerOrder(hal, [{}]);
    extendBatch(id, until("2028-11-20"), by, NOW);
    expect(JSON.parse(auditEventsOn(id)[0]?.after ?? "")).toEqual({ expiresOn: "2028-11-20", count: 1 });
  });

  it("are cancelled where they are active, and no other order’s are", () => {
    const [id, other] = [partnerOrder(hal, STATES), partnerOrder(hal, STATES)];
    const before = vouchersIn(other);
    expect(cancelBatch(id, "Not paid", by, NOW)).toEqual({ ok: true, changed: 1 });
    expect(statesOf(id)).toEqual(["CANCELLED", "EXPIRED", "REDEEMED", "CANCELLED", "SUSPENDED"]);
    expect(vouchersIn(other)).toEqual(before);
  });
});
