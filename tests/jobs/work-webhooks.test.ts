import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { webhookEvents } from "#db/schema";
import { storeWebhookEvent } from "~/domain/shop/orders/webhooks.server";
import { workWebhooks } from "~/jobs/work-webhooks";

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
