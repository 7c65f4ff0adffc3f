import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { discountRequests, discounts, discountUses } from "#db/schema";
import {
  createDiscount,
  DISCOUNT_LIST,
  deleteDiscount,
  discountFigures,
  discountWithUses,
  setLastDay,
  switchDiscount,
} from "~/domain/shop/discounts/admin-discounts.server";
import {
  approvalOf,
  approveDiscount,
  declineDiscount,
  discountsWaiting,
  waitingAmong,
} from "~/domain/shop/discounts/discount-approval.server";
import type { DiscountWanted } from "~/domain/shop/discounts/forms";
import { auditEventsOn } from "../../../support/audit-events";
import { orderRow } from "../../../support/orders";
import { later, NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

const [{ id: hal }, { id: joan }] = [await colleague("marketing"), await colleague("super_admin")];

let codes = 0;
function code(terms: Partial<typeof discounts.$inferInsert> = {}) {
  codes += 1;
  const usual = { type: "PERCENTAGE", value: 10, maxUses: 5, createdAt: NOW, updatedAt: NOW } as const;
  return db
    .insert(discounts)
    .values({ code: `ADMIN-${codes}`, ...usual, ...terms })
    .returning()
    .get();
}
const rowOf = (id: string) => db.select().from(discounts).where(eq(discounts.id, id)).get();
const tick = (ms: number) => new Date(NOW.getTime() + ms);
/** Some uses of a code, each of an order of its own. */
const used = (discountId: string, states: readonly ("counted" | "reserved" | "released")[], isTest = false) =>
  states.map((state) => {
    const order = orderRow({ discountId, discountPence: 500, totalPence: 6499, isTest });
    const until = { reservedUntil: NOW, createdAt: NOW };
    db.insert(discountUses)
      .values({ discountId, orderId: order.id, customerKey: order.id, state, ...until })
      .run();
    return order.id;
  });
const asked = (discountId: string, state: "waiting" | "approved" | "declined" = "waiting") => {
  const decided = state === "waiting" ? {} : { decidedByStaffId: joan, decidedAt: NOW, decidedReason: "-" };
  const request = { discountId, state, requestedByStaffId: hal, createdAt: NOW, ...decided };
  db.insert(discountRequests).values(request).run();
};

describe("the list of codes", () => {
  const terms = {
    plain: {},
    "without a limit": { maxUses: null },
    "until now": { expiresAt: NOW },
    "for a moment more": { expiresAt: tick(1) },
    "from now": { startsAt: NOW },
    "from a moment later": { startsAt: tick(1) },
    "from later, over": { startsAt: tick(1), expiresAt: NOW },
    "from later, used up": { startsAt: tick(1), usedCount: 5 },
    "used up": { usedCount: 5 },
    "with a use left": { usedCount: 4 },
    off: { isActive: false },
    "off, from later": { isActive: false, startsAt: tick(1) },
    archived: { archivedAt: NOW },
    "archived, off": { archivedAt: NOW, isActive: false },
    "archived, over": { archivedAt: NOW, expiresAt: NOW },
  };
  const ids = new Map(Object.entries(terms).map(([name, given]) => [code({ description: name, ...given }).id, name]));
  const read = (asked: Parameters<typeof DISCOUNT_LIST.read>[0]) =>
    DISCOUNT_LIST.read(asked, { now: NOW, role: "marketing" }, 100)
      .rows.flatMap(({ id }) => ids.get(id) ?? [])
      .sort();

  it.each([
    ["active", ["plain", "without a limit", "for a moment more", "from now", "with a use left"]],
    ["not_yet", ["from a moment later"]],
    ["inactive", ["off", "off, from later"]],
    ["expired", ["until now", "from later, over"]],
    ["waiting", []],
    ["all", Object.keys(terms).filter((name) => !name.startsWith("archived"))],
  ] as const)("has as %s each that is so to the moment", (status, names) => {
    expect(read({ status })).toEqual([...names].sort());
  });

  it("is searched by a part of the code or of the description, in any capitals", () => {
    expect(read({ q: "With A Use" })).toEqual(["with a use left"]);
    expect(read({ q: "admin-5" })).toEqual(["from now"]);
  });

  it("counts what is active, and what paid orders had taken off, without tests", () => {
    const before = discountFigures(NOW);
    const { id } = code();
    code({ isActive: false });
    code({ archivedAt: NOW });
    used(id, ["counted", "counted", "reserved", "released"]);
    used(id, ["counted"], true);
    expect(discountFigures(NOW)).toEqual({
      ...{ total: before.total + 2, active: before.active + 1 },
      ...{ uses: before.uses + 2, givenPence: before.givenPence + 1000 },
    });
  });
});

describe("a new code", () => {
  const wanted: Omit<DiscountWanted, "code"> = {
    ...{
      description: "",
      type: "PERCENTAGE" as const,
      value: 10_00,
      maxUses: 5,
      minOrderValue: null,
      maxDiscountValue: null,
    },
    ...{ startsOn: "", expiresOn: "", firstOrderOnly: false, oncePerCustomer: false },
  };
  const make = (name: string, expiresAt: Date | null = null) =>
    createDiscount({ ...wanted, code: name }, { startsAt: null, expiresAt }, hal, NOW);

  it("has a name that no other has had, and ends later than now", () => {
    expect(make("ENDS-NOW", NOW)).toEqual({ ok: false, reason: "over" });
    expect(make("ENDS-SOON", tick(1)).ok).toBe(true);
    expect(make("ENDS-SOON")).toEqual({ ok: false, reason: "code_taken" });
    const { code: archived } = code({ archivedAt: NOW });
    expect(make(archived)).toEqual({ ok: false, reason: "code_taken" });
  });
});

describe("a code that is there", () => {
  const [other, archived] = [code(), code({ archivedAt: NOW })];

  it("is switched off and on alone, and once", () => {
    const { id } = code();
    asked(id, "approved");
    expect(switchDiscount(id, true, hal, NOW)).toEqual({ ok: true, isHeld: false });
    expect(auditEventsOn(id)).toEqual([]);
    expect(switchDiscount(id, false, hal, NOW).ok).toBe(true);
    expect([rowOf(id)?.isActive, rowOf(other.id)]).toEqual([false, other]);
  });

  it("gets a last day, or an earlier one, but none that has gone by and no later one", () => {
    const { id } = code();
    expect(setLastDay(id, NOW, hal, NOW)).toEqual({ ok: false, reason: "over" });
    for (const ms of [9, 9, 8, 1]) expect([ms, setLastDay(id, tick(ms), hal, NOW)]).toEqual([ms, { ok: true }]);
    expect(setLastDay(id, tick(2), hal, NOW)).toEqual({ ok: false, reason: "later" });
    expect([rowOf(id)?.expiresAt, rowOf(other.id)]).toEqual([tick(1), other]);
  });

  it("is deleted where no order has had it, else archived, and no other is", () => {
    const [unused, ordered, released] = [code(), code(), code()].map(({ id }) => id);
    orderRow({ discountId: ordered });
    db.update(discounts).set({ usedCount: 0 }).run();
    const [orderId = ""] = used(released ?? "", ["released"]);
    db.$client.prepare("UPDATE orders SET discount_id = NULL WHERE id = ?").run(orderId);
    for (const id of [unused, ordered, released]) expect(deleteDiscount(id ?? "", hal, later(1))).toEqual({ ok: true });
    expect([unused, ordered, released].map((id) => rowOf(id ?? ""))).toEqual([
      ...[undefined, expect.objectContaining({ archivedAt: later(1), isActive: false })],
      expect.objectContaining({ archivedAt: later(1), isActive: false }),
    ]);
    expect(rowOf(other.id)).toMatchObject({ archivedAt: null, isActive: true });
  });

  it("is not there for staff where it is archived or nobody made it", () => {
    for (const id of [archived.id, "nothing"]) {
      expect(switchDiscount(id, false, hal, NOW)).toEqual({ ok: false, reason: "not_found" });
      expect(discountWithUses(id, NOW)).toBeUndefined();
    }
  });

  it("is shown with its own uses, without those that were let go", () => {
    const [one, two] = [code(), code()];
    used(two.id, ["counted"]);
    const [counted, reserved] = used(one.id, ["counted", "reserved", "released"]);
    const shown = discountWithUses(one.id, NOW);
    expect(shown?.discount.id).toBe(one.id);
    expect(shown?.uses.map(({ orderId }) => orderId).sort()).toEqual([counted, reserved].sort());
  });
});

describe("a code for which somebody has asked a second person", () => {
  it("waits alone, until it is decided or archived", () => {
    const before = discountsWaiting();
    const ids = ["waiting", "approved", "declined"].map((state) => {
      const { id } = code({ isActive: false });
      asked(id, state as "waiting");
      return id;
    });
    const { id: gone } = code({ isActive: false, archivedAt: NOW });
    asked(gone);
    const { id: unasked } = code({ isActive: false });
    const [waiting = "", approved = ""] = ids;
    expect([...waitingAmong([waiting, approved, unasked])]).toEqual([waiting]);
    expect(discountsWaiting()).toBe(before + 1);
    expect(approveDiscount(gone, joan, NOW)).toEqual({ ok: false, reason: "not_found" });
    for (const id of [approved, unasked])
      expect(approveDiscount(id, joan, NOW)).toEqual({ ok: false, reason: "not_waiting" });
    expect(declineDiscount("nothing", "No", joan, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(approveDiscount(waiting, joan, NOW)).toEqual({ ok: true });
    expect([waiting, unasked].map((id) => rowOf(id)?.isActive)).toEqual([true, false]);
    expect([approvalOf(waiting)?.request.discountId, approvalOf(unasked)]).toEqual([waiting, undefined]);
  });
});
