/**
 * An enquiry to the company through the form on the home page. It is sent to the company as an email with a fixed
 * subject and stored as a row, both or neither. At most 3 in 10 minutes per email address and 10 in an hour per network
 * address; further ones are told when to return. A visitor can also send the same text with their own email client.
 */

import { withPlainLineEnds } from "~/domain/kernel/text/typed-text";
import { ENQUIRY_SUBJECT } from "./enquiry-email";
import { enquiryBody } from "./enquiry-mailto";

export const NAME_MOST = 100;
export const MESSAGE_LEAST = 10;
export const MESSAGE_MOST = 2000;
/** The page's character counter turns red above this; the server accepts up to `MESSAGE_MOST`. */
export const COUNTED_TO = 500;

export interface Enquiry {
  name: string;
  email: string;
  message: string;
}

/** The characters of a typed message, counted as the page counts them. */
export function messageLength(typed: string): number {
  return withPlainLineEnds(typed).length;
}

/** The link that opens the visitor's email client and fills in what is typed so far (RFC 6068). */
export function enquiryMailto(companyEmail: string, typed: Partial<Enquiry>): string {
  const { name = "", email = "", message = "" } = typed;
  const address = encodeURIComponent(companyEmail).replace("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(ENQUIRY_SUBJECT)}&body=${enquiryBody({ name, email, message })}`;
}
