/**
 * What somebody writes to the company with the form on the home page. It is sent to the company as an email with
 * one fixed subject and kept as a row, both or neither. At most 3 in 10 minutes from one e-mail address and 10 in
 * an hour from one network address; the rest are told when to come back. The same words can be sent from the
 * visitor's own e-mail program instead.
 */
import { ENQUIRY_SUBJECT } from "~/domain/email/enquiry-email";
import { withPlainLineEnds } from "../text/typed-text";

export const NAME_MOST = 100;
export const MESSAGE_LEAST = 10;
export const MESSAGE_MOST = 2000;
/** The page counts to this and turns red above it; the server takes up to `MESSAGE_MOST`. */
export const COUNTED_TO = 500;

export interface Enquiry {
  name: string;
  email: string;
  message: string;
}

/** Characters of a message as it was typed, counted as the page counts them. */
export function messageLength(typed: string): number {
  return withPlainLineEnds(typed).length;
}

/** The link that opens the visitor's e-mail program with the enquiry, as far as it is typed, filled in (RFC 6068). */
export function enquiryMailto(companyEmail: string, typed: Partial<Enquiry>): string {
  const { name = "", email = "", message = "" } = typed;
  const body = `Name: ${name}\nEmail: ${email}\n\nMessage:\n${withPlainLineEnds(message)}`;
  const address = encodeURIComponent(companyEmail).replace("%40", "@");
  // Line ends in such a link are CR LF (RFC 6068, section 5).
  const lines = encodeURIComponent(body.replaceAll("\n", "\r\n"));
  return `mailto:${address}?subject=${encodeURIComponent(ENQUIRY_SUBJECT)}&body=${lines}`;
}
