import { capitalise, formatCountOf } from "~/domain/kernel/text/numbers";
import { type FormInput, type FormSchema, readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import type { StaffSubmission } from "./staff-route.server";

/** Several lines of a list at once: a page says what will happen to each, and each is done in its own transaction. */

/** A page of any list. */
const MOST_SELECTED = 50;

/** What was selected, as the list's form asks for it. */
export function selectedIn(request: Request): string[] {
  return [...new Set(new URL(request.url).searchParams.getAll("id"))].slice(0, MOST_SELECTED);
}

export type Result<Refusal extends string> = { ok: true } | { ok: false; reason: Refusal };

export interface EachOf<Refusal extends string> {
  /** Where the list is. */
  to: string;
  one: string;
  many: string;
  /** What was done, as the end of a sentence: "extended". */
  done: string;
  refused: (refusal: Refusal) => string;
}

/** Does something to each thing of the form. What is refused is counted, with its reasons; the others are done. */
export async function respondToEach<Schema extends FormSchema, Refusal extends string>(
  { form }: StaffSubmission,
  schema: Schema,
  say: EachOf<Refusal>,
  act: (id: string, input: FormInput<Schema>) => Result<Refusal>,
) {
  const ids = [...new Set(form.getAll("id").map(String))].slice(0, MOST_SELECTED);
  if (ids.length === 0) {
    return await seeOther(say.to, { flash: { tone: "bad", message: "Please tick at least one line." } });
  }
  const submission = readForm(form, schema);
  if (submission.status !== "success") return unprocessable("form", submission.reply());
  const results = ids.map((id) => act(id, submission.value));
  const refused = results.flatMap((result) => (result.ok ? [] : [say.refused(result.reason)]));
  const count = ids.length - refused.length;
  return await seeOther(say.to, {
    flash: {
      tone: refused.length > 0 ? "warn" : "ok",
      message: `${capitalise(formatCountOf(count, `${say.one} is`, `${say.many} are`))} ${say.done}.`,
      ...(refused.length > 0 ? { more: `Left out: ${refused.length}. ${[...new Set(refused)].join(" ")}` } : {}),
    },
  });
}
