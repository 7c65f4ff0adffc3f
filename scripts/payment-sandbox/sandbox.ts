import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type Stripe from "stripe";
import { runDue } from "./payments/checkout";
import { createSandboxServer } from "./server";
import { openStore } from "./store";
import { NO_FAILURE, type Switches } from "./switches";
import { startCourier } from "./webhooks/courier";
import { type Delivery, latestDeliveries, nextDelivery, queueDelivery } from "./webhooks/queue";
import type { WebhookEndpoint, Work } from "./work";

/**
 * A payment provider for one machine. It implements the protocol of Stripe's API for Stripe's own SDK, shows a payment
 * page, asks the bank's challenges and sends signed webhooks, so that a shop runs completely without an account or a
 * network, and cannot tell the difference. Only the published test cards work and no money ever moves. What the
 * provider forbids is refused with the provider's own messages; what the sandbox lacks is a 501, never silently
 * ignored.
 */

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** The address to listen on; by default this machine only. */
  host?: string;
  /** The folder of payment-sandbox.db. */
  dataFolder: string;
  /** Scheme, host and port that browsers use; by default the address listened on. */
  publicOrigin?: string;
  secretKey?: string;
  publishableKey?: string;
  webhook?: WebhookEndpoint | null;
  now?: () => Date;
  /** False: webhooks are sent and pages expire only when `control.deliverDue()` is called. */
  worksByItself?: boolean;
}

/** Controls a running sandbox, for tests and for the control page. */
export interface Control {
  switches(): Readonly<Switches>;
  setSwitches(change: Partial<Switches>): void;
  /** Sends every due message and runs everything else that is due. Returns the number of attempts. */
  deliverDue(): Promise<number>;
  /** Queues an event again; false when it does not exist. */
  resend(eventId: string): boolean;
  pointWebhooksAt(endpoint: WebhookEndpoint | null): void;
  /** The latest events, oldest first. */
  events(): Stripe.EventBase[];
  /** The latest deliveries, oldest first. */
  deliveries(): Delivery[];
}

export interface PaymentSandbox {
  /** The API's origin. */
  origin: string;
  control: Control;
  /** Stops listening and sending, and closes the file. Safe to call twice. */
  close(): Promise<void>;
}

/** How many events and deliveries the controls tell of. */
const LATEST = 1_000;
const DEFAULT_SECRET_KEY = "sk_test_sandbox";
const DEFAULT_PUBLISHABLE_KEY = "pk_test_sandbox";
/** The longest single timer, so that a changed clock is noticed. */
const LONGEST_WAIT_MS = 30_000;

/** Starts a sandbox. @throws Error for a live key, or when the port or the folder is unavailable. */
export async function startPaymentSandbox(options: SandboxOptions): Promise<PaymentSandbox> {
  const { host = "127.0.0.1", secretKey = DEFAULT_SECRET_KEY, now = () => new Date() } = options;
  if (!secretKey.startsWith("sk_test_")) throw new Error("The payment sandbox only takes keys like sk_test_…");
  const store = openStore(join(options.dataFolder, "payment-sandbox.db"));
  const switches = { ...NO_FAILURE };
  let endpoint = options.webhook ?? null;
  let publicOrigin = options.publicOrigin ?? "";
  let timer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;

  const currentWork = (): Work => ({
    store,
    switches,
    endpoint,
    publicOrigin,
    now: now(),
    request: { id: null, idempotencyKey: null },
  });
  const beginWork = () => {
    runDue(currentWork());
    return currentWork();
  };
  const courier = startCourier({ store, endpoint: () => endpoint, switches, now });
  const control: Control = {
    switches: () => ({ ...switches }),
    setSwitches(change) {
      Object.assign(switches, change);
    },
    async deliverDue() {
      beginWork();
      return courier.deliverDue();
    },
    resend(eventId) {
      const work = beginWork();
      if (!work.store.find("event", eventId)) return false;
      queueDelivery(work, eventId, "waiting");
      scheduleRound();
      return true;
    },
    pointWebhooksAt(to) {
      endpoint = to;
    },
    events: () => beginWork().store.page("event", { limit: LATEST, where: {} })?.data.toReversed() ?? [],
    deliveries: () => latestDeliveries(beginWork().store, LATEST).toReversed(),
  };

  const server = createSandboxServer({
    keys: { secret: secretKey, publishable: options.publishableKey ?? DEFAULT_PUBLISHABLE_KEY },
    beginWork,
    afterWork: scheduleRound,
    changeSwitches: control.setSwitches,
    resend: control.resend,
  });

  function scheduleRound(): void {
    if (options.worksByItself === false || closing) return;
    const due = store.nextDue();
    const moments = [endpoint && nextDelivery(store), due === null ? null : due * 1000].filter((at) => at !== null);
    if (moments.length === 0) return;
    clearTimeout(timer);
    const wait = Math.min(...moments) - now().getTime();
    timer = setTimeout(round, Math.min(Math.max(wait, 0), LONGEST_WAIT_MS));
  }

  function round(): void {
    control
      .deliverDue()
      .catch((error: unknown) => console.error("payment sandbox:", error))
      .finally(scheduleRound);
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, host, resolve);
  }).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const origin = `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${(server.address() as AddressInfo).port}`;
  publicOrigin ||= origin;
  scheduleRound();

  async function shutDown(): Promise<void> {
    clearTimeout(timer);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await Promise.all([closed, courier.stop()]);
    store.close();
  }

  return {
    origin,
    control,
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}
