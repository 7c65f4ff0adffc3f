import { expect, it } from "vitest";
import { sources } from "./source";

/** Functions of the provider's SDK that read a webhook without checking its signature or its age. */
const UNVERIFIED_READERS =
  /constructEventWithoutVerification|\.signature\.verifyHeader|constructEvent(?:Async)?\([^)]*,\s*0\s*[,)]/;
/** The shop does not know whether its provider is the real one or the sandbox. */
const KNOWS_THE_STAGE = /payment-sandbox|paymentSandbox/i;

function findIn(pattern: RegExp, all: ReadonlyMap<string, string> = sources): string[] {
  return [...all].filter(([path, text]) => /^app\//.test(path) && pattern.test(text)).map(([path]) => path);
}

it("a message of the payment provider’s is never read without its signature and its age", () => {
  expect(findIn(UNVERIFIED_READERS)).toEqual([]);
  for (const line of [
    "stripe.webhooks.constructEventWithoutVerification(body)",
    "stripe.webhooks.signature.verifyHeader(body, header, secret)",
    "stripe.webhooks.constructEvent(body, header, secret, 0)",
  ])
    expect(findIn(UNVERIFIED_READERS, new Map([["app/planted.ts", line]]))).toEqual(["app/planted.ts"]);
});

it("the shop does not know of the sandbox that stands in for the provider", () => {
  expect(findIn(KNOWS_THE_STAGE)).toEqual([]);
  const planted = new Map([["app/planted.ts", 'import "../scripts/payment-sandbox/cards";']]);
  expect(findIn(KNOWS_THE_STAGE, planted)).toEqual(["app/planted.ts"]);
});
