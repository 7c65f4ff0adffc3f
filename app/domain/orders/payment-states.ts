/**
 * The states of one try at paying an order, and what each event makes of them; null where it changes nothing.
 * `recordPaymentEvent` applies this table, and nothing else writes a state. A try begins as `opening`.
 */

/**
 * `opened`: the provider has made what can be paid on. `not_opened`: it has not. `closed`: nobody can pay on it now.
 * `paid`: the sum of the order has arrived. `refused`: other money has, which goes back.
 */
export type PaymentEvent = "opened" | "not_opened" | "closed" | "paid" | "refused";

export const PAYMENT_STATES = {
  /** The provider is asked with the number of the try as idempotency key. */
  opening: { opened: "open", not_opened: "failed", closed: "expired", paid: "paid", refused: "refused" },
  /** Opened twice by two presses of the button, it is the same page or element. */
  open: { opened: "open", not_opened: null, closed: "expired", paid: "paid", refused: "refused" },
  /** A second press of the button may still succeed with the same key. */
  failed: { opened: "open", not_opened: null, closed: null, paid: "paid", refused: "refused" },
  /** Money that was sent just before it closed counts. */
  expired: { opened: null, not_opened: null, closed: null, paid: "paid", refused: "refused" },
  paid: { opened: null, not_opened: null, closed: null, paid: null, refused: null },
  refused: { opened: null, not_opened: null, closed: null, paid: null, refused: null },
} as const satisfies Record<string, Record<PaymentEvent, string | null>>;

export type PaymentState = keyof typeof PAYMENT_STATES;

const STATES = Object.keys(PAYMENT_STATES) as PaymentState[];

/** What an event makes of each state that it changes. */
export function movesOf(event: PaymentEvent): { from: PaymentState; to: PaymentState }[] {
  return STATES.flatMap((from) => {
    const to = PAYMENT_STATES[from][event];
    return to ? [{ from, to }] : [];
  });
}

/** The states in which somebody may still pay. */
export const LIVE_STATES = movesOf("closed").map(({ from }) => from);
