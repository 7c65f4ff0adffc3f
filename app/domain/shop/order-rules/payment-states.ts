/**
 * The states of an attempt at paying an order, and the next state for each event; null if it changes nothing. An attempt
 * begins as `opening`. `recordPaymentEvent` applies this table, and nothing else writes a state.
 */

/** Minutes for which an attempt stays open and holds its discount; then the reconciler closes it. */
export const PAYMENT_OPEN_MINUTES = 30;

/**
 * `opened`: the provider has created the page or element. `not_opened`: it has not. `closed`: it can no longer be paid.
 * `paid`: the sum of the order has arrived. `refused`: other money has, which is sent back.
 */
export type PaymentEvent = "opened" | "not_opened" | "closed" | "paid" | "refused";

export const PAYMENT_STATES = {
  /** Written before the provider is called with the number of the attempt as idempotency key. */
  opening: { opened: "open", not_opened: "failed", closed: "expired", paid: "paid", refused: "refused" },
  /** Opened twice with the same key, it is the same page or element. */
  open: { opened: "open", not_opened: null, closed: "expired", paid: "paid", refused: "refused" },
  /** A concurrent call with the same key may still succeed. */
  failed: { opened: "open", not_opened: null, closed: null, paid: "paid", refused: "refused" },
  /** Money that was sent just before it closed counts. */
  expired: { opened: null, not_opened: null, closed: null, paid: "paid", refused: "refused" },
  paid: { opened: null, not_opened: null, closed: null, paid: null, refused: null },
  refused: { opened: null, not_opened: null, closed: null, paid: null, refused: null },
} as const satisfies Record<string, Record<PaymentEvent, string | null>>;

export type PaymentState = keyof typeof PAYMENT_STATES;

const STATES = Object.keys(PAYMENT_STATES) as PaymentState[];

/** The next state for an event, of each state that it changes. */
export function movesOf(event: PaymentEvent): { from: PaymentState; to: PaymentState }[] {
  return STATES.flatMap((from) => {
    const to = PAYMENT_STATES[from][event];
    return to ? [{ from, to }] : [];
  });
}

/** The states in which somebody may still pay. */
export const LIVE_STATES = movesOf("closed").map(({ from }) => from);
