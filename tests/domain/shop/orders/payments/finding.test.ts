import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import {
  guestPaymentOf,
  hasPayment,
  latestDecline,
  latestPayment,
  paymentOfReference,
  paymentStatusPath,
} from "~/domain/shop/orders/payments.server";
import { later, NOW, person } from "../../../../support/people";
import { orderRow, paymentRow } from "../order-rows";

const guest = (name: string) => {
  const names = { email: `${name}@finding.example`, firstName: name, lastName: "Marsh" };
  return { id: saveGuest({ guestId: undefined, basketKey: name }, names, NOW), ...names };
};

describe("a payment", () => {
  it("is found by its page or its element by its buyer alone", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const made = [ada, ben].map((buyer, place) => {
      const order = orderRow(buyer);
      const page = paymentRow(order.id, { attempt: 1, checkoutId: `cs_${place}` });
      const element = paymentRow(order.id, { attempt: 2, paymentIntentId: `pi_${place}` });
      return { buyer, order, page, element };
    });
    for (const [place, { buyer, page, element }] of made.entries()) {
      expect(paymentOfReference(buyer.id, `cs_${place}`)?.payment.id).toBe(page.id);
      expect(paymentOfReference(buyer.id, `pi_${place}`)?.payment.id).toBe(element.id);
    }
    for (const reference of ["cs_1", "pi_1"]) {
      expect(paymentOfReference(ada.id, reference)).toBeUndefined();
      expect(guestPaymentOf(reference)).toBeUndefined();
    }
  });

  it("of a guest is found by its reference, because nobody can sign in to see it", () => {
    const [gwen, hugh] = [guest("gwen"), guest("hugh")];
    paymentRow(orderRow(person("Ada")).id, { checkoutId: "cs_account" });
    paymentRow(orderRow(gwen).id, { checkoutId: "cs_gwen" });
    paymentRow(orderRow(hugh).id, { paymentIntentId: "pi_hugh" });
    expect(guestPaymentOf("cs_gwen")?.order.accountId).toBe(gwen.id);
    expect(guestPaymentOf("pi_hugh")?.order.accountId).toBe(hugh.id);
    for (const reference of ["cs_account", "pi_nowhere"]) expect(guestPaymentOf(reference)).toBeUndefined();
  });

  it("in a state is one of this order, made after an instant where one is given", () => {
    const [order, other] = [orderRow(person("Ada")), orderRow(person("Ben"))];
    paymentRow(order.id, { status: "open" });
    paymentRow(other.id, { status: "refused", createdAt: later(60) });
    const has = (...found: [Parameters<typeof hasPayment>[2][number], Date?]) =>
      hasPayment(db, order.id, [found[0]], found[1]);
    expect([has("open"), has("refused"), has("open", NOW), has("open", later(-0.001))]).toEqual([
      ...[true, false, false, true],
    ]);
  });

  it("that is the newest of its order says why it was declined, and where its page is", () => {
    const [order, other] = [orderRow(person("Ada")), orderRow(person("Ben"))];
    paymentRow(other.id, { attempt: 9, status: "open", checkoutId: "cs_other", lastError: "Elsewhere." });
    paymentRow(order.id, { attempt: 1, status: "open", checkoutId: "cs_first", lastError: "Too early." });
    expect([latestPayment(order.id)?.attempt, latestDecline(order.id)]).toEqual([1, "Too early."]);
    paymentRow(order.id, { attempt: 2, status: "open", checkoutId: "cs_second", lastError: "Insufficient funds." });
    expect(latestDecline(order.id)).toBe("Insufficient funds.");
    paymentRow(order.id, { attempt: 3, status: "failed", lastError: "Written for us." });
    expect(latestDecline(order.id)).toBeNull();
    expect(paymentStatusPath(order)).toBe("/payment-success?session_id=cs_second");
  });
});
