import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

/** A provider's API that has these endpoints, or refuses a path. */
let endpoints: { url: string; status: string; enabled_events: string[] }[] = [];
let refused = "";
const api = createServer((request, response) => {
  const isRefused = refused !== "" && (request.url ?? "").startsWith(refused);
  const error = { type: "invalid_request_error", message: "This key may not do that." };
  const data = request.url?.startsWith("/v1/webhook_endpoints") ? endpoints : [];
  response.writeHead(isRefused ? 403 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(isRefused ? { error } : { object: "list", data, has_more: false }));
});
await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
process.env.STRIPE_API_ORIGIN = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

const { db } = await import("#db/client.server");
const { webhookEvents } = await import("#db/schema");
const { settings } = await import("~/adapters/settings.server");
const { NEEDED_EVENTS } = await import("~/domain/shop/orders/webhook-events");
const { findingsOf } = await import("~/domain/system/checks/doctor.server");
const { PAYMENTS } = await import("~/domain/system/checks/payments.server");
const { WEBHOOK_LATE_MS } = await import("~/domain/system/health/health-limits");

afterAll(() => {
  api.closeAllConnections();
  api.close();
});

const NOW = new Date("2026-11-22T12:00:00Z");
const OURS = { url: `${settings.publicOrigin}/webhooks/stripe`, status: "enabled", enabled_events: ["*"] };
beforeEach(() => {
  endpoints = [OURS];
  refused = "";
});

const ask = () => findingsOf(PAYMENTS, NOW);
const webhook = async () => (await ask()).find(({ name }) => name === "Payments: webhook");

describe("the payment provider", () => {
  it("that refuses our key is told of, and nothing else is asked", async () => {
    refused = "/v1/events";
    expect(await ask()).toMatchObject([
      { name: "Payments: round trip", state: "failing", message: expect.stringContaining("refuses our key") },
    ]);
  });

  it("is a sandbox without a key, in a shop that isn’t open", async () => {
    const { secretKey } = settings.payments;
    Object.assign(settings.payments, { secretKey: "" });
    const message = "No provider is set, so payments go to a sandbox.";
    expect(await ask()).toMatchObject([{ name: "Payments", state: "warning", message }]);
    Object.assign(settings.payments, { secretKey });
  });
});

describe("our endpoint at the provider", () => {
  it.each([
    ["with every event is well", [OURS], "well", "every event"],
    ["with every event by name is well", [{ ...OURS, enabled_events: [...NEEDED_EVENTS] }], "well", "every event"],
    [
      "without one of the events is told of",
      [{ ...OURS, enabled_events: NEEDED_EVENTS.slice(1) }],
      "failing",
      `It doesn’t get ${NEEDED_EVENTS[0]}.`,
    ],
    ["that is switched off is told of", [{ ...OURS, status: "disabled" }], "failing", "is switched off"],
    ["beside others is told of where it is missing", [{ ...OURS, url: "https://a.example" }], "failing", "No endpoint"],
  ])("%s", async (_, given, state, message) => {
    endpoints = given;
    expect(await webhook()).toMatchObject({ state, message: expect.stringContaining(message) });
  });

  it("is unknown where our key may not ask for it", async () => {
    refused = "/v1/webhook_endpoints";
    expect(await webhook()).toMatchObject({ state: "unknown", toDo: expect.stringContaining(OURS.url) });
  });
});

it.each([
  [WEBHOOK_LATE_MS, "well"],
  [WEBHOOK_LATE_MS + 1, "failing"],
])("a provider’s message that has waited for %s ms is %s", async (age, state) => {
  db.delete(webhookEvents).run();
  const event = { id: "evt_1", type: "charge.updated", objectId: "ch_1", payload: "{}" };
  db.insert(webhookEvents)
    .values({ ...event, receivedAt: new Date(NOW.getTime() - age) })
    .run();
  const check = PAYMENTS.find(({ readers }) => readers?.ready === "webhooks");
  expect(await check?.assess(NOW, {})).toMatchObject({ state });
});
