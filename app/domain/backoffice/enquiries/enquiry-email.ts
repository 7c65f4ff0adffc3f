import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords } from "~/domain/mail/layout/email-parts";

export const ENQUIRY_SUBJECT = "Customer Enquiry";

/**
 * A visitor's enquiry, to the company. The text they typed appears as plain text, line by line. The one link is the
 * reply address, which the form has checked to be a single plain one.
 */
export function enquiryEmail(data: { name: string; email: string; message: string }): Email {
  const name = asPlainWords(data.name);
  const rows = data.message.split("\n").map(asPlainWords);
  const from = "Sent with the contact form on the home page.";
  const answer = `To reply, email ${data.email}. A reply to this email would only come back to us.`;
  return {
    kind: "enquiry",
    subject: ENQUIRY_SUBJECT,
    preview: `${name} has sent us an enquiry.`,
    text: [from, `Name: ${name}\nEmail: ${data.email}`, rows.join("\n"), answer].join("\n\n"),
    html: part.stretch(
      part.greeting(from),
      part.headline(ENQUIRY_SUBJECT),
      part.lines([`Name: ${name}`, `Email: ${data.email}`]),
      part.slip(rows),
      part.heading("To reply"),
      part.link(data.email, answerLink(data.email)),
      part.smallPrint("A reply to this email would only come back to us."),
    ),
  };
}

function answerLink(email: string): string {
  const address = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(`Re: ${ENQUIRY_SUBJECT}`)}`;
}
