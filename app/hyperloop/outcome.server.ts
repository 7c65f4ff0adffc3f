import { reasonForm } from "~/domain/people/staff/forms";
import type { Permission } from "~/domain/people/staff/permissions";
import type { Flash } from "~/web/flash";
import { type FormInput, type FormSchema, readForm } from "~/web/read-form";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import { type StaffSubmission, staffAction } from "./staff-route.server";

/** Responses of the staff's actions, from the result of what was done. */

type Result<Refusal extends string> = { ok: true } | { ok: false; reason: Refusal };
type Said = Flash | string;
type Told<Refusal extends string> = Exclude<Refusal, "not_found">;

export interface Outcome<Refusal extends string> {
  result: Result<Refusal>;
  /** The page that is shown next, whether it was done or refused. */
  to: string;
  /** Its flash message when it was done. */
  done?: Said;
  cookies?: readonly string[];
  /** Its flash message when it was refused; what is not found is a 404 instead. */
  refused?: (refusal: Told<Refusal>) => Said;
}

/** Responds with the next page and its flash message. @throws a 404 where a thing was not found. */
export async function respondWithOutcome<Refusal extends string>(outcome: Outcome<Refusal>) {
  const { result, to, done, cookies, refused } = outcome;
  if (result.ok) return await seeOther(to, { cookies, flash: flashOf(done, "ok") });
  if (result.reason === "not_found") notFound();
  const said = refused?.(result.reason as Told<Refusal>);
  return await seeOther(to, { flash: flashOf(said, "bad") });
}

function flashOf(said: Said | undefined, tone: Flash["tone"]): Flash | undefined {
  return typeof said === "string" ? { tone, message: said } : said;
}

export interface FormOutcome<Refusal extends string> extends Outcome<Refusal> {
  /** Says why it was refused beside fields of the form, by their names ("" is the form), in place of the next page. */
  beside?: (refusal: Told<Refusal>) => Readonly<Record<string, string>>;
}

type Work<Input, Refusal extends string> = (input: Input) => FormOutcome<Refusal> | Promise<FormOutcome<Refusal>>;

/** Runs `work` with what a form says; a form that fails its schema is shown again, tagged with `id`. */
export async function respondToForm<Schema extends FormSchema, Refusal extends string>(
  form: FormData,
  { id, schema }: { id: string; schema: Schema },
  work: Work<FormInput<Schema>, Refusal>,
) {
  const submission = readForm(form, schema);
  if (submission.status !== "success") return unprocessable(id, submission.reply());
  const { beside, ...outcome } = await work(submission.value);
  const { result } = outcome;
  if (!beside || result.ok || result.reason === "not_found") return await respondWithOutcome(outcome);
  const sentences = Object.entries(beside(result.reason as Told<Refusal>));
  const fieldErrors = Object.fromEntries(sentences.map(([name, sentence]) => [name, [sentence]]));
  return unprocessable(id, submission.reply({ fieldErrors }));
}

/** The same for a form that asks only why. */
export function respondWithReason<Refusal extends string>(form: FormData, id: string, work: Work<string, Refusal>) {
  return respondToForm(form, { id, schema: reasonForm }, ({ reason }) => work(reason));
}

/** Makes the action of a `FormPage`, which has one form; `work` is given what it says. */
export function staffFormAction<Schema extends FormSchema, Refusal extends string>(
  permission: Permission,
  schema: Schema,
  work: (input: FormInput<Schema>, at: StaffSubmission) => ReturnType<Work<unknown, Refusal>>,
) {
  return staffAction(permission, (at) => respondToForm(at.form, { id: "form", schema }, (input) => work(input, at)));
}
