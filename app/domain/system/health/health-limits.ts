import { formatBytes, formatShare } from "~/domain/kernel/text/numbers";
import { MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";

/** From when on something counts as not well. */

/** Each process gives a sign of life every ten seconds. */
export const HEARTBEAT_SECONDS = 10;
/** Six signs missed: a process that is merely busy gives one in between. */
export const SILENT_MS = 60 * SECOND_MS;
/** From here this machine's clock counts as wrong beside storage's, and work that can't be undone waits. */
export const CLOCK_WRONG_MS = 5 * MINUTE_MS;
/** An email overdue by this much shows that sending is slow. */
export const EMAIL_SLOW_MS = 10 * MINUTE_MS;
export const EMAIL_LATE_MS = 15 * MINUTE_MS;
/** A Sunday's photos are made within minutes; one that waits longer shows that no worker makes them, or too slowly. */
export const PHOTO_LATE_MS = 15 * MINUTE_MS;
export const WEBHOOK_LATE_MS = 5 * MINUTE_MS;
/** A part of the product that takes longer counts as failing. */
export const PART_LIMIT_MS = 4 * SECOND_MS;
export const UNFULFILLED_MS = 5 * MINUTE_MS;
/** Storage and payment provider are checked every minute; one lost response is no outage. */
export const SERVICE_SILENT_MS = 5 * MINUTE_MS;
/** Each check of the relay is a sign-in there, so there is one every ten minutes. */
export const MAIL_SILENT_MS = 35 * MINUTE_MS;
/** The printer is asked as often; books can wait for it. */
export const PRINTER_SILENT_MS = MAIL_SILENT_MS;
/** The bounce mailbox is read every two minutes; what waits there can wait. */
export const BOUNCES_SILENT_MS = MAIL_SILENT_MS;
/** The public address is asked every ten minutes, so two tries have failed. */
export const ADDRESS_SILENT_MS = 21 * MINUTE_MS;
/** A certificate that renews itself does so 30 days before its end. */
export const CERTIFICATE_DAYS = 14;
/** The client secret of the directory is changed by hand. */
export const DIRECTORY_SECRET_DAYS = 30;
const DISK_FILLING_SHARE = 0.8;
const DISK_NEARLY_FULL_SHARE = 0.9;
/** A task that failed this long ago for the first time is not helped by trying again. */
export const TASK_FAILING_MS = 60 * MINUTE_MS;
/** The share of responses that may be server errors, in a window with at least this many of them. */
export const ERROR_SHARE = 0.01;
export const ERRORS_AT_LEAST = 5;

/** What readiness, the alarms and the doctor say of the disk. */
export function assessDisk({ freeBytes, usedShare }: { freeBytes: number; usedShare: number }) {
  const message = `${formatShare(usedShare)} used, ${formatBytes(freeBytes)} free.`;
  if (usedShare < DISK_FILLING_SHARE) return { level: "enough", message } as const;
  return { level: usedShare < DISK_NEARLY_FULL_SHARE ? "filling" : "nearly_full", message } as const;
}
