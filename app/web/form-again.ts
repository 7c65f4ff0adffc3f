import type { SubmissionResult } from "@conform-to/react";

/** How a screen shows a form again that could not be saved: with all its text and what happened. */

const SECRET = /password/i;

/** The action's response to this form with the error message; null when the screen cannot show it. */
export type FormAgain = (form: FormData, sentence: string) => object | null;

/** The text fields of a form as sent, except passwords, which are never printed back. */
export function fieldsOf(form: FormData): [name: string, value: string][] {
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return fields.filter(([name]) => !SECRET.test(name));
}

/** Whether a form has a password, which must be typed again. */
export function hasSecrets(form: FormData): boolean {
  return [...form.keys()].some((name) => SECRET.test(name));
}

/** For screens that respond with conform's reply, tagged with the button that sent the form. */
export function replyAgain(form: FormData, sentence: string): { intent: string; reply: SubmissionResult } {
  const { intent = "", ...initialValue } = Object.fromEntries(fieldsOf(form));
  return { intent, reply: { status: "error", initialValue, error: { "": [sentence] } } };
}

/** The same for forms that pay, hosted or by card element: their responses are all tagged "pay". */
export function payAgain(form: FormData, sentence: string): { intent: string; reply: SubmissionResult } {
  const { intent, reply } = replyAgain(form, sentence);
  return { intent: intent === "hosted" || intent === "element" ? "pay" : intent, reply };
}
