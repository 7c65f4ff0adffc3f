import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { handleCall } from "../../scripts/payment-sandbox/api";
import { answerChallenge, runDue } from "../../scripts/payment-sandbox/payments/checkout";
import { decide, raiseDispute } from "../../scripts/payment-sandbox/payments/disputes";
import { openStore } from "../../scripts/payment-sandbox/store";
import { NO_FAILURE } from "../../scripts/payment-sandbox/switches";
import type { Work } from "../../scripts/payment-sandbox/work";
import { chance } from "../support/chance";
import { rounds } from "../support/rounds";

/**
 * The sandbox against a small model of it: random walks through everything that can be done to a payment.
 * The model predicts the result of each step, and in the end the balance must be right to the penny.
 */

const WALKS = rounds(10_000, 1_500);
const STEPS = 6;
const SEED = Number(process.env.MODEL_SEED ?? 20261121);

const store = openStore(join(mkdtempSync(join(settings.dataFolder, "model-")), "model.db"));
store.connection.pragma("synchronous = OFF");
afterAll(() => store.close());

let second = 1_790_000_000;
const work = (): Work => ({
  store,
  switches: { ...NO_FAILURE },
  endpoint: null,
  publicOrigin: "http://sandbox.example",
  now: new Date(second * 1000),
  request: { id: null, idempotencyKey: null },
});

function call(method: "GET" | "POST", path: string, fields: Record<string, string | number> = {}) {
  const written = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const response = handleCall(
    {
      method,
      path,
      written,
      contentType: "application/x-www-form-urlencoded",
      authorization: "Bearer sk_test_x",
      version: undefined,
      idempotencyKey: undefined,
    },
    work(),
    { secret: "sk_test_x", publishable: "pk_test_x" },
    new Set(),
  );
  if (response.kind !== "answer") throw new Error(`No answer to ${method} ${path}.`);
  return { status: response.status, body: JSON.parse(response.body) as { id: string; status: string } };
}

/** The model's state of one payment. */
interface Payment {
  id: string;
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  amount: number;
  refunded: number;
  /** Null where the buyer has not objected. */
  dispute: "open" | "won" | "lost" | null;
}

const CARDS = {
  pm_card_visa: "pays",
  pm_card_chargeDeclined: "declines",
  pm_card_authenticationRequired: "asks",
  pm_card_createDispute: "pays and disputes",
} as const;

/** Whether the bank has left us the money, or given it back. */
const isOurs = ({ dispute }: Payment) => dispute === null || dispute === "won";

it(`${WALKS} random walks go as the model says, and the books balance (seed ${SEED})`, () => {
  const draw = chance(SEED);
  const pick = <T>(from: readonly T[]): T => from[draw.whole(0, from.length - 1)] as T;
  /** Net of fees in pence: 1.5 % and 20p for a British card, £20 for a dispute. */
  let expected = 0;

  function confirm(payment: Payment) {
    const card = pick(Object.keys(CARDS) as (keyof typeof CARDS)[]);
    const response = call("POST", `/v1/payment_intents/${payment.id}/confirm`, {
      payment_method: card,
      return_url: "http://shop.example/back",
    });
    if (payment.status === "succeeded" || payment.status === "canceled") return expect(response.status).toBe(400);
    const outcome = CARDS[card];
    payment.status =
      outcome === "declines" ? "requires_payment_method" : outcome === "asks" ? "requires_action" : "succeeded";
    expect([response.status, response.body.status]).toEqual(
      outcome === "declines" ? [402, undefined] : [200, payment.status],
    );
    if (payment.status === "succeeded") take(payment, outcome === "pays and disputes");
  }

  function take(payment: Payment, isDisputed: boolean) {
    expected += payment.amount - Math.round((payment.amount * 15) / 1000) - 20;
    if (isDisputed) expected -= payment.amount + 2000;
    payment.dispute = isDisputed ? "open" : null;
  }

  function answerQuestion(payment: Payment) {
    const response = pick(["complete", "fail"] as const);
    const result = store.transaction(() => answerChallenge(work(), payment.id, response));
    if (payment.status !== "requires_action") return expect(result.outcome).toBe("unknown");
    expect(result.outcome).toBe("return");
    payment.status = response === "complete" ? "succeeded" : "requires_payment_method";
    if (response === "complete") take(payment, false);
  }

  function cancel(payment: Payment) {
    const response = call("POST", `/v1/payment_intents/${payment.id}/cancel`);
    const isOver = payment.status === "succeeded" || payment.status === "canceled";
    expect(response.status).toBe(isOver ? 400 : 200);
    if (!isOver) payment.status = "canceled";
  }

  function changeAmount(payment: Payment) {
    const amount = draw.whole(30, 10_030);
    const response = call("POST", `/v1/payment_intents/${payment.id}`, { amount });
    const isOver = payment.status === "succeeded" || payment.status === "canceled";
    expect(response.status).toBe(isOver ? 400 : 200);
    if (!isOver) payment.amount = amount;
  }

  function refund(payment: Payment) {
    const amount = draw.whole(1, payment.amount);
    const response = call("POST", "/v1/refunds", { payment_intent: payment.id, amount });
    const isPossible = payment.status === "succeeded" && isOurs(payment) && amount <= payment.amount - payment.refunded;
    expect(response.status).toBe(isPossible ? 200 : 400);
    if (!isPossible) return;
    payment.refunded += amount;
    expected -= amount;
  }

  /** Also of what was refunded: the bank takes the whole payment. */
  function dispute(payment: Payment) {
    const [charge] = store.children("charge", payment.id).filter(({ paid }) => paid);
    if (!charge || payment.dispute !== null) return;
    store.transaction(() => raiseDispute(work(), charge, "fraudulent", false));
    payment.dispute = "open";
    expected -= payment.amount + 2000;
  }

  function decideDispute(payment: Payment) {
    const charges = store.children("charge", payment.id);
    const [objection] = charges.flatMap(({ id }) => store.children("dispute", id));
    if (!objection || payment.dispute !== "open") return;
    const decision = pick(["won", "lost"] as const);
    store.transaction(() => decide(work(), objection, decision));
    payment.dispute = decision;
    if (decision === "won") expected += payment.amount;
  }

  function wait() {
    second += draw.whole(0, 30);
    runDue(work());
  }

  const actions = [
    confirm,
    confirm,
    answerQuestion,
    cancel,
    changeAmount,
    refund,
    refund,
    dispute,
    decideDispute,
    wait,
  ];
  for (let walk = 0; walk < WALKS; walk += 1) {
    const amount = draw.whole(30, 10_030);
    const { body } = call("POST", "/v1/payment_intents", { amount, currency: "gbp" });
    const payment: Payment = {
      id: body.id,
      status: "requires_payment_method",
      amount,
      refunded: 0,
      dispute: null,
    };
    for (let step = 0; step < STEPS; step += 1) pick(actions)(payment);
    expect(call("GET", `/v1/payment_intents/${payment.id}`).body.status).toBe(payment.status);
  }
  const [row] = store.connection
    .prepare<[], { net: number }>(
      "SELECT SUM(json_extract(body, '$.net')) AS net FROM objects WHERE kind = 'balance_transaction'",
    )
    .all();
  expect(row?.net).toBe(expected);
}, 300_000);
