/**
 * Taking money by card. The buyer pays on a page of the provider's, or in a frame of the provider's within a page
 * of ours, so that no card number ever touches us; what has been paid is what the provider says when it is asked, never what a browser or a message says. Sums are
 * whole pence of sterling. Whatever the provider does, a method answers within the time limit it was made with
 * and never throws for it; it throws for a request that we made wrong.
 */
export interface Payments {
  /**
   * Opens a page to pay an order on. The order and the number of the attempt are the idempotency key: asking
   * twice with the same request gives the same page. An attempt that failed may have been kept by the provider
   * as failed, so what is tried again later is a new attempt.
   */
  openCheckout(request: CheckoutRequest): Promise<OpenCheckoutResult>;

  /**
   * Begins a payment for the provider's card element within our own page. Order and attempt are the idempotency
   * key here too, so asking twice gives the same payment and the same secret; pages and elements do not share keys.
   */
  openElement(request: ElementRequest): Promise<OpenElementResult>;

  /** Asks how a page or an element's payment stands now. The one proof that an order is paid. */
  readPayment(reference: string): Promise<ReadPaymentResult>;

  /** Closes either so that nobody can pay on it any more. One closed before is no failure. */
  closePayment(reference: string): Promise<ClosePaymentResult>;

  /**
   * Reads a message of the provider's. `rawBody` is the body as it came, not parsed and written anew. Only a
   * message signed with one of our secrets within five minutes of `now`, before or after, and from the right
   * mode, live or test, is believed; even then it is a reason to ask, not a proof.
   */
  readWebhook(rawBody: string, signatureHeader: string | null, now: Date): ReadWebhookResult;

  /** Gives money back, in whole or in part. The same idempotency key never gives it back twice. */
  refund(request: RefundRequest): Promise<RefundResult>;

  /** Asks what was given back of a payment, and how it stands now: money that was sent may still not arrive. */
  readRefunds(paymentIntentId: string): Promise<ReadRefundsResult>;

  /** Asks whether the buyer's bank objects to a payment, and how that stands now. */
  readDisputes(paymentIntentId: string): Promise<ReadDisputesResult>;

  /**
   * All money of payments that came to us or left us between two moments, oldest last: what was paid, given back, taken
   * by a bank and returned by one. Fees and transfers to our own account are none of it. It may take many calls, each
   * within the time limit.
   */
  listMovements(between: { since: Date; until: Date }): Promise<ListMovementsResult>;

  /** Answers whether the provider can be reached with our key now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}

export interface ElementRequest {
  orderId: string;
  /** What the buyer reads on the statement of the provider: LP-… */
  orderNumber: string;
  /** 1 for the first try at paying this order, and one more for each after it. */
  attempt: number;
  totalPence: number;
  /** Kept by the provider with the payment; names up to 40 characters, values up to 500. */
  metadata: Record<string, string>;
}

export interface CheckoutRequest extends ElementRequest {
  customerEmail: string;
  /** Their sum must be `totalPence`, which keeps a mistake in pricing from being charged. */
  lines: readonly CheckoutLine[];
  /** May hold {CHECKOUT_SESSION_ID}, which the provider fills in. */
  successUrl: string;
  cancelUrl: string;
  /** At least 30 minutes and at most 24 hours from now. */
  expiresAt: Date;
}

export interface CheckoutLine {
  name: string;
  description?: string;
  amountPence: number;
  quantity: number;
}

/**
 * `unavailable`: worth trying again soon. `misconfigured`: our key is not taken, so trying again is no use until
 * somebody changes something. `rejected`: the provider will not have this one request, and says why.
 */
export type Trouble = { ok: false; reason: "unavailable" | "misconfigured" | "rejected"; message: string };

export type OpenCheckoutResult = { ok: true; checkoutId: string; url: string } | Trouble;

/** The secret lets its holder pay this one payment and see how it stands; it is given to the buyer's browser only. */
export type OpenElementResult = { ok: true; paymentIntentId: string; clientSecret: string } | Trouble;

export type ReadPaymentResult =
  | {
      ok: true;
      /** `open`: it can be paid. `complete`: it has been, or the money is on its way. `expired`: it never will be. */
      status: "open" | "complete" | "expired";
      /** `complete` and `unpaid`: the money is on its way and may yet not come. */
      paymentStatus: "paid" | "unpaid" | "no_payment_required";
      /** Once paid, the sum that was received; before, the sum that is asked. */
      amountPence: number;
      /** As the provider writes it, in small letters: "gbp". */
      currency: string;
      /** The order we named when it was opened; null for one that was not opened by us. */
      orderId: string | null;
      paymentIntentId: string | null;
      chargeId: string | null;
      cardLast4: string | null;
      cardBrand: string | null;
      /** Why the latest card was refused, in the provider's words for the buyer. */
      lastError: string | null;
    }
  | { ok: false; reason: "unknown" | "unavailable"; message: string };

export type ClosePaymentResult =
  | { ok: true }
  /** `complete`: too late, somebody has paid on it or the money is on its way. */
  | { ok: false; reason: "complete" | "unknown" | "unavailable"; message: string };

export type ReadWebhookResult =
  | {
      ok: true;
      event: {
        id: string;
        /** Such as "checkout.session.completed". */
        type: string;
        createdAt: Date;
        livemode: boolean;
        /** The object it tells of; empty for the few kinds that have no name. */
        objectId: string;
        objectType: string;
        /** That object as JSON, as it was when the message was made. */
        payload: string;
      };
    }
  /** `malformed`: rightly signed, and no event as we know them. */
  | { ok: false; reason: "bad_signature" | "stale" | "wrong_mode" | "malformed" };

export interface RefundRequest {
  paymentIntentId: string;
  amountPence: number;
  reason: "requested_by_customer" | "duplicate" | "fraudulent";
  idempotencyKey: string;
  metadata?: Record<string, string>;
}

export type RefundResult =
  /** `pending` money may still fail to arrive, and so may money that has `succeeded`: messages tell of it. */
  | { ok: true; refundId: string; status: "pending" | "succeeded" | "failed"; amountPence: number }
  | Trouble
  /** `too_much`: more than is left of the payment. `refused`: not paid, unknown, or disputed by the buyer. */
  | { ok: false; reason: "already_refunded" | "too_much" | "refused"; message: string };

export interface KnownRefund {
  refundId: string;
  status: "pending" | "succeeded" | "failed";
  amountPence: number;
  /** As it was named when it was asked for; empty for one that was not made by us. */
  metadata: Record<string, string>;
}

export type ReadRefundsResult =
  | { ok: true; refunds: KnownRefund[] }
  | { ok: false; reason: "unknown" | "unavailable"; message: string };

export interface KnownDispute {
  disputeId: string;
  /**
   * `inquiry`: the bank asks and has taken nothing. `open`: it has taken the money back. `won`: we have it again.
   * `lost`: it stays away. `inquiry_closed`: a question that came to nothing.
   */
  stage: "inquiry" | "inquiry_closed" | "open" | "won" | "lost";
  amountPence: number;
}

export type ReadDisputesResult =
  | { ok: true; disputes: KnownDispute[] }
  | { ok: false; reason: "unknown" | "unavailable"; message: string };

export interface Movement {
  /** The provider's name for what moved it: a charge, a refund, a dispute. */
  source: string;
  /** Positive where it came to us. */
  amountPence: number;
  /** Null for money that no payment of an order brought. */
  paymentIntentId: string | null;
  at: Date;
}

export type ListMovementsResult =
  | { ok: true; movements: Movement[] }
  | { ok: false; reason: "unavailable"; message: string };
