import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createAlertWebhook, createHeartbeat } from "~/adapters/alerts/http.server";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that responds with this status, or not at all; with the requests it got. */
async function listener(status: number | null, headers: Record<string, string> = {}) {
  const asked: { method?: string; type?: string; body: string }[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    asked.push({ method: request.method, type: request.headers["content-type"], body });
    if (status !== null) response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/secret-part`, asked };
}

const ALERT = { text: "Alarm", alarms: [] };

describe("the webhook of alarms", () => {
  it("gets the text as JSON", async () => {
    const { url, asked } = await listener(204);
    expect(await createAlertWebhook({ url }).post(ALERT)).toEqual({ ok: true });
    expect(asked).toEqual([{ method: "POST", type: "application/json", body: JSON.stringify(ALERT) }]);
  });

  it.each([
    ["refuses", 403],
    ["says nothing", null],
  ])("that %s is reported without its URL", async (_, status) => {
    const { url } = await listener(status);
    const result = await createAlertWebhook({ url, timeoutMs: 300 }).post(ALERT);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain("secret-part");
  });

  it("that leads to another address takes nothing there", async () => {
    const other = await listener(200);
    const { url } = await listener(307, { Location: other.url });
    expect((await createAlertWebhook({ url }).post(ALERT)).ok).toBe(false);
    expect(other.asked).toEqual([]);
  });

  it("that is not there is reported", async () => {
    const result = await createAlertWebhook({ url: "http://127.0.0.1:1/secret-part" }).post(ALERT);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain("secret-part");
  });
});

it("the outside watcher is asked", async () => {
  const { url, asked } = await listener(200);
  expect(await createHeartbeat({ url }).send()).toEqual({ ok: true });
  expect(asked).toMatchObject([{ method: "GET" }]);
});
