/**
 * A printer that takes orders by its API: it asks nothing of a person, fetches the files itself and reports its
 * progress. Sums are whole pence sterling. A method returns within its time limit and never throws for anything the
 * printer does.
 */
export interface PrintService {
  /** What these books would cost today, delivery included. Nothing is ordered. */
  quote(wanted: { books: readonly BooksWanted[] }): Promise<QuoteResult>;

  /**
   * Orders one shipment. One idempotency key makes one order, however often it is sent: a repeat gives the first one's
   * number. After `unavailable` nobody knows whether it was taken, so it is sent again with the same key.
   */
  order(request: PrintRequest): Promise<PlacedResult>;

  /** Asks how far an order is. The only proof: a webhook is a reason to ask. */
  status(printerOrderId: string): Promise<StatusResult>;

  /** Cancels an order that has not begun. Succeeds if it is cancelled already. */
  cancel(printerOrderId: string): Promise<ChangeResult>;

  /** Sends an order elsewhere that has not left. Succeeds only where all of it goes there. */
  changeRecipient(printerOrderId: string, recipient: Recipient): Promise<ChangeResult>;

  /**
   * Reads which order a webhook is about. The printer signs nothing: the receiver checks the secret address that was
   * given with the order.
   */
  readWebhook(rawBody: string): { ok: true; printerOrderId: string } | { ok: false };

  /** Whether the printer can be reached with our key now. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}

export interface BooksWanted {
  binding: "standard" | "luxury";
  copies: number;
  pages: number;
}

export interface Recipient {
  name: string;
  /** By which the carrier reaches who receives it; null where we have none. */
  email: string | null;
  phone: string | null;
  line1: string;
  line2: string;
  city: string;
  county: string;
  postcode: string;
}

export interface PrintRequest {
  idempotencyKey: string;
  /** Our reference, which the printer repeats on its invoice; up to 100 characters. */
  reference: string;
  /** Where the printer reports that something has changed. */
  webhookUrl: string;
  recipient: Recipient;
  /** The addresses of the files are open to their holder for a while, and to nobody else. */
  books: readonly (BooksWanted & { interiorUrl: string; coverUrl: string })[];
}

/**
 * `by_hand`: no printer with an API is set, so files are taken to one by hand. `unavailable`: worth a retry.
 * `misconfigured`: our key is not accepted, or there is no such API. `rejected`: the printer refuses this request, and
 * says why.
 */
export type PrintFailure = {
  ok: false;
  reason: "by_hand" | "unavailable" | "misconfigured" | "rejected";
  message: string;
};

export type QuoteResult = { ok: true; totalPence: number; deliveryPence: number } | PrintFailure;

export type PlacedResult = { ok: true; printerOrderId: string; isRepeat: boolean } | PrintFailure;

/**
 * `taken`: waits at the printer, which may hold it and report no more. `in_production`: it prints and binds. `sent`:
 * everything has left. `failed`: the printer stopped and waits for somebody; `issues` are its reasons.
 */
export type PrintStage = "taken" | "in_production" | "sent" | "cancelled" | "failed";

export type StatusResult =
  | {
      ok: true;
      stage: PrintStage;
      /** As the printer names it, once it has left. */
      carrier: string | null;
      trackingNumber: string | null;
      /** What it has charged so far; null where it has charged nothing yet, or not in pounds. */
      chargedPence: number | null;
      issues: readonly string[];
    }
  | { ok: false; reason: "unknown"; message: string }
  | PrintFailure;

/** `too_late`: it is being printed, or has left. */
export type ChangeResult = { ok: true } | { ok: false; reason: "too_late"; message: string } | PrintFailure;
