import { minutesInWords, numberInWords } from "../text/numbers";
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "../time/durations";

/**
 * How often something may be tried. Counted in the database, so that a restart forgets nothing; each line says
 * who is counted, how many, and over which time. A refusal names that time.
 */
export const LIMITS = {
  /** Wrong passwords for one account from browsers it was never opened in; the tenth is the last for a while. */
  sign_in_account: { most: 10, seconds: 15 * MINUTE_SECONDS },
  /** Wrong passwords in one browser that its owner has signed in with before. */
  sign_in_device: { most: 10, seconds: 15 * MINUTE_SECONDS },
  /** Wrong passwords from one address, which a whole household or office may share. */
  sign_in_address: { most: 30, seconds: 15 * MINUTE_SECONDS },
  /** The same three for the sign-in of staff. */
  staff_account: { most: 10, seconds: 15 * MINUTE_SECONDS },
  staff_device: { most: 10, seconds: 15 * MINUTE_SECONDS },
  staff_address: { most: 30, seconds: 15 * MINUTE_SECONDS },
  /** Sign-ins that fail, of any account and any address; more of them raise an alarm and refuse nobody. */
  sign_in_failures: { most: 200, seconds: 15 * MINUTE_SECONDS },
  sign_in_alarm: { most: 1, seconds: 15 * MINUTE_SECONDS },
  /** Wrong current passwords of somebody who is signed in and wants to change something that matters. */
  password_checks: { most: 10, seconds: 15 * MINUTE_SECONDS },
  register_address: { most: 20, seconds: HOUR_SECONDS },
  /** Six-digit codes sent to one account. */
  codes_account: { most: 10, seconds: DAY_SECONDS },
  /** The first email with a code that one client asks for to one address; no other client can use it up. */
  codes_email_first: { most: 1, seconds: DAY_SECONDS },
  /** Further ones to one address, from any client: nobody can flood a stranger's mailbox. */
  codes_email_hour: { most: 5, seconds: HOUR_SECONDS },
  /** Ten codes of five tries each leave a guesser one chance in 20,000 a day (OWASP ASVS 6.5). */
  codes_email_day: { most: 10, seconds: DAY_SECONDS },
  /** All emails with a code to one address, however many clients ask. */
  codes_email_all: { most: 30, seconds: DAY_SECONDS },
  code_guesses_address: { most: 60, seconds: HOUR_SECONDS },
  /** Emails with a link for a new password: three an hour to one account. */
  reset_account: { most: 3, seconds: HOUR_SECONDS },
  /** A third only after the earlier links have expired: until then a working one is in the mailbox. */
  reset_links: { most: 2, seconds: 30 * MINUTE_SECONDS },
  reset_address: { most: 10, seconds: HOUR_SECONDS },
  /** Wrong voucher codes from one address, such as an office or a household. */
  voucher_guesses_address: { most: 10, seconds: 10 * MINUTE_SECONDS },
  /** The same of one account or one browser. */
  voucher_guesses_person: { most: 5, seconds: 10 * MINUTE_SECONDS },
  /** The same of everybody who is not signed in; beyond it one signs in before a code is looked at. */
  voucher_guesses_strangers: { most: 600, seconds: HOUR_SECONDS },
  /** Emails that bring one voucher to whom it is for. */
  gift_emails: { most: 3, seconds: DAY_SECONDS },
  /** Changes of where one order goes, each of which is emailed. */
  order_address: { most: 10, seconds: DAY_SECONDS },
  /** Vouchers and receipts set as PDFs for one account. */
  documents_account: { most: 60, seconds: HOUR_SECONDS },
  /** Upload URLs that API clients ask for: a year of three photos a week, caught up on in a day. */
  uploads_account: { most: 160, seconds: DAY_SECONDS },
  /** Megabytes of photos that one account adds, each one begun counted whole. */
  photo_megabytes: { most: 200, seconds: DAY_SECONDS },
  /** Wrong discount codes of one account, and of buyers without one at one address, such as a fair's. */
  discount_guesses: { most: 20, seconds: 10 * MINUTE_SECONDS },
  discount_guesses_address: { most: 60, seconds: 10 * MINUTE_SECONDS },
  /** Guests' emails for which a code for first orders was refused, from one browser and from one address. */
  known_emails_browser: { most: 3, seconds: DAY_SECONDS },
  known_emails_address: { most: 5, seconds: DAY_SECONDS },
  /** Payments opened from one address: no school, fair or carrier has so many buyers, a script that floods has. */
  payments_address: { most: 300, seconds: HOUR_SECONDS },
  /** One refusal of a bank's is counted once, however often it is heard of. */
  declines_counted: { most: 1, seconds: DAY_SECONDS },
  /** Cards declined for one order, and for all orders of one account. */
  declines_order: { most: 10, seconds: HOUR_SECONDS },
  declines_account: { most: 20, seconds: HOUR_SECONDS },
  /** The same of everybody without an account; beyond it one signs in before one pays. */
  declines_guests: { most: 100, seconds: HOUR_SECONDS },
  /** Declines of one card, by the provider's fingerprint, in any order. */
  declines_card: { most: 5, seconds: HOUR_SECONDS },
  /** An order in which such a card was declined once more: our card form waits, another card can pay elsewhere. */
  declines_spent_card: { most: 1, seconds: HOUR_SECONDS },
  /** Copies of one's own data; each reads everything. */
  exports: { most: 20, seconds: HOUR_SECONDS },
  /** One moderator's searches in what people wrote: enough to follow up a report, too few to spell out a page. */
  word_searches_hour: { most: 6, seconds: HOUR_SECONDS },
  word_searches_day: { most: 20, seconds: DAY_SECONDS },
  enquiries_email: { most: 3, seconds: 10 * MINUTE_SECONDS },
  enquiries_address: { most: 10, seconds: HOUR_SECONDS },
} as const;

export type LimitName = keyof typeof LIMITS;

/** The length of a limit in words: "a quarter of an hour", "ten minutes". */
export function waitInWords(limit: LimitName): string {
  return minutesInWords(LIMITS[limit].seconds / MINUTE_SECONDS);
}

/** The rest of a wait: "forty-three minutes", rounded up, so that nobody comes too early. */
export function restInWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE_SECONDS));
  return minutes === 1 ? "one minute" : `${numberInWords(minutes)} minutes`;
}
