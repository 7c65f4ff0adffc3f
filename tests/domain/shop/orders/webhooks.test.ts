import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { alarms, webhookEvents } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { PROCESS_DIED } from "~/domain/kernel/jobs/lease.server";
import {
  rescheduleWebhookEvent,
  storeWebhookEvent,
  webhookQueue,
  workWebhookEvent,
  workWebhooks,
} from "~/domain/shop/orders/webhooks.server";
import { person } from "../../../support/people";
import { orderRow, paymentRow } from "./order-rows";

const NIGHT = new Date("2026-11-20T01:00:00Z");
const later = (seconds: number) => new Date(NIGHT.getTime() + seconds * 1000);

function keep(id: string, payload = '{"object":"charge","id":"ch_1"}'): void {
  storeWebhookEvent({ id, type: "charge.updated", objectId: "ch_1", payload }, NIGHT);
}
const states = () =>
  db
    .select()
    .from(webhookEvents)
    .all()
    .map(({ id, processedAt, tries }) => ({ id, isDone: processedAt !== null, tries }));

beforeEach(() => {
  db.delete(webhookEvents).run();
  db.delete(alarms).run();
  vi.spyOn(console, "error").mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

describe("the payment provider's messages", () => {
  it("are worked on once, also those about an unknown order", async () => {
    keep("evt_1");
    keep("evt_2");
    await workWebhooks(later(1));
    await workWebhooks(later(1000));
    expect(states()).toEqual([
      { id: "evt_1", isDone: true, tries: 1 },
      { id: "evt_2", isDone: true, tries: 1 },
    ]);
  });

  it("wait and are tried again when one cannot be worked on, without holding up the next", async () => {
    keep("evt_1", "this is no JSON");
    keep("evt_2");
    await workWebhooks(NIGHT);
    expect(states()).toEqual([
      { id: "evt_1", isDone: false, tries: 1 },
      { id: "evt_2", isDone: true, tries: 1 },
    ]);
    await workWebhooks(later(4));
    expect(states()[0]?.tries).toBe(1);
    await workWebhooks(later(6));
    expect(states()[0]).toEqual({ id: "evt_1", isDone: false, tries: 2 });
    const [line] = vi.mocked(console.error).mock.calls[0] ?? [];
    expect(JSON.parse(line)).toMatchObject({ event: "webhook_rescheduled", eventId: "evt_1", tries: 1 });
  });
});

describe("a message of the payment provider", () => {
  function keep(id: string, changes: Partial<typeof webhookEvents.$inferInsert> = {}): void {
    const event = { id, type: "checkout.session.completed", objectId: "cs_1", payload: "{}" };
    db.insert(webhookEvents)
      .values({ ...event, receivedAt: NIGHT, nextTryAt: NIGHT, ...changes })
      .run();
  }
  function take(now: Date) {
    const event = webhookQueue.claim(now);
    if (event === null) throw new Error("The message was lost.");
    return event;
  }

  it("is taken by one worker, and again when that one died", () => {
    keep("evt_1");
    expect(webhookQueue.claim(later(0))).toMatchObject({ id: "evt_1", tries: 1 });
    expect(webhookQueue.claim(later(14))).toBeNull();
    expect(webhookQueue.claim(later(15))).toMatchObject({ id: "evt_1", tries: 2 });
  });

  it("stays with the worker that says it is at it, and not with one that was away too long", () => {
    keep("evt_1");
    const first = take(later(0));
    expect(first).toMatchObject({ id: "evt_1", tries: 1 });
    webhookQueue.renew(first, later(10));
    expect(webhookQueue.claim(later(24))).toBeNull();
    expect(webhookQueue.claim(later(25))).toMatchObject({ id: "evt_1", tries: 2 });
    webhookQueue.renew(first, later(26));
    rescheduleWebhookEvent(first, "Too late.", later(26));
    expect(webhookQueue.claim(later(39))).toBeNull();
  });

  it("is set aside at the second death of its worker, with an alarm that names it, and the next one goes on", () => {
    keep("evt_1");
    keep("evt_2", { nextTryAt: later(60) });
    for (const seconds of [0, 15]) webhookQueue.claim(later(seconds));
    expect(webhookQueue.claim(later(60))).toMatchObject({ id: "evt_2", tries: 1 });
    expect(webhookQueue.claim(later(61))).toBeNull();
    const event = db.select().from(webhookEvents).where(eq(webhookEvents.id, "evt_1")).get();
    expect(event).toMatchObject({ tries: 2, deaths: 2, failure: PROCESS_DIED, processedAt: null });
    expect(openAlarms()).toMatchObject([
      { objectType: "webhook", message: expect.stringContaining("checkout.session.completed evt_1") },
    ]);
  });

  it("that failed in good order is tried for ever, however often", () => {
    keep("evt_1");
    for (let hour = 0; hour < 8; hour += 1) {
      const event = webhookQueue.claim(later(hour * 3600));
      if (event) rescheduleWebhookEvent(event, "The provider is silent.", later(hour * 3600));
      expect(event?.tries).toBe(hour + 1);
    }
  });

  it("is left alone once it was worked on", () => {
    keep("evt_1", { processedAt: NIGHT });
    expect(webhookQueue.claim(later(1000))).toBeNull();
  });

  it("is worked on even if nobody said when", () => {
    keep("evt_1", { nextTryAt: null });
    expect(webhookQueue.claim(NIGHT)).toMatchObject({ id: "evt_1", tries: 1 });
  });

  it("is put back for twice as long each time, an hour at most, and never given up", () => {
    keep("evt_1");
    let seconds = 0;
    const waits: number[] = [];
    for (let number = 0; number < 12; number += 1) {
      const event = take(later(seconds));
      rescheduleWebhookEvent(event, "The payment provider didn’t answer.", later(seconds));
      const next = db.select().from(webhookEvents).get()?.nextTryAt ?? NIGHT;
      waits.push((next.getTime() - later(seconds).getTime()) / 1000);
      seconds += waits.at(-1) ?? 0;
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    expect(db.select().from(webhookEvents).get()?.failure).toBe("The payment provider didn’t answer.");
  });
});

describe("a message about a dispute", () => {
  const dispute = (id: string, more = {}) =>
    storeWebhookEvent(
      {
        id,
        type: "charge.dispute.created",
        objectId: "du_1",
        payload: JSON.stringify({ object: "dispute", id, ...more }),
      },
      NIGHT,
    );
  const isDone = (id: string) =>
    db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).get()?.processedAt !== null;
  const DAY_SECONDS = 86_400;

  it("waits a day for a payment that is not known or not paid, and no longer", async () => {
    paymentRow(orderRow(person("Ada")).id, { paymentIntentId: "pi_open", status: "open" });
    for (const payment_intent of ["pi_unknown", "pi_open"]) {
      const id = `evt_${payment_intent}`;
      dispute(id, { payment_intent });
      await expect(workWebhookEvent(id, later(DAY_SECONDS))).rejects.toThrow("not known yet");
      expect(isDone(id)).toBe(false);
      await workWebhookEvent(id, later(DAY_SECONDS + 0.001));
      expect(isDone(id)).toBe(true);
    }
  });

  it("that names no payment is set aside, and so is one that is not there", async () => {
    dispute("evt_none");
    await workWebhookEvent("evt_none", NIGHT);
    expect(isDone("evt_none")).toBe(true);
    await workWebhookEvent("evt_nowhere", NIGHT);
  });
});

it("the end of one review does not end another, which staff are told of", async () => {
  const orders = ["one", "other"].map((name) => {
    const order = orderRow(person("Ada"));
    paymentRow(order.id, { paymentIntentId: `pi_review_${name}` });
    return order;
  });
  const tell = async (name: string, type: string) => {
    const payload = JSON.stringify({ object: "review", id: `prv_${name}`, payment_intent: `pi_review_${name}` });
    storeWebhookEvent({ id: `evt_${type}_${name}`, type, objectId: `prv_${name}`, payload }, NIGHT);
    await workWebhookEvent(`evt_${type}_${name}`, NIGHT);
  };
  await tell("one", "review.closed");
  await tell("one", "review.opened");
  await tell("other", "review.opened");
  expect(openAlarms().map(({ kind, objectId }) => [kind, objectId])).toEqual([["payment_review", orders[1]?.id]]);
});
