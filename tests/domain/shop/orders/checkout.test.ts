import "../../../support/payment-sandbox";
import { afterEach, describe, expect, it } from "vitest";
import { basketStatus, type PaymentRequest, startPayment } from "~/domain/shop/orders/checkout.server";
import type { LoopOrderRequest } from "~/domain/shop/orders/orders.server";
import { latestPayment } from "~/domain/shop/orders/payments.server";
import { openPage, pressButton } from "../../../adapters/payments/buyer";
import { anAddress } from "../../../support/addresses";
import { code } from "../../../support/discount-codes";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { orderInput, pay } from "../../../support/shop";

afterEach(() => sandbox.control.setSwitches({ fault: null }));

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };

const start = (basket: PaymentRequest["basket"], given: Partial<PaymentRequest> = {}) =>
  startPayment({ basket, checkoutMode: "page", shownPence: null, clientAddress: "203.0.113.7", ...given }, clock.now);
const loop = (change: Partial<LoopOrderRequest> = {}) => orderInput(person("Ada"), change);

describe("paying for a basket", () => {
  it("begins on the provider's page, or in the card element with the address that is delivered to", async () => {
    expect(await start(loop())).toMatchObject({ kind: "page", url: expect.stringContaining(sandbox.origin) });
    const element = { checkoutMode: "element", shownPence: "6999" } as const;
    expect(await start(loop(), element)).toMatchObject({
      kind: "element",
      ready: { totalPence: 6999, shipping: { address: { city: "Leeds", country: "GB" } } },
    });
    const gift = loop({ gift: NOBODY, address: null });
    expect(await start(gift, element)).toMatchObject({ kind: "element", ready: { shipping: null } });
  });

  it("opens nothing where its buyer was shown another sum", async () => {
    const changed = await start(loop(), { shownPence: 6998 });
    expect(changed.kind).toBe("price_changed");
    expect("order" in changed && latestPayment(changed.order.id)).toBeUndefined();
  });

  it("is refused of what is not sold, and with a code that does not hold", async () => {
    expect(await start(loop({ type: "dinosaurs-first-year" }))).toEqual({ kind: "refused", refusal: "not_for_sale" });
    expect(await start(loop({ discountCode: "NO-SUCH" }))).toMatchObject({ kind: "refused", refusal: "unknown" });
    const { accountId, basketKey, buyer } = loop();
    const copies = { accountId, basketKey, buyer, items: [], address: anAddress() };
    expect(await start(copies)).toEqual({ kind: "refused", refusal: "not_for_sale" });
  });

  it("that costs nothing fulfils it at once", async () => {
    code("ALL", { value: 100 });
    const nothing = await start(loop({ discountCode: "ALL" }));
    expect(nothing).toMatchObject({ kind: "nothing_to_pay", isSettled: true });
  });

  it("that is paid, or whose money is on its way, opens nothing more", async () => {
    const [card, debit] = [loop(), loop()];
    for (const basket of [card, debit]) {
      const opened = await start(basket);
      if (opened.kind !== "page") throw new Error(opened.kind);
      if (basket === card) await pay(opened.order);
      else await pressButton(await openPage(opened.url), "Pay £69.99 by bank debit", { account: "22222227" });
    }
    expect(await start(card)).toMatchObject({ kind: "already_paid", isSettled: true });
    expect(await start(debit)).toMatchObject({ kind: "already_paid", isSettled: false });
    const statusOf = ({ accountId, basketKey }: LoopOrderRequest) => basketStatus(accountId, basketKey, clock.now);
    expect([await statusOf(card), await statusOf(debit), await statusOf(loop())]).toEqual([
      ...["paid", "processing", "open"],
    ]);
  });

  it("says that the provider is silent", async () => {
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100 } });
    expect(await start(loop())).toMatchObject({ kind: "unavailable", failure: { reason: "unavailable" } });
  });
});
