import { max } from "drizzle-orm";
import { db } from "#db/client.server";
import { webhookEvents } from "#db/schema";
import { payments, webhookEndpoints } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { NEEDED_EVENTS } from "~/domain/shop/orders/webhook-events";
import { type Finding, failing, unknown, warning, well } from "./finding";

/** A round trip to the payment provider, and whether its messages reach us. */

const WEBHOOK_PATH = "/webhooks/stripe";

export async function checkPayments(): Promise<Finding[]> {
  if (!settings.payments.secretKey && settings.environment !== "production")
    return [
      warning(
        "Payments",
        "No provider is set, so payments go to a sandbox.",
        "Set the STRIPE settings for a real shop.",
      ),
    ];
  const answered = await payments.check();
  if (!answered.ok)
    return [
      failing(
        "Payments: round trip",
        `The provider refuses our key, or doesn’t answer: ${answered.message.slice(0, 200)}`,
        "Compare STRIPE_SECRET_KEY with the provider’s dashboard, and look at its status page.",
      ),
    ];
  const { liveMode } = settings.payments;
  return [
    liveMode
      ? well("Payments: round trip", "The provider answers, in live mode.")
      : warning("Payments: round trip", "The provider answers, in test mode.", "A real shop needs a live key."),
    await endpoint(),
    lastMessage(),
  ];
}

async function endpoint(): Promise<Finding> {
  const name = "Payments: webhook";
  const url = `${settings.publicOrigin}${WEBHOOK_PATH}`;
  const found = await webhookEndpoints();
  if (!found.ok)
    return unknown(
      name,
      found.reason === "misconfigured"
        ? "Our key isn’t allowed to list the endpoints."
        : `We couldn’t list the endpoints: ${found.message.slice(0, 200)}`,
      `Check in the provider’s dashboard that ${url} is an endpoint.`,
    );
  const ours = found.endpoints.filter((one) => one.url === url);
  const [first] = ours.filter(({ isEnabled }) => isEnabled);
  if (!first)
    return failing(
      name,
      ours.length > 0 ? "Our endpoint is switched off." : `No endpoint has the address ${url}.`,
      "Add or enable it in the provider’s dashboard, and put its secret into STRIPE_WEBHOOK_SECRETS.",
    );
  const missing = first.events.includes("*") ? [] : NEEDED_EVENTS.filter((type) => !first.events.includes(type));
  return missing.length === 0
    ? well(name, "It’s registered with every event we need.")
    : failing(name, `It doesn’t get ${missing.join(", ")}.`, "Add these events to the endpoint.");
}

function lastMessage(): Finding {
  const name = "Payments: last message";
  const at = db
    .select({ at: max(webhookEvents.receivedAt) })
    .from(webhookEvents)
    .get()?.at;
  return at
    ? well(name, `Received ${formatMoment(at)}, London time.`)
    : warning(name, "None received yet.", "Send a test event from the provider’s dashboard.");
}
