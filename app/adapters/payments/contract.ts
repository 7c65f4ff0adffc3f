/**
 * Card payments. The buyer pays on the provider's page, or in the provider's frame within our page, so that card
 * numbers never reach us. Only the provider's own response proves what has been paid, never a browser or a webhook.
 * Sums are whole pence sterling. A method returns within its time limit and never throws for anything the provider
 * does; it throws when our request is invalid.
 */
export interface Payments {
  /**
   * Opens a payment page for an order. Order id and attempt number are the idempotency key: repeating a request returns
   * the same page. The provider may remember a failed attempt as failed, so a later retry is a new attempt.
   */
  openCheckout(request: CheckoutRequest): Promise<OpenCheckoutResult>;

  /**
   * Creates a payment for the provider's card element within our page. Order id and attempt number are the idempotency
   * key here too, so a repeat returns the same payment and secret; pages and elements have separate keys.
   */
  openElement(request: ElementRequest): Promise<OpenElementResult>;

  /** Asks for the current state of a page's or an element's payment. The only proof that an order is paid. */
  readPayment(reference: string): Promise<ReadPaymentResult>;

  /** Closes a page or an element's payment so that nobody can pay it any more. Succeeds if it is already closed. */
  closePayment(reference: string): Promise<ClosePaymentResult>;

  /**
   * Reads a webhook event. `rawBody` is the body as received, not parsed and serialised again. An event is accepted
   * only if it is signed with one of our secrets within five minutes of `now`, before or after, and has the right mode,
   * live or test; even then it is a reason to ask, not a proof.
   */
  readWebhook(rawBody: string, signatureHeader: string | null, now: Date): ReadWebhookResult;

  /** Refunds a payment, in whole or in part. One idempotency key refunds at most once. */
  refund(request: RefundRequest): Promise<RefundResult>;

  /** Asks for the refunds of a payment and their current state: a refund that was sent can still fail. */
  readRefunds(paymentIntentId: string): Promise<ReadRefundsResult>;

  /** Asks whether the buyer's bank disputes a payment, and for the current state. */
  readDisputes(paymentIntentId: string): Promise<ReadDisputesResult>;

  /**
   * Sends our evidence to the buyer's bank. It can be sent once; after that the bank decides. Repeated after a response
   * that was lost, it says `closed`; `rejected` says that the provider refuses this evidence and has sent nothing.
   */
  answerDispute(disputeId: string, evidence: DisputeEvidence): Promise<AnswerDisputeResult>;

  /** Accepts a dispute without evidence: the buyer keeps the money, and nothing brings it back. */
  acceptDispute(disputeId: string): Promise<AnswerDisputeResult>;

  /**
   * All movements of payment money between two instants, newest first: paid, refunded, taken by a bank and returned by
   * one. Transfers to our own account are excluded. It may take many calls, each within the time limit.
   */
  listMovements(between: { since: Date; until: Date }): Promise<ListMovementsResult>;

  /** Transfers to our own account that left between two instants, newest first. */
  listPayouts(between: { since: Date; until: Date }): Promise<ListPayoutsResult>;

  /**
   * What a payout is made of: every movement that left our balance with it. Only for one that the provider made by
   * itself; the parts of one that somebody asked for by hand are not known.
   */
  readPayoutLines(payoutId: string): Promise<ReadPayoutLinesResult>;

  /** Whether the provider can be reached with our key now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}

export interface ElementRequest {
  orderId: string;
  /** The order number LP-…, shown on the provider's statement. */
  orderNumber: string;
  /** 1 for the first attempt to pay this order, and one more for each further one. */
  attempt: number;
  totalPence: number;
  /** Stored by the provider with the payment; names up to 40 characters, values up to 500. */
  metadata: Record<string, string>;
}

export interface CheckoutRequest extends ElementRequest {
  customerEmail: string;
  /** Their sum must be `totalPence`, which keeps a mistake in pricing from being charged. */
  lines: readonly { name: string; description?: string; amountPence: number; quantity: number }[];
  /** May contain {CHECKOUT_SESSION_ID}, which the provider fills in. */
  successUrl: string;
  cancelUrl: string;
  /** At least 30 minutes and at most 24 hours from now. */
  expiresAt: Date;
}

/**
 * `unavailable`: worth a retry soon. `misconfigured`: our key is not accepted, so a retry is useless until somebody
 * changes it. `rejected`: the provider refuses this request, and says why.
 */
export type ProviderFailure = { ok: false; reason: "unavailable" | "misconfigured" | "rejected"; message: string };

export type OpenCheckoutResult = { ok: true; checkoutId: string; url: string } | ProviderFailure;

/** The secret allows its holder to pay this one payment and see its state; only the buyer's browser receives it. */
export type OpenElementResult = { ok: true; paymentIntentId: string; clientSecret: string } | ProviderFailure;

export type ReadPaymentResult =
  | {
      ok: true;
      /** `open`: can be paid. `complete`: is paid, or the money is on its way. `expired`: can never be paid. */
      status: "open" | "complete" | "expired";
      /** `complete` and `unpaid`: the money is on its way and may still fail to arrive. */
      paymentStatus: "paid" | "unpaid" | "no_payment_required";
      /** The received sum once paid; before that, the requested sum. */
      amountPence: number;
      /** In lower case, as the provider writes it: "gbp". */
      currency: string;
      /** Our order id from when it was opened; null for a payment that we did not open. */
      orderId: string | null;
      paymentIntentId: string | null;
      chargeId: string | null;
      cardLast4: string | null;
      cardBrand: string | null;
      /** Why the latest card was refused, as the provider's message for the buyer. */
      lastError: string | null;
      /** The bank's latest refusal; null after a payment, and where no bank was asked. */
      decline: Decline | null;
    }
  | { ok: false; reason: "unknown" | "unavailable"; message: string };

export interface Decline {
  chargeId: string;
  /** The provider's fingerprint of the card, the same wherever it is used; null for another way to pay. */
  card: string | null;
}

export type ClosePaymentResult =
  | { ok: true }
  /** `complete`: too late, it is paid or the money is on its way. */
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
        /** The object concerned; empty for the few event types without one. */
        objectId: string;
        objectType: string;
        /** That object as JSON, as it was when the event was created. */
        payload: string;
      };
    }
  /** `malformed`: correctly signed, but not a known event. */
  | { ok: false; reason: "bad_signature" | "stale" | "wrong_mode" | "malformed" };

export interface RefundRequest {
  paymentIntentId: string;
  amountPence: number;
  reason: "requested_by_customer" | "duplicate" | "fraudulent";
  idempotencyKey: string;
  metadata?: Record<string, string>;
}

export type RefundResult =
  /** A `pending` refund can still fail, and so can one that has `succeeded`: webhook events report it. */
  | { ok: true; refundId: string; status: "pending" | "succeeded" | "failed"; amountPence: number }
  | ProviderFailure
  /** `too_much`: more than is left of the payment. `refused`: not paid, or unknown. */
  | { ok: false; reason: "already_refunded" | "too_much" | "refused"; message: string }
  /** Our balance with the provider is too small for it now. */
  | { ok: false; reason: "no_balance"; message: string }
  /** The buyer disputes the payment, so their bank has the money and decides. */
  | { ok: false; reason: "disputed"; message: string };

export interface KnownRefund {
  refundId: string;
  status: "pending" | "succeeded" | "failed";
  amountPence: number;
  /** The metadata we set on it; empty for a refund that we did not make. */
  metadata: Record<string, string>;
}

export type ReadRefundsResult =
  | { ok: true; refunds: KnownRefund[] }
  | { ok: false; reason: "unknown" | "unavailable"; message: string };

export interface KnownDispute {
  disputeId: string;
  /**
   * `inquiry`: the bank asks and has taken nothing. `open`: it has taken the money back. `won`: we have it again.
   * `lost`: it is gone. `inquiry_closed`: an inquiry without consequences.
   */
  stage: "inquiry" | "inquiry_closed" | "open" | "won" | "lost";
  amountPence: number;
  /** What the provider charges for it, whatever the outcome; null while it has charged nothing. */
  feePence: number | null;
  /** The provider's code, such as "product_not_received". */
  reason: string;
  /** Whether the bank has its evidence, from us or from the provider's dashboard. What answered an inquiry is not it. */
  isAnswered: boolean;
  /** Until when it takes evidence; null where it takes none. */
  dueAt: Date | null;
  openedAt: Date;
}

export type ReadDisputesResult =
  | { ok: true; disputes: KnownDispute[] }
  | { ok: false; reason: "unknown" | "unavailable"; message: string };

/** Plain text for the bank; what is empty or left out is not sent. */
export interface DisputeEvidence {
  customerName: string;
  customerEmail: string;
  /** What was bought. */
  product: string;
  shipment?: { address: string; carrier: string; trackingNumber: string; sentOn: string };
  /** The first day of the year that was bought; left out where it lies ahead. */
  startedOn?: string;
  /** When and how often it was used; never what somebody wrote. */
  use: string;
  /** The terms that were accepted, and when. */
  terms: string;
  /** The receipt, further shipments, and the emails we sent. */
  other: string;
}

export type AnswerDisputeResult =
  | { ok: true }
  | ProviderFailure
  /** `closed`: it takes no answer, because there is one, its time is over, or it is settled. */
  | { ok: false; reason: "closed" | "unknown"; message: string };

export interface Movement {
  /** The provider's id of this line of its statement. */
  id: string;
  kind: "payment" | "refund" | "dispute" | "other";
  /** The provider's id of the cause: a charge, a refund, a dispute. */
  source: string;
  /** Positive for money to us; before the fee. */
  amountPence: number;
  /** The provider's fee. */
  feePence: number;
  /** Null for money that does not come from the payment of an order. */
  paymentIntentId: string | null;
  at: Date;
}

export type ListMovementsResult =
  | { ok: true; movements: Movement[] }
  | { ok: false; reason: "unavailable"; message: string };

export interface Payout {
  payoutId: string;
  /** What arrives at our bank; negative where the provider takes money from there. */
  amountPence: number;
  status: "on_its_way" | "paid" | "failed";
  /** Whether the provider says now what it is made of. */
  parts: "known" | "later" | "never";
  leftAt: Date;
  arrivesAt: Date;
}

export type ListPayoutsResult = { ok: true; payouts: Payout[] } | { ok: false; reason: "unavailable"; message: string };

/** The money is before the fee; a `fee` has its sum there, negative. */
export interface PayoutLine extends Omit<Movement, "kind"> {
  /** `fee`: the provider's own charge, apart from any payment. `other`: anything that is not buyers' money. */
  kind: "payment" | "refund" | "refund_failed" | "dispute" | "dispute_won" | "fee" | "other";
}

export type ReadPayoutLinesResult =
  | { ok: true; lines: PayoutLine[] }
  | { ok: false; reason: "unknown" | "unavailable"; message: string };
