import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/**
 * Emails about a week that cannot go into the book unchanged. They quote the moderator, never the week; the moderator's
 * note is about the week, so it is encrypted like the week's own words.
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
    subject: "A week of your Loop needs another look",
    headline: "A week needs another look.",
    what: `We looked at week ${data.week} of ${titled(data)} before printing, and it cannot go into the book as it is.`,
  });
}

export function entryHidden(data: KeptOutData): Email {
  return write("entry_hidden", data, {
    subject: "A week of your Loop was taken out of the book",
    headline: "A week was taken out.",
    what: `We have taken week ${data.week} of ${titled(data)} out of the book.`,
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
  const yours = "Nothing is deleted: its words and photos are still yours, and nobody else can read them.";
  const next = data.canEdit
    ? "Change what the note is about and save the week again. Then we’ll look at it again, and it can be printed."
    : "Your year has gone to print already, so the book is made without this week.";
  const wrong = "Think we got it wrong? Answer this email and a person will look again.";
  const label = data.canEdit ? "Mend the week" : "Read the week";
  return {
    kind,
    subject,
    preview: what,
    text: [
      hello,
      what,
      `What our moderator says: ${note}`,
      yours,
      next,
      `${label}: ${data.weekUrl}`,
      wrong,
    ].join("\n\n"),
    html: [
      part.band(headline, data.theme),
      part.stretch(
        part.greeting(hello),
        part.paragraph(what),
        part.quotation("What our moderator says", note),
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
