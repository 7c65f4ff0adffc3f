import type { SubmissionResult } from "@conform-to/react";

/** How a screen takes a form back that could not be saved: with every word of it, and with what happened. */

const SECRET = /password/i;

/** What an action would answer about this form, with the sentence; null where the screen has no place for it. */
export type FormAgain = (form: FormData, sentence: string) => object | null;

/** The text fields of a form as they were sent, but for what is never printed back. */
export function fieldsOf(form: FormData): [name: string, value: string][] {
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return fields.filter(([name]) => !SECRET.test(name));
}

/** Whether a form has something that is never printed back: whoever sends it again has to type it again. */
export function hasSecrets(form: FormData): boolean {
  return [...form.keys()].some((name) => SECRET.test(name));
}

/** For screens that answer with conform's reply, tagged with the button that sent the form. */
export function replyAgain(form: FormData, sentence: string): { intent: string; reply: SubmissionResult } {
  const { intent = "", ...initialValue } = Object.fromEntries(fieldsOf(form));
  return { intent, reply: { status: "error", initialValue, error: { "": [sentence] } } };
}

/** The same for forms that pay, on whichever surface: their answers are all tagged with "pay". */
export function payAgain(form: FormData, sentence: string): { intent: string; reply: SubmissionResult } {
  const { intent, reply } = replyAgain(form, sentence);
  return { intent: intent === "hosted" || intent === "element" ? "pay" : intent, reply };
}
