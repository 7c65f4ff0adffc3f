import { doubledRetryAt } from "~/domain/kernel/jobs/back-off";
import { MINUTE_MS, MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { CARRIERS, findCarrier } from "./tracking";

/**
 * Orders at a printer with an API. One is sent ten minutes after it was asked for, again with the same key until the
 * printer has responded, and is then asked about until it has left.
 */

export type PrintOrderState =
  | "waiting"
  | "sending"
  | "taken"
  | "in_production"
  | "sent"
  | "cancelled"
  | "failed"
  | "stuck";

/** After so many tries without a response, over two hours, people have to look. */
export const MOST_TRIES = 8;

/** A worker that takes an order has this long before another one takes it: longer than the printer's time limit. */
export const SENDING_MINUTES = 2;

/** When an order is sent again that has now failed so many times; null when it is given up. */
export const sentAgainAt = (tries: number, now: Date) =>
  tries < MOST_TRIES ? doubledRetryAt(MINUTE_SECONDS, tries, now) : null;

/** How often a printer is asked about an order, beside its webhooks. */
const ASKED_EVERY_MINUTES = 30;

export const askedAgainAt = (now: Date) => new Date(now.getTime() + ASKED_EVERY_MINUTES * MINUTE_MS);

/** How long the addresses of its files are open: a bucket signs none for longer. A printer may hold an order meanwhile. */
export const FILE_HOURS = 7 * 24;

/**
 * Whether a new order may follow one that went wrong: the printer has cancelled it, or never took it. Of any other, nobody
 * knows that it will not be printed.
 */
export const mayFollow = (order: { state: PrintOrderState; printerOrderId: string | null }): boolean =>
  order.state === "cancelled" || (order.state === "failed" && order.printerOrderId === null);

/** What an order becomes by the printer's response; without one it stays as it is, with the error. */
export function asRead(
  status:
    | {
        ok: true;
        stage: Exclude<PrintOrderState, "waiting" | "sending" | "stuck">;
        issues: readonly string[];
      }
    | { ok: false; message: string },
  state: PrintOrderState,
): { state: PrintOrderState; failure: string | null } {
  if (!status.ok) return { state, failure: status.message };
  return { state: status.stage, failure: status.issues.join(" ") || null };
}

/** A carrier as we name it: printers write "royalmail". An unknown one keeps its name. */
export function carrierNamed(name: string | null): string {
  const asWritten = (word: string) => word.toLowerCase().replace(/[^a-z]/g, "");
  const written = asWritten(name ?? "");
  const known = CARRIERS.find((carrier) => written.startsWith(asWritten(carrier.name)));
  return known?.name ?? findCarrier(name ?? "")?.name ?? (name?.trim().slice(0, 60) || "The printer’s carrier");
}
