import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/** Reminds a customer, once, of a loop that is paid for and not begun. */
export function loopWaiting(data: {
  firstName: string;
  /** "Puppy’s First Year" */
  loopName: string;
  theme: string | null;
  beginUrl: string;
}): Email {
  const name = asPlainWords(data.firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const what = `Your ${data.loopName} loop is yours and has not begun. Nothing runs out: it waits as long as you like.`;
  const how = "All it needs is the day your book should arrive. The first week opens then.";
  const label = "Choose the delivery date";
  return {
    kind: "loop_waiting",
    subject: `Your ${data.loopName} loop is waiting`,
    preview: how,
    text: [hello, what, `${how}\n${label}: ${data.beginUrl}`].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Ready when you are."),
      part.paragraph(what),
      part.paragraph(how),
      part.button(label, data.beginUrl, data.theme),
    ),
  };
}
