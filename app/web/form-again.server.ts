import { data } from "@remix-run/node";
import { currentConnection } from "./connection.server";
import { noteError } from "./error-log.server";
import { type FormAgain, fieldsOf, hasSecrets } from "./form-again";
import { isAnswer } from "./refusal";
import { type Audience, refuseUnsaved, retryAfter } from "./refusals.server";
import { NotKept } from "./storage.server";
import type { Submission } from "./submission.server";

/**
 * What is typed comes back, whatever breaks. Where an action breaks, its screen shows the form again as it was sent;
 * where a screen has no place for that, or cannot be read any more either, a page of its own holds the words and sends
 * them again.
 */

function sentenceFor(form: FormData): string {
  const isSecret = hasSecrets(form);
  const comesBack = fieldsOf(form).some(([name]) => !UNTYPED.has(name));
  if (isSecret && !comesBack) return `${FAILED} Please type your password and try again.`;
  return `${FAILED} What you typed is still here${isSecret ? ", except your password" : ""}; please try again.`;
}

const FAILED = "We couldn’t save that just now.";

/** Which button was pressed, and whose password a password manager is asked for. */
const UNTYPED = new Set(["intent", "username"]);

interface Sent {
  submission: Submission;
  audience: Audience;
  /** How its screen shows the form again. */
  formAgain: FormAgain | undefined;
}

/** The forms that are being worked on, for whatever else answers their request. */
const submissions = new WeakMap<object, Submission>();

/**
 * Runs an action; where it breaks for a reason of ours, that is noted and answered with the form. A program is told
 * the same in JSON where storage did not take its form; anything else that breaks is a bug and goes on as one.
 */
export async function keepingWords<Result>(
  request: Request,
  { submission, audience, formAgain }: Sent,
  action: () => Promise<Result>,
) {
  const connection = currentConnection();
  if (connection) submissions.set(connection, submission);
  try {
    return await action();
  } catch (error) {
    if (isAnswer(error) || (audience === "programs" && !(error instanceof NotKept))) throw error;
    noteUnlessNoted(error, request);
    const { form } = submission;
    const again = audience === "people" ? formAgain?.(form, sentenceFor(form)) : null;
    if (!again) throw await refuseUnsaved(request, submission, audience, error);
    return data(again, { status: 503, headers: retryAfter(error) });
  }
}

/** Runs a loader; where it breaks while a form is answered, the form's words are answered in its place. */
export async function orWordsSent<Result>(request: Request, load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    const connection = currentConnection();
    const submission = connection && submissions.get(connection);
    if (isAnswer(error) || !submission) throw error;
    noteUnlessNoted(error, request);
    throw await refuseUnsaved(request, submission, "people", error);
  }
}

/** What our storage did not take has been noted where it was met. */
function noteUnlessNoted(error: unknown, request: Request): void {
  if (!(error instanceof NotKept)) noteError(error, request);
}
