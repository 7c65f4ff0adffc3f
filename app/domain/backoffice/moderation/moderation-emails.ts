import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords } from "~/domain/mail/layout/email-parts";

/**
 * Emails about a week that cannot go into the book unchanged. They quote the moderator, never the week; the moderator's
 * note is about the week, so it is encrypted like the week's own text.
 */

export interface KeptOutData {
  firstName: string;
  week: number;
  /** The title on the cover. */
  title: string;
  /** The moderator's note, encrypted for the outbox. */
  note: string;
  /** The page where the week can be read and edited. */
  weekUrl: string;
  /** Whether the loop can still be edited. */
  canEdit: boolean;
  theme: string | null;
}

export function entryRejected(data: KeptOutData): Email {
  return write("entry_rejected", data, {
    subject: "A week of your loop needs a change",
    headline: "One week needs a change",
    what: `We checked week ${data.week} of ${titled(data)} before printing, and we can’t print it as it is.`,
  });
}

export function entryHidden(data: KeptOutData): Email {
  return write("entry_hidden", data, {
    subject: "We’ve left a week of your loop out of the book",
    headline: "We’ve left a week out",
    what: `We’ve left week ${data.week} of ${titled(data)} out of the book.`,
  });
}

function write(
  kind: "entry_rejected" | "entry_hidden",
  data: KeptOutData,
  { subject, headline, what }: { subject: string; headline: string; what: string },
): Email {
  const name = asPlainWords(data.firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const { note } = data;
  const yours = "We haven’t deleted anything. The words and photos are still in your account.";
  const next = data.canEdit
    ? "Change what the note asks for and save the week. We’ll check it again before it prints."
    : "You’ve already sent your year to print, so we’re making the book without this week.";
  const wrong = "Think we got it wrong? Reply to this email and a person will check again.";
  const label = data.canEdit ? "Edit this week" : "Read this week";
  return {
    kind,
    subject,
    preview: what,
    text: [hello, what, `Our moderator’s note: ${note}`, yours, next, `${label}: ${data.weekUrl}`, wrong].join("\n\n"),
    html: [
      part.band(headline, data.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(what),
        part.quotation("Our moderator’s note", note),
        part.paragraph(yours),
        part.paragraph(next),
        part.button(label, data.weekUrl, data.theme),
        part.smallPrint(wrong),
      ),
    ].join("\n"),
  };
}

function titled({ title }: KeptOutData): string {
  return `“${asPlainWords(title)}”`;
}
