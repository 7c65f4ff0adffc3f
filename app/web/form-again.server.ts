import { data } from "@remix-run/node";
import { currentConnection } from "./connection.server";
import { logError } from "./error-log.server";
import { type FormAgain, fieldsOf, hasSecrets } from "./form-again";
import { isResponse } from "./refusal";
import { type Audience, refuseUnsaved, retryAfter } from "./refusals.server";
import { StorageError } from "./storage.server";
import type { Submission } from "./submission.server";

/**
 * Typed text survives any failure. When an action breaks, its screen shows the form again as sent. When the screen
 * cannot do that, or cannot be loaded either, a separate page holds the typed text and can send it again.
 */

function sentenceFor(form: FormData): string {
  const isSecret = hasSecrets(form);
  const comesBack = fieldsOf(form).some(([name]) => !UNTYPED.has(name));
  if (isSecret && !comesBack) return `${FAILED} Please type your password and try again.`;
  return `${FAILED} We’ve kept what you typed${isSecret ? ", except your password" : ""}; please try again.`;
}

const FAILED = "We couldn’t save that just now.";

/** Fields nobody typed: the pressed button, and the account name for password managers. */
const UNTYPED = new Set(["intent", "username"]);

interface Sent {
  submission: Submission;
  audience: Audience;
  /** How the screen shows the form again. */
  formAgain: FormAgain | undefined;
}

/** The form being processed, by request, for the loaders that run for the same request. */
const submissions = new WeakMap<object, Submission>();

/**
 * Runs an action; an internal error is logged and the form is shown again. An API client gets JSON when the storage
 * refused its form; any other error is a bug and is rethrown.
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
    if (isResponse(error) || (audience === "programs" && !(error instanceof StorageError))) throw error;
    noteUnlessNoted(error, request);
    const { form } = submission;
    const again = audience === "people" ? formAgain?.(form, sentenceFor(form)) : null;
    if (!again) throw await refuseUnsaved(request, submission, audience, error);
    return data(again, { status: 503, headers: retryAfter(error) });
  }
}

/** Runs a loader; when it breaks after a form was sent, responds with the form's text instead. */
export async function orWordsSent<Result>(request: Request, load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    const connection = currentConnection();
    const submission = connection && submissions.get(connection);
    if (isResponse(error) || !submission) throw error;
    noteUnlessNoted(error, request);
    throw await refuseUnsaved(request, submission, "people", error);
  }
}

/** Storage errors are already logged at their source. */
function noteUnlessNoted(error: unknown, request: Request): void {
  if (!(error instanceof StorageError)) logError(error, request);
}
