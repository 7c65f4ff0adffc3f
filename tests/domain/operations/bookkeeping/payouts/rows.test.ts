import { beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { ledger, payments, payoutLines, payouts, refunds, statementLines } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { payoutCompared, payoutsBetween, payoutsCompared } from "~/domain/operations/bookkeeping/payouts.server";
import { orderRow } from "../../../../support/orders";
import { NOW } from "../../../../support/people";

/** Rows of payouts and of our ledger, written as they are stored. */

beforeEach(() => {
  rawConnection().exec(
    "DELETE FROM payout_lines; DELETE FROM payouts; DELETE FROM ledger; DELETE FROM statement_lines; DELETE FROM refunds; DELETE FROM payments;",
  );
});

const inMs = (ms: number) => new Date(NOW.getTime() + ms);
let ids = 0;
const nextId = (kind: string) => {
  ids += 1;
  return `${kind}-${ids}`;
};
function payout(leftAt = NOW, given: Partial<typeof payouts.$inferInsert> = {}) {
  const id = nextId("po");
  const times = { leftAt, arrivesAt: leftAt, linesReadAt: leftAt, updatedAt: leftAt };
  db.insert(payouts)
    .values({ id, amountPence: 0, status: "paid", ...times, ...given })
    .run();
  return id;
}
function line(payoutId: string, given: Partial<typeof payoutLines.$inferInsert> = {}) {
  const id = nextId("txn");
  const row = {
    id,
    payoutId,
    kind: "payment",
    reference: id,
    amountPence: 100,
    feePence: 0,
    at: NOW,
    ...given,
  } as const;
  db.insert(payoutLines).values(row).run();
  return row;
}
const ours = (
  reference: string,
  amountPence: number,
  at = NOW,
  kind: (typeof ledger.$inferInsert)["kind"] = "payment",
) => db.insert(ledger).values({ orderId: orderRow().id, kind, amountPence, providerReference: reference, at }).run();
const booked = (id: string, feePence: number) =>
  db
    .insert(statementLines)
    .values({
      id,
      kind: "payment",
      source: id,
      amountPence: 0,
      feePence,
      at: NOW,
      bookedDay: "2026-11-20",
      readAt: NOW,
    })
    .run();
const found = (id: string) =>
  payoutCompared(id)?.rows.map(({ theirsPence, oursPence, mismatch }) => [theirsPence, oursPence, mismatch]);
const refunded = (providerId: string, status: "pending" | "succeeded") =>
  db
    .insert(refunds)
    .values({
      orderId: orderRow().id,
      amountPence: 100,
      reason: "-",
      status,
      providerId,
      createdAt: NOW,
      updatedAt: NOW,
    })
    .run();

describe("a line of a payout", () => {
  it("is the row of our ledger of its kind and name, in its own payout", () => {
    const [id, other] = [payout(), payout(inMs(1))];
    const [one, two] = [line(id), line(other, { amountPence: 300 })];
    ours(one.reference, 100);
    ours(one.reference, -7, NOW, "refund");
    ours(two.reference, 300);
    expect([found(id), found(other)]).toEqual([[[100, 100, null]], [[300, 300, null]]]);
    expect(payoutCompared("nothing")).toBeUndefined();
  });

  it.each([
    ["nobody knows", () => {}, [100, null, "missing_here"]],
    ["has another sum with us", (one: { reference: string }) => ours(one.reference, 99), [100, 99, "other_sum"]],
  ] as const)("that %s differs", (_, tell, expected) => {
    const id = payout();
    tell(line(id));
    expect(found(id)).toEqual([expected]);
  });

  it("has the fee that was booked for it, and a fee of the provider’s is all fee", () => {
    const id = payout();
    const [sale, dearer, fee, other] = [
      line(id, { feePence: 5 }),
      line(id, { feePence: 5 }),
      line(id, { kind: "fee", amountPence: -9, feePence: 0 }),
      line(id, { kind: "other", amountPence: 3, feePence: 4 }),
    ];
    for (const { reference } of [sale, dearer]) ours(reference, 100);
    for (const [one, pence] of [[sale, 5] as const, [dearer, 6] as const, [fee, 9] as const]) booked(one.id, pence);
    line(id, { kind: "fee", amountPence: -1 });
    expect(other && found(id)).toEqual([
      [100, 100, null],
      [100, 100, "other_sum"],
      [-9, -9, null],
      [3, null, "missing_here"],
      [-1, null, "missing_here"],
    ]);
    expect(payoutCompared(id)).toMatchObject({ oursPence: 200 - 9 - 11, differencePence: -180, differing: 3 });
  });

  it.each([
    ["money that was refused and sent back", "refused", 100, null],
    ["money that was paid", "paid", null, "missing_here"],
  ] as const)("of %s", (_, status, oursPence, mismatch) => {
    const id = payout();
    const paymentIntentId = nextId("pi");
    const row = { attempt: 1, status, amountPence: 100, createdAt: NOW, updatedAt: NOW };
    db.insert(payments)
      .values({ orderId: orderRow().id, paymentIntentId, ...row })
      .run();
    line(id, { kind: "refund", paymentIntentId });
    line(id, { kind: "refund", paymentIntentId: "another" });
    expect(found(id)).toEqual([
      [100, oursPence, mismatch],
      [100, null, "missing_here"],
    ]);
  });

  it.each([
    ["failed", 100, null],
    ["paid", null, "missing_here"],
  ] as const)("of an earlier payout that has %s", (status, oursPence, mismatch) => {
    const failed = payout(inMs(-DAY_MS), { status });
    payout(inMs(-2 * DAY_MS), { status: "failed" });
    const id = payout();
    line(id, { kind: "other", reference: failed });
    expect(found(id)).toEqual([[100, oursPence, mismatch]]);
  });

  it.each([
    ["refund", "pending", -100, -100, null],
    ["refund", "succeeded", -100, null, "missing_here"],
    ["refund_failed", "pending", 100, 100, null],
  ] as const)("of a %s that is %s with us", (kind, status, amountPence, oursPence, mismatch) => {
    const id = payout();
    const reference = nextId("re");
    refunded(reference, status);
    refunded(nextId("re"), "pending");
    line(id, { kind, reference, amountPence });
    expect(found(id)).toEqual([[amountPence, oursPence, mismatch]]);
  });

  it("is not known yet, so differs in nothing, unless it was asked for by hand", () => {
    const unread = payout(NOW, { amountPence: 500, linesReadAt: null });
    const byHand = payout(NOW, { amountPence: 500, linesReadAt: null, isByHand: true });
    expect([payoutCompared(unread)?.differencePence, payoutCompared(byHand)?.differencePence]).toEqual([0, 500]);
  });
});

describe("what no payout brought within two weeks", () => {
  const WAIT = 14 * DAY_MS;

  it("is what our ledger has from two weeks before the payout before to two weeks before this one", () => {
    payout(inMs(-60 * DAY_MS));
    payout(inMs(-DAY_MS));
    const id = payout();
    const from = -DAY_MS - WAIT;
    for (const [index, ms] of [from, from + 1, -WAIT, -WAIT + 1].entries()) ours(nextId("pi"), 10 ** index, inMs(ms));
    ours(nextId("pi"), 0, inMs(-WAIT));
    const brought = nextId("pi");
    ours(brought, 7, inMs(-WAIT));
    line(id, { reference: brought, amountPence: 7 });
    const ofOtherKind = nextId("re");
    ours(ofOtherKind, 50, inMs(-WAIT));
    line(id, { kind: "refund", reference: ofOtherKind, amountPence: 50 });
    const missing = found(id)?.flatMap(([theirs, pence, mismatch]) =>
      theirs === null ? [`${pence} ${mismatch}`] : [],
    );
    expect(missing?.sort()).toEqual(["10 missing_there", "100 missing_there", "50 missing_there"]);
  });

  it("is nothing before the first payout that we know, which is compared by its lines alone", () => {
    const first = payout(inMs(-20 * DAY_MS));
    ours(nextId("pi"), 10, inMs(-20 * DAY_MS - 1));
    ours(nextId("pi"), 100, inMs(-20 * DAY_MS + 1));
    const soon = payout(inMs(-7 * DAY_MS));
    const id = payout();
    expect([found(first), found(soon), found(id)]).toEqual([[], [], [[null, 100, "missing_there"]]]);
  });

  it("is nothing for a payout that left with another", () => {
    payout(inMs(-60 * DAY_MS));
    const [one, other] = [payout(), payout()];
    ours(nextId("pi"), 10, inMs(-WAIT));
    expect([found(one), found(other)]).toEqual(Array(2).fill([[null, 10, "missing_there"]]));
  });
});

it("payouts of some days are those that left from the first instant to the last, the newest first", () => {
  const [first, last] = [new Date("2026-06-30T23:00:00.000Z"), new Date("2026-07-31T22:59:59.999Z")];
  const all = [first.getTime() - 1, first.getTime(), last.getTime(), last.getTime() + 1].map((ms) =>
    payout(new Date(ms)),
  );
  const inside = [all[2], all[1]];
  expect(payoutsBetween(first, last).map(({ id }) => id)).toEqual(inside);
  const compared = payoutsCompared({ from: "2026-07-01", until: "2026-07-31" });
  expect(compared.map(({ payout: { id } }) => id)).toEqual(inside);
});
