import { expect, it } from "vitest";
import { paymentStatusFrom, sentenceOf, setbackOf } from "~/domain/shop/orders/payment-copy";

const PAYMENT = { status: "open", returnedAt: null, lastError: null };
const DECLINED = { ...PAYMENT, lastError: "Your card was declined." };
const REFUSED = { ...DECLINED, status: "refused" };

it.each([
  ["that nobody has heard of yet is waited for", "not_paid", PAYMENT, "waiting"],
  ["that a bank declined has failed", "not_paid", DECLINED, "failed"],
  ["whose money is on its way is processed, also after a decline", "processing", DECLINED, "processing"],
  ["of another sum is told as one", "processing", REFUSED, "wrong_sum"],
  ["that was sent back is told as that", "wrong_sum", { ...REFUSED, returnedAt: new Date() }, "sent_back"],
] as const)("a payment %s", (_, reason, payment, status) => {
  expect(paymentStatusFrom(reason, payment)).toBe(status);
});

it("a buyer who can't pay now reads why and for how long", () => {
  const failure = { reason: "unavailable" } as const;
  expect(setbackOf({ kind: "unavailable", failure })).toEqual({
    ...{ sentence: sentenceOf(failure), status: 503, seconds: 60 },
  });
  const pause = { reason: "crowded", seconds: 600 } as const;
  expect(setbackOf({ kind: "paused", pause })).toMatchObject({ status: 429, seconds: 600 });
});
