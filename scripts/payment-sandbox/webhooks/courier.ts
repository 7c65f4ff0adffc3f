import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { Store } from "../store";
import type { Switches } from "../switches";
import type { WebhookEndpoint } from "../work";
import { type DueDelivery, noteAttempt, type Reception, takeDueDeliveries } from "./queue";
import { signatureHeader } from "./signature";

/** The shop has ten seconds to respond; a redirect counts as a failure. */
const TIME_LIMIT_MS = 10_000;
const LEASE_MS = 2 * TIME_LIMIT_MS;
/** The age of an old stamp, and the size of a huge body. */
const OLD_STAMP_MS = 10 * 60_000;
const HUGE_BYTES = 600_000;

export interface Courier {
  /** Sends everything due and returns the number of attempts. */
  deliverDue(): Promise<number>;
  /** Aborts running attempts, which count as failed. */
  stop(): Promise<void>;
}

export function startCourier(options: {
  store: Store;
  endpoint: () => WebhookEndpoint | null;
  switches: Readonly<Switches>;
  now: () => Date;
}): Courier {
  const { store, endpoint, switches, now } = options;
  const breakOff = new AbortController();
  const onTheirWay = new Set<Promise<void>>();

  async function deliver(delivery: DueDelivery, to: WebhookEndpoint): Promise<void> {
    const { spoil, rolling } = switches;
    const padding = spoil === "huge_body" ? { padding: "x".repeat(HUGE_BYTES) } : {};
    const payload = JSON.stringify({ ...delivery.event, ...padding });
    const secret = spoil === "bad_signature" ? "whsec_of_somebody_else" : to.secret;
    const stamp = spoil === "old_stamp" ? new Date(now().getTime() - OLD_STAMP_MS) : now();
    const secrets = rolling ? [to.previousSecret ?? "whsec_before", secret] : secret;
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      "stripe-signature": signatureHeader(payload, secrets, stamp),
    };
    const reception = await send(to.url, headers, payload, breakOff.signal);
    noteAttempt(store, delivery, reception, now());
  }

  return {
    async deliverDue() {
      let attempts = 0;
      while (!breakOff.signal.aborted) {
        const to = endpoint();
        if (!to) return attempts;
        const due = takeDueDeliveries(store, now(), {
          most: switches.atOnce,
          leaseMs: LEASE_MS,
          shuffle: switches.shuffle,
        });
        if (due.length === 0) return attempts;
        const sent = due.map((delivery) => {
          const done = deliver(delivery, to).finally(() => onTheirWay.delete(done));
          onTheirWay.add(done);
          return done;
        });
        await Promise.all(sent);
        attempts += sent.length;
      }
      return attempts;
    },
    async stop() {
      breakOff.abort();
      await Promise.all(onTheirWay);
    },
  };
}

function send(
  url: string,
  headers: Record<string, string>,
  payload: string,
  breakOff: AbortSignal,
): Promise<Reception> {
  return new Promise((resolve) => {
    const post = new URL(url).protocol === "https:" ? requestSecure : requestPlain;
    const signal = AbortSignal.any([breakOff, AbortSignal.timeout(TIME_LIMIT_MS)]);
    const fail = (status: number | null, failure: string) => resolve({ ok: false, status, failure });
    const outgoing = post(url, { method: "POST", headers, agent: false, signal }, (response) => {
      const status = response.statusCode ?? 0;
      response.on("error", (error) => fail(status, error.message));
      response.on("end", () => {
        if (status >= 200 && status < 300) resolve({ ok: true, status });
        else fail(status, status >= 300 && status < 400 ? "Redirects are not followed." : `Answered ${status}.`);
      });
      response.resume();
    });
    outgoing.on("error", (error) => fail(null, breakOff.aborted ? "Broken off." : error.message));
    outgoing.end(payload);
  });
}
