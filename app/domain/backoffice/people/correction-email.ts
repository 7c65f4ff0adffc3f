import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords, greet } from "~/domain/mail/layout/email-parts";

/**
 * Notifies a person of what our staff changed for them because they asked.
 * @param data.what a sentence: "We moved your delivery date to 3 December 2027."
 */
export function accountCorrected(data: {
  firstName: string;
  what: string;
  companyEmail: string;
  hasAccount: boolean;
}): Email {
  const hello = greet(data.firstName);
  const what = asPlainWords(data.what);
  const see = data.hasAccount ? " You can see it in the Privacy tab of your account." : "";
  const asked = `You asked us to, so we did it for you.${see}`;
  const stranger = `If you didn’t ask for this, email ${data.companyEmail} straight away.`;
  return {
    kind: "account_corrected",
    subject: "We’ve made the change you asked for",
    preview: what,
    text: [hello, what, asked, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Done, as you asked"),
      part.paragraph(what),
      part.paragraph(asked),
      part.smallPrint(stranger),
      part.link(data.companyEmail, `mailto:${data.companyEmail}`),
    ),
  };
}
