import { reasonForm } from "~/domain/staff/forms";
import { notFound, seeOther, unprocessable } from "~/web/answers.server";
import type { Flash } from "~/web/flash";
import { readForm } from "~/web/read-form";
import { formOf } from "~/web/submission.server";

/** What the staff's actions come to, from the result of what was done to the answer. */

type Result<Refusal extends string> = { ok: true } | { ok: false; reason: Refusal };
type Said = Flash | string;

export interface Outcome<Refusal extends string> {
  result: Result<Refusal>;
  /** The page that is shown next, whether it was done or refused. */
  to: string;
  /** Said there when it was done. */
  done?: Said;
  cookies?: readonly string[];
  /** Said there when it was refused; what is not found is a 404 instead. */
  refused?: (refusal: Exclude<Refusal, "not_found">) => Said;
}

/** Answers with the next page and what is said on it. @throws the 404 answer where a thing was not found. */
export async function answerOutcome<Refusal extends string>(outcome: Outcome<Refusal>) {
  const { result, to, done, cookies, refused } = outcome;
  if (result.ok) return await seeOther(to, { cookies, flash: flashOf(done, "ok") });
  if (result.reason === "not_found") notFound();
  const said = refused?.(result.reason as Exclude<Refusal, "not_found">);
  return await seeOther(to, { flash: flashOf(said, "bad") });
}

function flashOf(said: Said | undefined, tone: Flash["tone"]): Flash | undefined {
  return typeof said === "string" ? { tone, message: said } : said;
}

interface ReasonedOutcome<Refusal extends string> extends Outcome<Refusal> {
  /** Says beside the reason why it was refused, in place of the next page. */
  beside?: (refusal: Exclude<Refusal, "not_found">) => string;
}

/**
 * The action of a page that asks for a reason. Runs `work` with the reason of this request's form and answers with what
 * came of it; without a reason the form is shown again, tagged with `id`.
 */
export async function answerWithReason<Refusal extends string>(
  request: Request,
  id: string,
  work: (reason: string) => ReasonedOutcome<Refusal> | Promise<ReasonedOutcome<Refusal>>,
) {
  const submission = readForm(formOf(request), reasonForm);
  if (submission.status !== "success") return unprocessable(id, submission.reply());
  const { beside, ...outcome } = await work(submission.value.reason);
  const { result } = outcome;
  if (beside && !result.ok && result.reason !== "not_found") {
    const sentence = beside(result.reason as Exclude<Refusal, "not_found">);
    return unprocessable(id, submission.reply({ fieldErrors: { reason: [sentence] } }));
  }
  return await answerOutcome(outcome);
}
