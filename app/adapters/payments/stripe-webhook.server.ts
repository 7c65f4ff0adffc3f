import Stripe from "stripe";
import { z } from "zod";
import type { ReadWebhookResult } from "./contract";

/** An event may be this old, and this far ahead of our clock: five minutes, as the provider advises. */
const TOLERANCE_SECONDS = 300;

const Message = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  created: z.number().int(),
  livemode: z.boolean(),
  data: z.object({ object: z.looseObject({ object: z.string(), id: z.string().default("") }) }),
});

/**
 * Verifies and reads a Stripe event. The SDK refuses events that are too old but accepts those dated in the future, so
 * these are refused here. A correctly signed body that is no event, as an endpoint for another event format receives,
 * is malformed.
 */
export function readStripeWebhook(message: {
  rawBody: string;
  signatureHeader: string | null;
  secrets: readonly string[];
  liveMode: boolean;
  now: Date;
}): ReadWebhookResult {
  const { rawBody, signatureHeader, secrets, liveMode, now } = message;
  // The SDK throws a RangeError for one with other characters.
  if (!signatureHeader || !/^[\x20-\x7e]+$/.test(signatureHeader)) return { ok: false, reason: "bad_signature" };
  const ahead = secondsAhead(signatureHeader, now);
  const isSigned = secrets.some((secret) => isSignedWith(secret, rawBody, signatureHeader, now));
  if (ahead === null || !isSigned) {
    return { ok: false, reason: ahead !== null && ahead < -TOLERANCE_SECONDS ? "stale" : "bad_signature" };
  }
  if (ahead > TOLERANCE_SECONDS) return { ok: false, reason: "stale" };

  const read = Message.safeParse(jsonIn(rawBody));
  if (!read.success) return { ok: false, reason: "malformed" };
  const { id, type, created, livemode, data } = read.data;
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
  // For a header such as "t=1,v1=" the SDK throws something other than a signature error.
  if (partsOf(header).some(([name, value]) => name === "v1" && !value)) return false;
  try {
    const checks = Stripe.webhooks.signature;
    return checks?.verifyHeader(rawBody, header, secret, TOLERANCE_SECONDS, undefined, now.getTime()) === true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    return false;
  }
}

/** The parsed JSON; undefined for text that is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** How far the signing time is ahead of `now`; parsed like the SDK, for which the last "t" counts. */
function secondsAhead(header: string, now: Date): number | null {
  const stamps = partsOf(header).filter(([name]) => name === "t");
  const second = Number.parseInt(stamps.at(-1)?.[1] ?? "", 10);
  return Number.isNaN(second) ? null : second - Math.floor(now.getTime() / 1000);
}

/** Names and values, parsed like the SDK: text after a second "=" is not part of the value. */
function partsOf(header: string): string[][] {
  return header.split(",").map((part) => part.split("="));
}
