import "../../../../support/payment-sandbox";
import { afterEach, beforeEach, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, ledger, payments, refunds } from "#db/schema";
import { openAlarms, raiseAlarm, resolveAlarm } from "~/domain/kernel/alarms/alarms.server";
import { compareWithProvider } from "~/domain/shop/orders/ledger-check.server";
import { openElementPayment } from "~/domain/shop/orders/payments.server";
import { payInElement } from "../../../../adapters/payments/buyer";
import { clock, sandbox } from "../../../../support/payment-sandbox";
import { person } from "../../../../support/people";
import { bought, ordered } from "../../../../support/shop";
import { orderRow, paymentRow, refundRow } from "../order-rows";

/** Payments that the provider has never heard of: each that is compared differs. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

beforeEach(() => {
  for (const table of [ledger, refunds, payments, alarms]) db.delete(table).run();
});
afterEach(() => sandbox.control.setSwitches({ fault: null }));

const ago = (milliseconds: number) => new Date(clock.now.getTime() - milliseconds);

/** A paid order with one line in our ledger, of a day ago by default. */
function inLedger(paymentIntentId: string, milliseconds = DAY_MS) {
  const order = orderRow(person("Ada"));
  paymentRow(order.id, { paymentIntentId });
  const line = { orderId: order.id, kind: "payment", amountPence: 6999, providerReference: paymentIntentId } as const;
  db.insert(ledger)
    .values({ ...line, at: ago(milliseconds) })
    .run();
  return order.id;
}
const about = { kind: "ledger_differs", objectType: "payment", message: "They differ." } as const;
const alarmOf = (objectId: string, dedupeKey = `ledger:${objectId}`) =>
  raiseAlarm(db, { ...about, objectId, dedupeKey }, clock.now);

async function differences() {
  const compared = await compareWithProvider(clock.now);
  return compared.ok ? compared.differences : compared.reason;
}
const references = async () => {
  const found = await differences();
  return typeof found === "string" ? found : found.map(({ reference }) => reference).sort();
};

it("what moved in our ledger is compared from five weeks ago, when nothing was read before, until ten minutes ago", async () => {
  inLedger("pi_too_old", 35 * DAY_MS + 1);
  inLedger("pi_oldest", 35 * DAY_MS);
  inLedger("pi_newest", 10 * MINUTE_MS);
  inLedger("pi_too_new", 10 * MINUTE_MS - 1);
  expect(await references()).toEqual(["pi_newest", "pi_oldest"]);
});

it("a payment that was not accepted is not compared for what moved of its order", async () => {
  paymentRow(inLedger("pi_paid"), { attempt: 2, status: "expired", paymentIntentId: "pi_expired" });
  expect(await references()).toEqual(["pi_paid"]);
});

it("a payment with an open alarm is compared, and not one with another alarm or a resolved one", async () => {
  for (const reference of ["pi_open", "pi_other", "pi_resolved"]) inLedger(reference, 99 * DAY_MS);
  alarmOf("pi_open");
  alarmOf("pi_other", "books:pi_other");
  alarmOf("txn_unknown");
  alarmOf("pi_resolved");
  const resolved = openAlarms().find(({ objectId }) => objectId === "pi_resolved");
  resolveAlarm(db, { alarmId: resolved?.id ?? "", staffId: "joan", reason: "Seen." }, clock.now);
  expect(await references()).toEqual(["pi_open"]);
});

it("our ledger has of a payment what moved of its order, less what is sent and has not arrived", async () => {
  const [orderId, other] = [inLedger("pi_one"), inLedger("pi_other")];
  refundRow(orderId, { amountPence: 100, providerId: "re_sent" });
  refundRow(orderId, { amountPence: 200 });
  refundRow(orderId, { amountPence: 300, providerId: "re_arrived", status: "succeeded" });
  refundRow(other, { amountPence: 1000, providerId: "re_elsewhere" });
  expect(await differences()).toMatchObject([
    { reference: "pi_one", orderId, oursPence: 6899, theirsPence: 0 },
    { reference: "pi_other", orderId: other, oursPence: 5999, theirsPence: 0 },
  ]);
});

it("money that was refused is nobody's: none of it is ours once it is sent back, and before, another alarm is open", async () => {
  const orderId = inLedger("pi_paid", 99 * DAY_MS);
  paymentRow(orderId, { attempt: 2, status: "refused", paymentIntentId: "pi_returned", returnedAt: clock.now });
  paymentRow(orderId, { attempt: 3, status: "refused", paymentIntentId: "pi_waits" });
  for (const reference of ["pi_returned", "pi_waits"]) alarmOf(reference);
  expect(await references()).toEqual([]);
  expect(openAlarms()).toEqual([]);
});

it("a payment that only the provider knows is one that we lost", async () => {
  const opened = await openElementPayment(ordered(), clock.now);
  await payInElement(sandbox.origin, opened.ok ? opened.clientSecret : "");
  clock.advance(11);
  expect(await differences()).toMatchObject([{ orderId: null, oursPence: null, theirsPence: 6999 }]);
});

it.each(["/v1/refunds", "/v1/disputes", "/v1/payment_intents"])(
  "nothing is raised or settled where the provider does not respond about a payment: %s",
  async (path) => {
    await bought();
    db.update(ledger).set({ amountPence: 1 }).run();
    alarmOf("pi_open");
    clock.advance(11);
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100, path } });
    expect(await differences()).toBe("unavailable");
    expect(openAlarms().map(({ objectId }) => objectId)).toEqual(["pi_open"]);
  },
);
