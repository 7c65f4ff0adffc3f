import { mailbox } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";

/**
 * The local mailbox for trying the product: it shows every email to anybody, codes included. It exists only outside
 * production, and only when emails stay on the machine.
 */

const MOST_LISTED = 50;

/** The mailbox of this machine, or null where it is not available. */
export function openLocalMailbox() {
  if (settings.environment === "production" || mailbox === null) return null;
  const box = mailbox;
  return {
    /** The 50 newest emails, newest first. */
    newest: () => box.list(MOST_LISTED),
    /** One email by its listed name; null for any other name. */
    read: (name: string) => box.read(name),
  };
}

/** The six-digit code in an email's plain text; null for an email without one. */
export function codeInEmail(text: string): string | null {
  return /^Here’s your code\n\n(\d{6})$/m.exec(text)?.[1] ?? null;
}
