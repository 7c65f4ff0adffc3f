import { mailbox } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";

/**
 * The mailbox of a machine on which somebody tries the product: every email to anybody, also the codes in them.
 * So it is there only outside production and only where emails stay on the machine.
 */

const MOST_LISTED = 50;

/** The mailbox of this machine, or null where nobody may look into one. */
export function openLocalMailbox() {
  if (settings.environment === "production" || mailbox === null) return null;
  const box = mailbox;
  return {
    /** The 50 newest emails, newest first. */
    newest: () => box.list(MOST_LISTED),
    /** One email by the name it is listed under; null for any other name. */
    read: (name: string) => box.read(name),
  };
}

/** The six digits of an email that brings a code, from its plain part; null for any other email. */
export function codeInEmail(text: string): string | null {
  return /^Your verification code is (\d{6})$/m.exec(text)?.[1] ?? null;
}
