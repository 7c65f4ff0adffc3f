import { expect, it } from "vitest";
import { movementsOf } from "~/domain/operations/bookkeeping/payout-lines.server";

const LINE = { id: "txn_1", source: "ch_1", paymentIntentId: "pi_1", amountPence: -100, feePence: 5 };

it.each([
  ["payment", { kind: "payment", amountPence: -100, feePence: 5 }],
  ["refund", { kind: "refund", amountPence: -100, feePence: 5 }],
  ["refund_failed", { kind: "refund", amountPence: -100, feePence: 5 }],
  ["dispute", { kind: "dispute", amountPence: -100, feePence: 5 }],
  ["dispute_won", { kind: "dispute", amountPence: -100, feePence: 5 }],
  ["fee", { kind: "other", amountPence: 0, feePence: 105 }],
  ["other", null],
] as const)("a payout’s line of kind %s is stored as %j", (kind, movement) => {
  const at = new Date("2026-11-20T10:00:00Z");
  expect(movementsOf({ ...LINE, kind, at })).toEqual(movement === null ? [] : [{ ...LINE, at, ...movement }]);
});
