import { band, button, greeting, note, paragraph, quotation } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords } from "~/domain/mail/layout/email-words";

/**
 * Emails about a week that cannot go into the book unchanged. They quote the moderator, never the week; the moderator's
 * note is about the week, so it is encrypted like the week's own text.
 */

export interface ExcludedData {
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

export function entryRejected(data: ExcludedData): Email {
  const what = `We checked week ${data.week} of ${titled(data)} before printing, and we can’t print it as it is.`;
  return {
    kind: "entry_rejected",
    subject: "A week of your loop needs a change",
    preview: what,
    blocks: [band("One week needs a change", data.theme), ...aboutWeek(what, data)],
  };
}

export function entryHidden(data: ExcludedData): Email {
  const what = `We’ve left week ${data.week} of ${titled(data)} out of the book.`;
  return {
    kind: "entry_hidden",
    subject: "We’ve left a week of your loop out of the book",
    preview: what,
    blocks: [band("We’ve left a week out", data.theme), ...aboutWeek(what, data)],
  };
}

const titled = ({ title }: ExcludedData) => `“${asPlainWords(title)}”`;

const aboutWeek = (what: string, data: ExcludedData) => [
  greeting(data.firstName),
  paragraph(what),
  quotation("Our moderator’s note", data.note),
  paragraph("We haven’t deleted anything. The words and photos are still in your account."),
  paragraph(
    data.canEdit
      ? "Change what the note asks for and save the week. We’ll check it again before it prints."
      : "You’ve already sent your year to print, so we’re making the book without this week.",
  ),
  button(data.canEdit ? "Edit this week" : "Read this week", data.weekUrl, data.theme),
  note("Think we got it wrong? Reply to this email and a person will check again."),
];
