import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { discounts, discountUses } from "#db/schema";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import {
  countDiscountUse,
  findDiscount,
  holdsDiscount,
  isCodeSpent,
  ordersWithLapsedHold,
  quoteDiscount,
  releaseDiscount,
  releaseOtherDiscount,
  reserveDiscount,
} from "~/domain/shop/discounts/discounts.server";
import { orderRow } from "../../../../support/orders";
import { later, NOW, person } from "../../../../support/people";

/** Rows of orders and uses, without payments: each says whether it counts for its buyer. */

type Terms = Partial<typeof discounts.$inferInsert>;
type State = "counted" | "reserved" | "released";

let codes = 0;
function code(terms: Terms = {}) {
  codes += 1;
  const usual = { type: "PERCENTAGE", value: 10, createdAt: NOW, updatedAt: NOW } as const;
  return db
    .insert(discounts)
    .values({ code: `BUYER-${codes}`, ...usual, ...terms })
    .returning()
    .get();
}
function used(discountId: string, orderId: string, customerKey: string, state: State = "counted", until = later(60)) {
  const row = { discountId, orderId, customerKey, state, reservedUntil: until, createdAt: NOW };
  db.insert(discountUses).values(row).run();
  if (state !== "released")
    db.$client.prepare("UPDATE discounts SET used_count = used_count + 1 WHERE id = ?").run(discountId);
  return orderId;
}
const rowOf = (id: string) => db.select().from(discounts).where(eq(discounts.id, id)).get();
const stateOf = (orderId: string) =>
  db.select().from(discountUses).where(eq(discountUses.orderId, orderId)).get()?.state;
const asks = (name: string, by: Partial<Parameters<typeof quoteDiscount>[0]>) => {
  const quoted = quoteDiscount({ code: name, subtotalPence: 6999, accountId: "", ...by }, NOW);
  return quoted.ok ? quoted.discountPence : quoted.reason;
};
/** An order of this account that waits to be paid. */
const waits = (accountId: string, email = "") => orderRow({ accountId, email, paidAt: null, status: "PENDING" }).id;

describe("a code", () => {
  it("is found by its own name in any capitals, unless it is archived", () => {
    const [one, other] = [code(), code()];
    expect([findDiscount(` ${one.code.toLowerCase()} `)?.id, findDiscount(other.code)?.id]).toEqual([one.id, other.id]);
    expect([findDiscount("NOBODY-MADE-IT"), findDiscount(code({ archivedAt: NOW }).code)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("a code for a first order", () => {
  const first = code({ firstOrderOnly: true });

  it.each([
    ["nobody has ordered", () => ({}), 700],
    ["the account has paid an order", (id: string) => ({ accountId: id }), "not_first_order"],
    ["the account’s order was never paid", (id: string) => ({ accountId: id, paidAt: null }), 700],
    ["the email has paid an order, in any capitals", () => ({ email: "ADA@example.org" }), "not_first_order"],
    ["the email’s order was never paid", () => ({ email: "ada@example.org", paidAt: null }), 700],
    ["another email has paid an order", () => ({ email: "ben@example.org" }), 700],
  ] as const)("is for an account with an email where %s", (_, order, result) => {
    db.$client.exec("UPDATE orders SET email = '', account_id = NULL");
    const ada = person("Ada");
    orderRow(order(ada.id));
    expect(asks(first.code, { accountId: ada.id, email: "ada@example.org" })).toBe(result);
  });

  it("knows nobody by the empty email of those who have left", () => {
    orderRow({ email: "" });
    const ada = person("Ada");
    expect(asks(first.code, { accountId: ada.id, email: "" })).toBe(700);
  });

  it("knows a signed-in buyer by the email of their account too", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    orderRow({ email: ada.email });
    expect([asks(first.code, { accountId: ada.id }), asks(first.code, { accountId: ben.id })]).toEqual([
      "not_first_order",
      700,
    ]);
  });

  it("knows a guest by the email of the order alone, not before there is one", () => {
    const words = { email: "gwen@example.com", firstName: "Gwen", lastName: "" };
    const accountId = saveGuest({ guestId: undefined, basketKey: "guest" }, words, NOW);
    orderRow({ email: words.email });
    expect([asks(first.code, { accountId }), asks(first.code, { accountId, email: words.email })]).toEqual([
      700,
      "email_known",
    ]);
    expect(asks("NOBODY-MADE-IT", { accountId })).toBe("unknown");
  });

  it("is spent by every paid order but its own", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const orderId = orderRow({ accountId: ada.id }).id;
    const holder = { discountId: first.id, orderId, accountId: ada.id };
    expect(isCodeSpent(holder)).toBe(false);
    const next = { ...holder, orderId: waits(ada.id) };
    expect([isCodeSpent(next), isCodeSpent({ ...next, accountId: "" })]).toEqual([true, false]);
    expect([isCodeSpent({ ...next, discountId: null }), isCodeSpent({ ...next, discountId: code().id })]).toEqual([
      false,
      false,
    ]);
    const byEmail = { ...holder, accountId: ben.id, orderId: waits(ben.id, "ada@example.net") };
    waits(ben.id, "somebody@example.net");
    expect(isCodeSpent(byEmail)).toBe(false);
    orderRow({ email: "ada@example.net" });
    expect(isCodeSpent(byEmail)).toBe(true);
  });

  it("that is switched off is still taken by the order that holds it", () => {
    const { id: discountId } = code({ firstOrderOnly: true });
    const ada = person("Ada");
    const holder = { discountId, orderId: waits(ada.id), accountId: ada.id };
    expect(write((tx) => reserveDiscount(tx, holder, NOW))).toBe(true);
    db.update(discounts).set({ isActive: false }).where(eq(discounts.id, discountId)).run();
    expect(write((tx) => reserveDiscount(tx, holder, NOW))).toBe(true);
    expect([stateOf(holder.orderId), rowOf(discountId)?.usedCount]).toEqual(["reserved", 1]);
  });
});

describe("a code for once a customer", () => {
  it.each([
    ["this account has used it", "counted", (id: string) => ({ customerKey: id }), "already_used"],
    ["this account holds it", "reserved", (id: string) => ({ customerKey: id }), 700],
    ["this account has let it go", "released", (id: string) => ({ customerKey: id }), 700],
    ["another account has used it", "counted", () => ({ customerKey: "another" }), 700],
    [
      "it was used for an order of this account",
      "counted",
      (id: string) => ({ customerKey: "", accountId: id }),
      "already_used",
    ],
    [
      "it was used with this email",
      "counted",
      () => ({ customerKey: "another", email: "eve@example.org" }),
      "already_used",
    ],
  ] as const)("where %s", (_, state, by, result) => {
    const [once, other] = [code({ oncePerCustomer: true }), code({ oncePerCustomer: true })];
    const eve = person("Eve");
    db.$client.exec("UPDATE orders SET email = '', account_id = NULL");
    const { customerKey, ...order } = by(eve.id);
    used(once.id, orderRow(order).id, customerKey, state);
    const asked = { accountId: eve.id, email: "eve@example.org" };
    expect([asks(once.code, asked), asks(other.code, asked)]).toEqual([result, 700]);
  });

  it("is not spent by the order that has it", () => {
    const { id: discountId } = code({ oncePerCustomer: true });
    const ada = person("Ada");
    const orderId = used(discountId, orderRow({ accountId: ada.id }).id, ada.id);
    const holder = { discountId, accountId: ada.id };
    expect([isCodeSpent({ ...holder, orderId }), isCodeSpent({ ...holder, orderId: waits(ada.id) })]).toEqual([
      false,
      true,
    ]);
  });
});

describe("the last use of a code", () => {
  it.each([
    ["its order", (_id: string, orderId: string) => ({ accountId: "", orderId }), 700],
    ["another order of its buyer", (id: string) => ({ accountId: id }), 700],
    ["somebody else", () => ({ accountId: "another" }), "used_up"],
    ["a visitor", () => ({ accountId: "" }), "used_up"],
  ])("is there for %s while it is held", (_, by, result) => {
    const last = code({ maxUses: 1 });
    used(code().id, orderRow().id, "another", "reserved");
    const { id } = person("Ada");
    const orderId = used(last.id, orderRow().id, id, "reserved");
    expect(asks(last.code, by(id, orderId))).toBe(result);
  });

  it("is there for nobody once it counts, nor for a visitor because who held it has left", () => {
    const [paid, left] = [code({ maxUses: 1 }), code({ maxUses: 1 })];
    const { id } = person("Ada");
    const orderId = used(paid.id, orderRow().id, id);
    used(left.id, orderRow().id, "", "reserved");
    expect([asks(paid.code, { accountId: id, orderId }), asks(left.code, {})]).toEqual(["used_up", "used_up"]);
  });

  it("is taken by one order, and no use of another code with it", () => {
    const [last, other] = [code({ maxUses: 1 }), code({ maxUses: 1 })];
    const [ada, ben] = [person("Ada"), person("Ben")];
    const reserve = ({ id: accountId }: { id: string }, discountId: string | null, orderId = waits(accountId)) =>
      write((tx) => reserveDiscount(tx, { discountId, orderId, accountId }, NOW));
    const orderId = waits(ada.id);
    expect([reserve(ada, last.id, orderId), reserve(ben, last.id), reserve(ben, null)]).toEqual([true, false, true]);
    expect([rowOf(last.id)?.usedCount, rowOf(other.id)?.usedCount]).toEqual([1, 0]);
    expect(() => reserve(ada, "nobody-made-it")).toThrow("is gone");
    write((tx) => countDiscountUse(tx, orderId));
    expect([reserve(ada, last.id, orderId), stateOf(orderId)]).toEqual([true, "counted"]);
  });
});

describe("a code for first orders that is held", () => {
  it("takes the place of what its buyer holds of others for first orders, and of nothing else", () => {
    const [first, wanted] = [code({ firstOrderOnly: true }), code({ firstOrderOnly: true })];
    const [ada, ben] = [person("Ada"), person("Ben")];
    const held = (discountId: string, customerKey: string, state: State = "reserved") =>
      used(discountId, orderRow({ paidAt: null, status: "PENDING" }).id, customerKey, state);
    const replaced = held(first.id, ada.id);
    const kept = [held(first.id, ben.id), held(code().id, ada.id), held(first.id, "")];
    const orderId = waits(ada.id);
    for (const accountId of [ada.id, ""])
      write((tx) => reserveDiscount(tx, { discountId: wanted.id, orderId, accountId }, NOW));
    expect([replaced, ...kept].map(stateOf)).toEqual(["released", "reserved", "reserved", "reserved"]);
  });
});

describe("a use", () => {
  it("is counted, let go or replaced for its own order alone", () => {
    const { id: discountId } = code({ maxUses: 9 });
    const [first, second, third] = [1, 2, 3].map(() => used(discountId, orderRow().id, "-", "reserved"));
    const states = () => [first, second, third].map((id) => stateOf(id ?? ""));
    write((tx) => countDiscountUse(tx, second ?? ""));
    expect(states()).toEqual(["reserved", "counted", "reserved"]);
    write((tx) => releaseDiscount(tx, third ?? ""));
    expect([states(), rowOf(discountId)?.usedCount]).toEqual([["reserved", "counted", "released"], 2]);
    for (const orderId of [second, third, "nothing"]) {
      write((tx) => releaseDiscount(tx, orderId ?? ""));
      write((tx) => releaseOtherDiscount(tx, { discountId: "another", orderId: orderId ?? "" }));
    }
    write((tx) => countDiscountUse(tx, "nothing"));
    write((tx) => releaseOtherDiscount(tx, { discountId, orderId: first ?? "" }));
    expect([states(), rowOf(discountId)?.usedCount]).toEqual([["reserved", "counted", "released"], 2]);
    expect([first, second, third].map((id) => holdsDiscount(id ?? ""))).toEqual([true, true, false]);
  });

  it("that was let go counts again only where one is left", () => {
    const { id: discountId } = code({ maxUses: 1 });
    const [one, other] = [1, 2].map(() => used(discountId, orderRow().id, "-", "released"));
    for (const orderId of [one, other]) write((tx) => countDiscountUse(tx, orderId ?? ""));
    expect([one, other].map((id) => stateOf(id ?? ""))).toEqual(["counted", "released"]);
    expect(rowOf(discountId)?.usedCount).toBe(1);
  });

  it("has lapsed once its time is over, to the moment, and while it is only held", () => {
    const { id } = code();
    const before = new Date(NOW.getTime() - 1);
    const over = used(id, orderRow().id, "-", "reserved", before);
    used(id, orderRow().id, "-", "reserved", NOW);
    for (const state of ["counted", "released"] as const) used(id, orderRow().id, "-", state, before);
    expect(ordersWithLapsedHold(NOW)).toEqual([over]);
  });
});
