import { and, count, desc, eq, gt, inArray } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { attempts } from "#db/schema";

/**
 * How often something may be tried. Counted in the database, so that a restart forgets nothing; each line says
 * who is counted, how many, and in which time.
 */
export const LIMITS = {
  /** Wrong passwords for one account from browsers it was never opened in; the tenth is the last for a while. */
  sign_in_account: { most: 10, seconds: 15 * 60 },
  /** Wrong passwords in one browser that its owner has signed in with before. */
  sign_in_device: { most: 10, seconds: 15 * 60 },
  /** Wrong passwords from one address, which a whole household or office may share. */
  sign_in_address: { most: 30, seconds: 15 * 60 },
  /** The same three for the staff's door. */
  staff_account: { most: 10, seconds: 15 * 60 },
  staff_device: { most: 10, seconds: 15 * 60 },
  staff_address: { most: 30, seconds: 15 * 60 },
  /** Sign-ins that fail, whosever and wherever; more of them raise an alarm and turn nobody away. */
  sign_in_failures: { most: 200, seconds: 15 * 60 },
  sign_in_alarm: { most: 1, seconds: 15 * 60 },
  /** Wrong current passwords of somebody who is signed in and wants to change something that matters. */
  password_checks: { most: 10, seconds: 15 * 60 },
  register_address: { most: 20, seconds: 60 * 60 },
  /** Six-digit codes sent to one account. */
  codes_account: { most: 10, seconds: 24 * 60 * 60 },
  /** The first email with a code that one client asks for to one address; no other client can use it up. */
  codes_email_first: { most: 1, seconds: 24 * 60 * 60 },
  /** The further ones to one address, whoever asks: nobody can flood a stranger's mailbox. */
  codes_email_hour: { most: 5, seconds: 60 * 60 },
  /** Ten codes of five tries each leave a guesser one chance in 20,000 a day (OWASP ASVS 6.5). */
  codes_email_day: { most: 10, seconds: 24 * 60 * 60 },
  /** All emails with a code to one address, however many clients ask. */
  codes_email_all: { most: 30, seconds: 24 * 60 * 60 },
  code_guesses_address: { most: 60, seconds: 60 * 60 },
  /** Emails with a link for a new password: three an hour to one account. */
  reset_account: { most: 3, seconds: 60 * 60 },
  /** The third only once the links before it no longer work: whoever asks has one that works in their mailbox. */
  reset_links: { most: 2, seconds: 30 * 60 },
  reset_address: { most: 10, seconds: 60 * 60 },
  /** Voucher codes that were none, from one address (an office, a household). */
  voucher_guesses_address: { most: 10, seconds: 10 * 60 },
  /** The same of one account or one browser. */
  voucher_guesses_person: { most: 5, seconds: 10 * 60 },
  /** The same of everybody who is not signed in; beyond it one signs in before a code is looked at. */
  voucher_guesses_strangers: { most: 600, seconds: 60 * 60 },
  /** Emails that bring one voucher to whom it is for. */
  gift_emails: { most: 3, seconds: 24 * 60 * 60 },
  /** Vouchers and receipts set as PDFs for one account. */
  documents_account: { most: 60, seconds: 60 * 60 },
  /** Places for photos that programs ask for: a year of three photos a week, caught up on in a day. */
  uploads_account: { most: 160, seconds: 24 * 60 * 60 },
  /** Megabytes of photos that one account adds, each one begun counted whole. */
  photo_megabytes: { most: 200, seconds: 24 * 60 * 60 },
  discount_guesses: { most: 20, seconds: 10 * 60 },
  /** Payments begun from one address and not paid: whoever tries stolen cards tries many. */
  payments_address: { most: 10, seconds: 60 * 60 },
  /** The same by one account; a buyer with a declined card needs two or three. */
  payments_account: { most: 5, seconds: 10 * 60 },
  /** Copies of one's own data; each reads everything. */
  exports: { most: 20, seconds: 60 * 60 },
  enquiries_email: { most: 3, seconds: 10 * 60 },
  enquiries_address: { most: 10, seconds: 60 * 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

/**
 * Counts one try, or `weight` of them at once, and says whether they are still within the limit. Counting and checking are one transaction: of
 * many at once exactly `most` are let through.
 */
export function countAttempt(limit: LimitName, subject: string, now: Date, weight = 1): boolean {
  return countTogether([{ limit, subject, weight }], now);
}

interface Try {
  limit: LimitName;
  subject: string;
  weight?: number;
}

/** Counts one try against several limits: against all of them, or against none where one has been reached. */
export function countTogether(tries: readonly Try[], now: Date): boolean {
  return write((tx) => {
    if (!tries.every((one) => isWithin(tx, one, now))) return false;
    for (const { limit, subject, weight = 1 } of tries) {
      tx.insert(attempts)
        .values(Array.from({ length: weight }, () => ({ limit, subject, at: now })))
        .run();
    }
    return true;
  });
}

function isWithin(tx: Transaction, { limit, subject, weight = 1 }: Try, now: Date): boolean {
  const { most, seconds } = LIMITS[limit];
  const since = new Date(now.getTime() - seconds * 1000);
  const [row] = tx
    .select({ tries: count() })
    .from(attempts)
    .where(and(eq(attempts.limit, limit), eq(attempts.subject, subject), gt(attempts.at, since)))
    .all();
  return (row?.tries ?? 0) + weight <= most;
}

/** In how many seconds a subject that has used up a limit may try again; 0 where it may now. */
export function secondsUntilFree(limit: LimitName, subject: string, now: Date): number {
  const { most, seconds } = LIMITS[limit];
  const since = new Date(now.getTime() - seconds * 1000);
  const counted = db
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.limit, limit), eq(attempts.subject, subject), gt(attempts.at, since)))
    .orderBy(desc(attempts.at))
    .limit(most)
    .all();
  const oldest = counted[most - 1];
  return oldest ? Math.ceil((oldest.at.getTime() - since.getTime()) / 1000) : 0;
}

/** Forgets the tries of a subject: they turned out to be the rightful owner's. Gives how many there were. */
export function forgetAttempts(limit: LimitName, subject: string): number {
  return db
    .delete(attempts)
    .where(and(eq(attempts.limit, limit), eq(attempts.subject, subject)))
    .run().changes;
}

/** Takes back one try that was counted at this instant: it did no harm. */
export function uncountAttempt(limit: LimitName, subject: string, now: Date): void {
  const one = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.limit, limit), eq(attempts.subject, subject), eq(attempts.at, now)))
    .limit(1);
  db.delete(attempts).where(inArray(attempts.id, one)).run();
}

/** Takes back the newest try of a subject: it came to a good end. */
export function forgiveAttempt(limit: LimitName, subject: string): void {
  const newest = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.limit, limit), eq(attempts.subject, subject)))
    .orderBy(desc(attempts.at))
    .limit(1);
  db.delete(attempts).where(inArray(attempts.id, newest)).run();
}
