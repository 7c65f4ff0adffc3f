import { START_BY_DATE } from "~/domain/diary/loops/starting";
import { button, greeting, headline, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";

/** Reminds a customer, once, of a loop that is paid for and not started. */
export function loopWaiting(data: {
  firstName: string;
  /** "Puppy’s First Year" */
  loopName: string;
  theme: string | null;
  beginUrl: string;
}): Email {
  return {
    kind: "loop_waiting",
    subject: `Your ${data.loopName} loop is waiting`,
    preview: START_BY_DATE,
    blocks: [
      greeting(data.firstName),
      headline("Ready when you are"),
      paragraph(
        `You’ve paid for your ${data.loopName} loop but haven’t started it. There’s no deadline: it’ll wait as long as you like.`,
      ),
      paragraph(START_BY_DATE),
      button("Choose the delivery date", data.beginUrl, data.theme),
    ],
  };
}
