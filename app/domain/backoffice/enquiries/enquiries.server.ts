import { write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { enquiries } from "#db/schema";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { seller } from "~/domain/mail/layout/seller.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import type { Enquiry } from "./enquiry";
import { enquiryEmail } from "./enquiry-email";

export type SendResult =
  | { ok: true; enquiryId: string }
  /** Per email address: three in ten minutes. Per network address: ten in an hour. */
  | { ok: false; reason: "too_many_by_email" | "too_many_by_address" };

/**
 * Sends an enquiry to the company: one row and one email in one transaction.
 * @param enquiry as parsed by the form's schema.
 * @param clientAddress the network address it came from.
 */
export function sendEnquiry(enquiry: Enquiry, clientAddress: string, now: Date): SendResult {
  const { name, email, message } = enquiry;
  if (!countAttempt("enquiries_email", email.toLowerCase(), now)) {
    return { ok: false, reason: "too_many_by_email" };
  }
  if (!countAttempt("enquiries_address", clientAddress, now)) {
    return { ok: false, reason: "too_many_by_address" };
  }
  const enquiryId = newId();
  write((tx) => {
    tx.insert(enquiries).values({ id: enquiryId, name, email, message, at: now }).run();
    queueEmail(tx, {
      accountId: null,
      to: { name: seller.name, email: seller.email },
      dedupeKey: `enquiry:${enquiryId}`,
      message: enquiryEmail(enquiry),
      now,
    });
  });
  return { ok: true, enquiryId };
}
