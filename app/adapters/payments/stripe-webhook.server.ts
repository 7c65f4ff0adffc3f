import Stripe from "stripe";
import { z } from "zod";
import type { ReadWebhookResult } from "./contract";

/** A message may be this old, and this much ahead of our clock: five minutes, as the provider advises. */
const TOLERANCE_SECONDS = 300;

const Message = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  created: z.number().int(),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({ object: z.string(), id: z.string().default("") }) }),
});

/**
 * Checks and reads a message of Stripe's. The SDK refuses what is too old but takes what is dated in the future,
 * so the future is refused here.
 * @throws z.ZodError for a rightly signed message that is no event, as an endpoint set up for another kind sends.
 */
export function readStripeWebhook(message: {
  rawBody: string;
  signatureHeader: string | null;
  secrets: readonly string[];
  liveMode: boolean;
  now: Date;
}): ReadWebhookResult {
  const { rawBody, signatureHeader, secrets, liveMode, now } = message;
  if (!signatureHeader) return { ok: false, reason: "bad_signature" };
  const ahead = secondsAhead(signatureHeader, now);
  const isSigned = secrets.some((secret) => isSignedWith(secret, rawBody, signatureHeader, now));
  if (ahead === null || !isSigned) {
    return { ok: false, reason: ahead !== null && ahead < -TOLERANCE_SECONDS ? "stale" : "bad_signature" };
  }
  if (ahead > TOLERANCE_SECONDS) return { ok: false, reason: "stale" };

  const { id, type, created, livemode, data } = Message.parse(JSON.parse(rawBody));
  if (livemode !== liveMode) return { ok: false, reason: "wrong_mode" };
  return {
    ok: true,
    event: {
      id,
      type,
      createdAt: new Date(created * 1000),
      livemode,
      objectId: data.object.id,
      objectType: data.object.object,
      payload: JSON.stringify(data.object),
    },
  };
}

function isSignedWith(secret: string, rawBody: string, header: string, now: Date): boolean {
  try {
    Stripe.webhooks.constructEvent(rawBody, header, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    return true;
  } catch {
    // Not only its own signature error: the SDK throws a bare Error for a header such as "t=1,v1=".
    return false;
  }
}

/** How far the signing time lies ahead of ours; read as the SDK reads it, where the last "t" counts. */
function secondsAhead(header: string, now: Date): number | null {
  const stamps = header.split(",").filter((part) => part.split("=")[0] === "t");
  const second = Number.parseInt(stamps.at(-1)?.split("=")[1] ?? "", 10);
  return Number.isNaN(second) ? null : second - Math.floor(now.getTime() / 1000);
}
