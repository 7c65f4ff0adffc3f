import Stripe from "stripe";
import { createExternalClient, NoResponseError } from "../waiting/outside-calls.server";
import type { Payments, ReadPaymentResult } from "./contract";
import { asDispute, asEvidence, disputeFailureOf } from "./stripe-disputes.server";
import { readMovements } from "./stripe-movements.server";
import { readPayoutParts, readPayouts } from "./stripe-payouts.server";
import {
  asCheckout,
  asElementPayment,
  asIntentParams,
  asRefundStatus,
  asSessionParams,
  checkSum,
  failureOf,
  isUnknown,
  refundFailureOf,
} from "./stripe-translation.server";
import { readStripeWebhook } from "./stripe-webhook.server";

/** Also where nobody waits: the SDK alone would wait 80 s, three times. */
const TIME_LIMIT_MS = 10_000;
const NETWORK_RETRIES = 2;

export interface StripeSettings {
  secretKey: string;
  /** All of them are accepted, so that a secret can be replaced while events are on their way. */
  webhookSecrets: string[];
  /** The API's address, if not the usual one. */
  api?: { host: string; port: number; protocol: "http" | "https" };
  /** The time limit of one method, including all its retries. */
  timeoutMs?: number;
  maxNetworkRetries?: number;
  liveMode: boolean;
}

/** Each kind of call has a circuit breaker of its own, so that refunds that hang stop no payment. */
type CallKind = "pay" | "refund" | "dispute" | "read" | "check";

/** Payments through Stripe. The key is first used with the first call. */
export function createStripePayments(settings: StripeSettings): Payments {
  const { timeoutMs = TIME_LIMIT_MS, maxNetworkRetries = NETWORK_RETRIES } = settings;
  const externalClient = createExternalClient({ longestMs: timeoutMs, unawaitedMs: timeoutMs });
  let made: Stripe | undefined;

  /** Makes one call, with the time limit over all its retries. */
  async function ask<T>(kind: CallKind, call: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (settings.secretKey === "") throw new Stripe.errors.StripeAuthenticationError(NO_KEY);
    made ??= new Stripe(settings.secretKey, {
      ...settings.api,
      timeout: timeoutMs,
      maxNetworkRetries,
      telemetry: false,
    });
    const stripe = made;
    return await externalClient
      .call(kind, () => call(stripe))
      .catch((error: unknown) => {
        throw error instanceof NoResponseError ? noResponse(error.message) : error;
      });
  }

  async function retrieve(reference: string): Promise<ReadPaymentResult> {
    try {
      if (isElement(reference)) {
        const expand = ["latest_charge"];
        return asElementPayment(await ask("read", (stripe) => stripe.paymentIntents.retrieve(reference, { expand })));
      }
      const expand = ["payment_intent.latest_charge"];
      return asCheckout(await ask("read", (stripe) => stripe.checkout.sessions.retrieve(reference, { expand })));
    } catch (error) {
      return {
        ok: false,
        reason: isUnknown(error) ? "unknown" : "unavailable",
        message: failureOf(error).message,
      };
    }
  }

  const retrieveDispute = (disputeId: string) => ask("read", (stripe) => stripe.disputes.retrieve(disputeId));

  return {
    async openCheckout(request) {
      checkSum(request);
      try {
        const session = await ask("pay", (stripe) =>
          stripe.checkout.sessions.create(asSessionParams(request), {
            idempotencyKey: `checkout-${request.orderId}-${request.attempt}`,
          }),
        );
        if (!session.url) return { ok: false, reason: "unavailable", message: "The page is already closed." };
        return { ok: true, checkoutId: session.id, url: session.url };
      } catch (error) {
        return failureOf(error);
      }
    },

    async openElement(request) {
      try {
        const intent = await ask("pay", (stripe) =>
          stripe.paymentIntents.create(asIntentParams(request), {
            idempotencyKey: `element-${request.orderId}-${request.attempt}`,
          }),
        );
        if (!intent.client_secret) return { ok: false, reason: "unavailable", message: "It has no secret." };
        return { ok: true, paymentIntentId: intent.id, clientSecret: intent.client_secret };
      } catch (error) {
        return failureOf(error);
      }
    },

    readPayment: retrieve,

    async closePayment(reference) {
      try {
        await ask("pay", async (stripe) =>
          isElement(reference)
            ? await stripe.paymentIntents.cancel(reference)
            : await stripe.checkout.sessions.expire(reference),
        );
        return { ok: true };
      } catch (error) {
        const { message, reason } = failureOf(error);
        if (isUnknown(error)) return { ok: false, reason: "unknown", message };
        if (reason === "unavailable") return { ok: false, reason, message };
        const found = await retrieve(reference);
        if (!found.ok) return found;
        if (found.status === "expired") return { ok: true };
        return { ok: false, reason: found.status === "complete" ? "complete" : "unavailable", message };
      }
    },

    readWebhook(rawBody, signatureHeader, now) {
      const { webhookSecrets, liveMode } = settings;
      return readStripeWebhook({ rawBody, signatureHeader, now, secrets: webhookSecrets, liveMode });
    },

    async refund({ paymentIntentId, amountPence, reason, idempotencyKey, metadata }) {
      try {
        const params = { payment_intent: paymentIntentId, amount: amountPence, reason, metadata };
        const refund = await ask("refund", (stripe) => stripe.refunds.create(params, { idempotencyKey }));
        return {
          ok: true,
          refundId: refund.id,
          status: asRefundStatus(refund.status),
          amountPence: refund.amount,
        };
      } catch (error) {
        return refundFailureOf(error);
      }
    },

    async readRefunds(paymentIntentId) {
      try {
        const page = { payment_intent: paymentIntentId, limit: MOST_PARTS };
        const { data } = await ask("read", (stripe) => stripe.refunds.list(page));
        const refunds = data.map(({ id, status, amount, metadata }) => ({
          refundId: id,
          status: asRefundStatus(status),
          amountPence: amount,
          metadata: { ...metadata },
        }));
        return { ok: true, refunds };
      } catch (error) {
        return unreadable(error);
      }
    },

    async readDisputes(paymentIntentId) {
      try {
        const page = { payment_intent: paymentIntentId, limit: MOST_PARTS };
        const { data } = await ask("read", (stripe) => stripe.disputes.list(page));
        return { ok: true, disputes: data.map(asDispute) };
      } catch (error) {
        return unreadable(error);
      }
    },

    async answerDispute(disputeId, evidence) {
      try {
        const params = { evidence: asEvidence(evidence), submit: true };
        await ask("dispute", (stripe) => stripe.disputes.update(disputeId, params));
        return { ok: true };
      } catch (error) {
        return await disputeFailureOf(error, () => retrieveDispute(disputeId));
      }
    },

    async acceptDispute(disputeId) {
      try {
        await ask("dispute", (stripe) => stripe.disputes.close(disputeId));
        return { ok: true };
      } catch (error) {
        return await disputeFailureOf(error, () => retrieveDispute(disputeId));
      }
    },

    async listMovements(between) {
      try {
        const movements = await readMovements(
          (page) => ask("read", (stripe) => stripe.balanceTransactions.list(page)),
          between,
        );
        return { ok: true, movements };
      } catch (error) {
        return { ok: false, reason: "unavailable", message: failureOf(error).message };
      }
    },

    async listPayouts(between) {
      try {
        const payouts = await readPayouts((page) => ask("read", (stripe) => stripe.payouts.list(page)), between);
        return { ok: true, payouts };
      } catch (error) {
        return { ok: false, reason: "unavailable", message: failureOf(error).message };
      }
    },

    async readPayoutLines(payoutId) {
      try {
        const lines = await readPayoutParts(
          (page) => ask("read", (stripe) => stripe.balanceTransactions.list(page)),
          payoutId,
        );
        return { ok: true, lines };
      } catch (error) {
        return unreadable(error);
      }
    },

    async check() {
      try {
        await ask("check", (stripe) => stripe.events.list({ limit: 1 }));
        return { ok: true };
      } catch (error) {
        return { ok: false, message: failureOf(error).message };
      }
    },
  };
}

function noResponse(message: string) {
  return new Stripe.errors.StripeConnectionError({ message, type: "api_error" });
}

/** The provider returns at most a hundred at a time, more than any payment has refunds or disputes. */
const MOST_PARTS = 100;

const NO_KEY = { message: "There’s no secret key.", type: "invalid_request_error" } as const;

/** The id of a page starts with "cs_", that of an element's payment with "pi_". */
const isElement = (reference: string) => reference.startsWith("pi_");

function unreadable(error: unknown): { ok: false; reason: "unknown" | "unavailable"; message: string } {
  return {
    ok: false,
    reason: isUnknown(error) ? "unknown" : "unavailable",
    message: failureOf(error).message,
  };
}
