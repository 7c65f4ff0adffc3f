import { START_BY_DATE } from "~/domain/diary/loops/starting";
import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords } from "~/domain/mail/layout/email-parts";

/** Reminds a customer, once, of a loop that is paid for and not started. */
export function loopWaiting(data: {
  firstName: string;
  /** "Puppy’s First Year" */
  loopName: string;
  theme: string | null;
  beginUrl: string;
}): Email {
  const name = asPlainWords(data.firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const what = `You’ve paid for your ${data.loopName} loop but haven’t started it. There’s no deadline: it’ll wait as long as you like.`;
  const how = START_BY_DATE;
  const label = "Choose the delivery date";
  return {
    kind: "loop_waiting",
    subject: `Your ${data.loopName} loop is waiting`,
    preview: how,
    text: [hello, what, `${how}\n${label}: ${data.beginUrl}`].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Ready when you are"),
      part.paragraph(what),
      part.paragraph(how),
      part.button(label, data.beginUrl, data.theme),
    ),
  };
}
