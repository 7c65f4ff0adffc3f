import { addressLink, greeting, headline, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords } from "~/domain/mail/layout/email-words";

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
  const what = asPlainWords(data.what);
  const see = data.hasAccount ? " You can see it in the Privacy tab of your account." : "";
  return {
    kind: "account_corrected",
    subject: "We’ve made the change you asked for",
    preview: what,
    blocks: [
      greeting(data.firstName),
      headline("Done, as you asked"),
      paragraph(what),
      paragraph(`You asked us to, so we did it for you.${see}`),
      note(`If you didn’t ask for this, email ${data.companyEmail} straight away.`),
      addressLink(data.companyEmail),
    ],
  };
}
