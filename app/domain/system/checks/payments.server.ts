import { max } from "drizzle-orm";
import { db } from "#db/client.server";
import { webhookEvents } from "#db/schema";
import { payments, webhookEndpoints } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { minutesInWords } from "~/domain/kernel/text/numbers";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { NEEDED_EVENTS } from "~/domain/shop/orders/webhook-events";
import { ageInWords } from "../health/age";
import { SERVICE_SILENT_MS, UNFULFILLED_MS, WEBHOOK_LATE_MS } from "../health/health-limits";
import { followUnfulfilled } from "../health/unfulfilled-orders.server";
import { waitingWebhooks } from "../health/waiting-work.server";
import { type Assessment, type Check, failing, named, unknown, warning, well } from "./check";
import { checkSilence } from "./service-silence.server";

const UNFULFILLED = minutesInWords(UNFULFILLED_MS / MINUTE_MS);
const WEBHOOK_PATH = "/webhooks/stripe";

/** The payment provider, whether its messages reach us, and what was paid. */
export const PAYMENTS: readonly Check[] = [
  checkSilence(
    ["payments", SERVICE_SILENT_MS],
    {
      kind: "payments_failing",
      title: "The payment provider isn’t answering",
      means: "Nobody can pay. We tell buyers to try again, and nobody is charged twice.",
      steps: [
        "Check the provider’s status page.",
        "Run the doctor. It says whether the key is refused or the network is failing.",
        "If the key is refused, it was replaced or restricted. Set the new one and restart.",
      ],
    },
    { ready: "payments" },
  ),
  {
    readers: { ready: "webhooks" },
    urgency: "high",
    alarm: {
      kind: "webhooks_waiting",
      title: "Payment provider messages are waiting",
      means: `A message came in more than ${minutesInWords(WEBHOOK_LATE_MS / MINUTE_MS)} ago and we couldn’t process it. An order may be waiting for it.`,
      steps: [
        "The System page shows the message and why it failed, with a button to try again.",
        "If the worker is silent, start there.",
        "A message that keeps failing is a bug. Save its id and its log lines.",
      ],
    },
    assess(now) {
      const { found, oldest } = waitingWebhooks();
      const ageMs = oldest ? now.getTime() - oldest.getTime() : 0;
      if (ageMs <= WEBHOOK_LATE_MS) return well("Nothing is late.");
      const age = ageInWords(ageMs);
      const message = `${found} provider messages are waiting, the oldest for ${age}.`;
      return { ...failing(message), alarm: `${found} wait, the oldest for ${age}.` };
    },
  },
  {
    urgency: "high",
    alarm: {
      kind: "paid_unfulfilled",
      title: "Paid but not fulfilled",
      means: `An order was paid more than ${UNFULFILLED} ago and the buyer has nothing yet.`,
      steps: [
        "Open the order. Its page shows the payment and what was fulfilled.",
        "If the worker is silent or messages are waiting, start there. The worker then fulfils the order.",
        "If that doesn’t help, refund the order and email the buyer.",
      ],
    },
    assess: async (now, { unfulfilled = followUnfulfilled() }) =>
      (await unfulfilled(now)).map((id) => ({
        ...failing(`It was paid more than ${UNFULFILLED} ago and the buyer has nothing yet.`),
        about: { type: "order", id },
      })),
  },
  {
    readers: { doctor: "Payments" },
    async assess() {
      const { secretKey, liveMode } = settings.payments;
      if (!secretKey && settings.environment !== "production")
        return warning("No provider is set, so payments go to a sandbox.", "Set the STRIPE settings for a real shop.");
      const roundTrip = "Payments: round trip";
      const answered = await payments.check();
      if (!answered.ok)
        return named(
          roundTrip,
          failing(
            `The provider refuses our key, or doesn’t answer: ${answered.message.slice(0, 200)}`,
            "Compare STRIPE_SECRET_KEY with the provider’s dashboard, and look at its status page.",
          ),
        );
      const mode = liveMode
        ? well("The provider answers, in live mode.")
        : warning("The provider answers, in test mode.", "A real shop needs a live key.");
      return [
        named(roundTrip, mode),
        named("Payments: webhook", await endpoint()),
        named("Payments: last message", lastMessage()),
      ];
    },
  },
];

async function endpoint(): Promise<Assessment> {
  const url = `${settings.publicOrigin}${WEBHOOK_PATH}`;
  const found = await webhookEndpoints();
  if (!found.ok)
    return unknown(
      found.reason === "misconfigured"
        ? "Our key isn’t allowed to list the endpoints."
        : `We couldn’t list the endpoints: ${found.message.slice(0, 200)}`,
      `Check in the provider’s dashboard that ${url} is an endpoint.`,
    );
  const ours = found.endpoints.filter((one) => one.url === url);
  const [first] = ours.filter(({ isEnabled }) => isEnabled);
  if (!first)
    return failing(
      ours.length > 0 ? "Our endpoint is switched off." : `No endpoint has the address ${url}.`,
      "Add or enable it in the provider’s dashboard, and put its secret into STRIPE_WEBHOOK_SECRETS.",
    );
  const missing = first.events.includes("*") ? [] : NEEDED_EVENTS.filter((type) => !first.events.includes(type));
  return missing.length === 0
    ? well("It’s registered with every event we need.")
    : failing(`It doesn’t get ${missing.join(", ")}.`, "Add these events to the endpoint.");
}

function lastMessage(): Assessment {
  const at = db
    .select({ at: max(webhookEvents.receivedAt) })
    .from(webhookEvents)
    .get()?.at;
  return at
    ? well(`Received ${formatMoment(at)}, London time.`)
    : warning("None received yet.", "Send a test event from the provider’s dashboard.");
}
