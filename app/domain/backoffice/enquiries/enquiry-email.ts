import { heading, headline, lines, link, note, opening, slip } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords } from "~/domain/mail/layout/email-words";

export const ENQUIRY_SUBJECT = "Customer Enquiry";

/**
 * A visitor's enquiry, to the company. The text they typed appears as plain text, line by line. The one link is the
 * reply address, which the form has checked to be a single plain one.
 */
export function enquiryEmail(data: { name: string; email: string; message: string }): Email {
  const name = asPlainWords(data.name);
  return {
    kind: "enquiry",
    subject: ENQUIRY_SUBJECT,
    preview: `${name} has sent us an enquiry.`,
    blocks: [
      opening("Sent with the contact form on the home page."),
      headline(ENQUIRY_SUBJECT),
      lines([`Name: ${name}`, `Email: ${data.email}`]),
      slip(data.message.split("\n").map(asPlainWords)),
      heading("To reply"),
      link(data.email, answerLink(data.email)),
      note("A reply to this email would only come back to us."),
    ],
  };
}

function answerLink(email: string): string {
  const address = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(`Re: ${ENQUIRY_SUBJECT}`)}`;
}
