import { AsyncResource } from "node:async_hooks";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEntraIdentity } from "~/adapters/identity/entra.server";
import { createSmtpMail } from "~/adapters/mail/smtp.server";
import { createStripePayments } from "~/adapters/payments/stripe.server";
import { createProdigi } from "~/adapters/printer/prodigi.server";
import { beginWaiting, createExternalClient, inBackground } from "~/adapters/waiting/outside-calls.server";

type Failure = (socket: Socket) => void;

/** What another system does with every connection. */
const OF_HTTP: Readonly<Record<string, Failure>> = {
  "says nothing": () => {},
  "begins an answer and goes on a byte at a time": (socket) => {
    socket.once("data", () => drip(socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"));
  },
};
const OF_A_RELAY: Readonly<Record<string, Failure>> = {
  "says nothing": () => {},
  "greets a byte at a time": (socket) => drip(socket, "220-"),
};

function drip(socket: Socket, beginning: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(" "), 20);
  socket.once("close", () => clearInterval(timer));
}

let open: Set<Socket>;
let connections = 0;
let failure: Failure = () => {};
const server = createServer((socket) => {
  connections += 1;
  open.add(socket);
  socket.on("error", () => {});
  failure(socket);
});
let port = 0;
beforeEach(async () => {
  open = new Set();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** As in a request: its calls to one system have one budget. */
const asRequest = <Result>(run: () => Promise<Result>) =>
  new AsyncResource("request").runInAsyncScope(async () => {
    beginWaiting();
    return await run();
  });

const LONGEST_MS = 300;

/** Connections that were on their way are counted before one that is opened now. */
async function countConnections(): Promise<number> {
  const last = connect(port, "127.0.0.1");
  await once(last, "connect");
  await expect.poll(() => [...open].some((socket) => socket.remotePort === last.localPort)).toBe(true);
  last.destroy();
  return connections;
}

/** One call of each adapter that asks another system while somebody waits, and its response. */
const CALLS: Readonly<Record<string, { ask: () => () => Promise<unknown>; fails: object }>> = {
  "the payment provider": {
    ask() {
      const api = { host: "127.0.0.1", port, protocol: "http" as const };
      const secrets = { secretKey: "sk_test_x", webhookSecrets: ["whsec_x"], liveMode: false };
      const payments = createStripePayments({ ...secrets, api, timeoutMs: LONGEST_MS });
      return () => payments.readPayment("pi_x");
    },
    fails: { ok: false, reason: "unavailable" },
  },
  "the printer": {
    ask() {
      const products = { standard: "S", luxury: "L" };
      const origin = `http://127.0.0.1:${port}`;
      const own = { apiKey: "key", origin, products, shippingMethod: "Standard", timeoutMs: LONGEST_MS };
      const printer = createProdigi(own);
      return () => printer.status("ord_1");
    },
    fails: { ok: false, reason: "unavailable" },
  },
  "the directory": {
    ask() {
      const own = { tenantId: "t", clientId: "c", clientSecret: "s", longestMs: LONGEST_MS };
      const identity = createEntraIdentity({ issuer: `http://127.0.0.1:${port}`, ...own });
      return () => identity.begin("http://localhost:3000/hyperloop/entra/callback");
    },
    fails: { ok: false, reason: "unreachable" },
  },
  "the mail relay": {
    ask() {
      const from = { name: "Loop", address: "hello@loop.example" };
      const mail = createSmtpMail({
        url: `smtp://127.0.0.1:${port}`,
        from,
        clientName: "localhost",
        longestMs: LONGEST_MS,
      });
      return () => mail.check();
    },
    fails: { ok: false },
  },
};

describe.each(Object.entries(CALLS))("while somebody waits for %s", (name, { ask, fails }) => {
  it.each(Object.keys(name === "the mail relay" ? OF_A_RELAY : OF_HTTP))(
    "that %s, the call fails, and the request asks no more",
    async (kind) => {
      failure = { ...OF_HTTP, ...OF_A_RELAY }[kind] ?? failure;
      const call = ask();
      await asRequest(async () => {
        expect(await call()).toMatchObject(fails);
        const before = await countConnections();
        expect(await call()).toMatchObject(fails);
        expect(await countConnections()).toBe(before + 1);
      });
    },
  );
});

describe("what a request began and nobody waits for", () => {
  it("has time of its own, although the request has none left", async () => {
    const client = createExternalClient({ longestMs: 50, unawaitedMs: null });
    await asRequest(async () => {
      await expect(client.call("read", () => new Promise(() => {}))).rejects.toThrow("No answer");
      await expect(client.call("read", async () => "a file")).rejects.toThrow("moment ago");
      expect(await inBackground(() => client.call("read", async () => "a file"))).toBe("a file");
    });
  });
});

describe("a system that is back", () => {
  it("is asked again sooner than a request waits for one", async () => {
    const longestMs = 400;
    const client = createExternalClient({ longestMs, unawaitedMs: null });
    const read = (run: () => Promise<string>) => asRequest(() => client.call("read", run));
    const hangs = () => new Promise<never>(() => {});
    await expect(read(hangs)).rejects.toThrow("No answer");
    await expect(read(hangs)).rejects.toThrow("No answer");
    const failedAt = performance.now();
    const isBack = async () => "a file";
    await expect(read(isBack)).rejects.toThrow("moment ago");
    await expect.poll(() => read(isBack).catch(() => null), { interval: 20, timeout: 3 * longestMs }).toBe("a file");
    expect(performance.now() - failedAt).toBeLessThan(longestMs);
  });
});
