import { button, greeting, headline, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords } from "~/domain/mail/layout/email-words";
import { ALWAYS_SENT } from "~/domain/mail/outbox/always-sent";
import { PHOTO_MESSAGES, type PhotoRefusal } from "../rules/photo-rules";

/** The email about a photo that turned out, after its week was saved, to be broken. */

export interface UnreadablePhotoData {
  firstName: string;
  week: number;
  fileName: string;
  refusal: PhotoRefusal;
  weekUrl: string;
}

export function unreadablePhoto({ firstName, week, fileName, refusal, weekUrl }: UnreadablePhotoData): Email {
  return {
    kind: "photo_unreadable",
    why: ALWAYS_SENT,
    subject: `A photo of week ${week} couldn’t be used`,
    preview: "Your words are saved. Only the photo is missing.",
    blocks: [
      headline(`A photo of week ${week} couldn’t be used`),
      greeting(firstName),
      paragraph(`You added “${asPlainWords(fileName)}” to week ${week}. ${PHOTO_MESSAGES[refusal]}.`),
      paragraph("Your words are saved. Only the photo is missing."),
      button("Add it again", weekUrl),
    ],
  };
}
