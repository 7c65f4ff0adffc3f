import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { discountUses, orders, payments } from "#db/schema";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { quoteDiscount } from "~/domain/shop/discounts/discounts.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { placeLoopOrder } from "~/domain/shop/orders/orders.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { GOOD_CARD, payWith } from "../../../../adapters/payments/buyer";
import { code } from "../../../../support/discount-codes";
import { clock } from "../../../../support/payment-sandbox";
import { person } from "../../../../support/people";
import { bought, brokenInvariants, ordered, orderInput, pageFor, pay } from "../../../../support/shop";

afterEach(() => expect(brokenInvariants()).toEqual([]));

let browsers = 0;

/** A guest in a browser of their own, as the form of paying writes them. */
function guest(email: string) {
  browsers += 1;
  const basketKey = `guest-basket-${browsers}`;
  const id = saveGuest({ guestId: undefined, basketKey }, { email, firstName: "Gwen", lastName: "" }, clock.now);
  return { ...person("Gwen"), id, email };
}

const refusalOf = (buyer: ReturnType<typeof person>, discountCode: string) => {
  const placed = placeLoopOrder(orderInput(buyer, { discountCode }), clock.now);
  return placed.ok ? null : placed.reason === "discount" && placed.refusal;
};

describe("a guest and the code for first orders", () => {
  it("get it once for each email, in whichever browser and however the email is written", async () => {
    const order = await bought(guest("ivy@example.com"), { discountCode: "NEW10" });
    expect(order.totalPence).toBe(6299);
    expect(refusalOf(guest("IVY@Example.com"), "NEW10")).toBe("email_known");
    expect(refusalOf(guest("jem@example.com"), "NEW10")).toBeNull();
  });

  it("are refused where the email has ordered without it, or with an account", async () => {
    await bought(guest("kay@example.com"));
    expect(refusalOf(guest("kay@example.com"), "NEW10")).toBe("email_known");
    const lil = person("Lil");
    await bought(lil);
    expect(refusalOf(guest(lil.email), "NEW10")).toBe("email_known");
  });

  it("are not refused for an order that was never paid", () => {
    ordered(guest("max@example.com"), { discountCode: "NEW10" });
    expect(refusalOf(guest("max@example.com"), "NEW10")).toBeNull();
  });

  it("are told before the email is known what the code takes", () => {
    const asked = { code: "NEW10", subtotalPence: 6999, accountId: "" };
    expect(quoteDiscount(asked, clock.now)).toMatchObject({ ok: true, discountPence: 700 });
  });

  it("count for the account with that email too", async () => {
    const nan = person("Nan");
    await bought(guest(nan.email), { discountCode: "NEW10" });
    expect(refusalOf(nan, "NEW10")).toBe("not_first_order");
  });

  it("are known by the email of an order whose account has another one now", async () => {
    const old = await bought(guest("old@example.com"));
    saveGuest(
      { guestId: old.accountId ?? "", basketKey: "other" },
      { email: "new@example.com", firstName: "Gwen", lastName: "" },
      clock.now,
    );
    expect(refusalOf(guest("old@example.com"), "NEW10")).toBe("email_known");
  });
});

describe("a guest and a code for once a customer", () => {
  it("get it once for each email, also after an order without it", async () => {
    code("GUEST-ONCE", { oncePerCustomer: true });
    await bought(guest("ora@example.com"));
    expect(refusalOf(guest("ora@example.com"), "GUEST-ONCE")).toBeNull();
    await bought(guest("ora@example.com"), { discountCode: "GUEST-ONCE" });
    expect(refusalOf(guest("ora@example.com"), "GUEST-ONCE")).toBe("email_known");
  });
});

describe("two browsers of one guest", () => {
  it("hold one use: the page of the first is closed when the second is opened", async () => {
    const [first, second] = ["pip@example.com", "Pip@example.com"].map((email) =>
      ordered(guest(email), { discountCode: "NEW10" }),
    );
    if (!first || !second) throw new Error("No orders.");
    const firstPage = await pageFor(first);
    await pay(second);
    await expect(payWith(firstPage, GOOD_CARD)).rejects.toThrow();
    expect((await fulfilOrder(second.id, clock.now)).ok).toBe(true);
    expect(await fulfilOrder(first.id, clock.now)).toMatchObject({ ok: false });
    expect(await openPayment(first, clock.now)).toEqual({ ok: false, reason: "discount_used_up" });
    const use = db.select().from(discountUses).where(eq(discountUses.orderId, first.id)).get();
    expect(use?.state).toBe("released");
  });

  it("do not both get it where both have paid: the second sum is sent back", async () => {
    const [plain, cheap] = [
      ordered(guest("quy@example.com")),
      ordered(guest("quy@example.com"), { discountCode: "NEW10" }),
    ];
    await pay(cheap);
    await pay(plain);
    expect((await fulfilOrder(plain.id, clock.now)).ok).toBe(true);
    expect(await fulfilOrder(cheap.id, clock.now)).toEqual({ ok: false, reason: "wrong_sum" });
    expect(db.select().from(orders).where(eq(orders.id, cheap.id)).get()?.paidAt).toBeNull();
    const paid = db.select().from(payments).where(eq(payments.orderId, cheap.id)).all();
    expect(paid).toMatchObject([{ status: "refused", returnedAt: clock.now }]);
  });

  it("leave the hold of a code for everybody with the browser that has it", async () => {
    code("GUEST-LAST", { maxUses: 1 });
    await pageFor(ordered(guest("ros@example.com"), { discountCode: "GUEST-LAST" }));
    expect(refusalOf(guest("ros@example.com"), "GUEST-LAST")).toBe("used_up");
  });
});
