import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Deletion, deletionForm, WRONG_CURRENT_PASSWORD_MESSAGE } from "~/domain/people/accounts/forms";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { keepAccount, requestDeletion } from "~/domain/privacy/erasure/deletion-requests.server";
import { Frame } from "~/screens/frame";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { BackLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { replyAgain } from "~/web/form-again";
import { readForm } from "~/web/read-form";
import { PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { TOO_MANY_MESSAGE } from "./account-actions.server";
import { deleteData } from "./delete-data.server";
import { DeleteForm } from "./delete-form";
import { DeleteTerms } from "./delete-terms";

const PRIVACY = "/account-settings?tab=privacy";

export const handle: ScreenHandle = { title: "Delete your account?", noindex: true, formAgain: replyAgain };

/** The customer: what is deleted, what is kept, and the form to request it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "account");
  return data(deleteData(person, currentTime()), { headers: PRIVATE });
}

/** The customer. */
export async function action({ request }: ActionFunctionArgs) {
  const person = await requireCustomer(request, "account");
  switch (formOf(request).get("intent")) {
    case "delete":
      return await ask(request, person);
    case "keep":
      return await keep(person);
    default:
      throw new Response(null, { status: 400 });
  }
}

const IN_PRINT_MESSAGE = "A book of yours is being printed or is on its way. Wait until it arrives, or write to us";

const COPIES_MESSAGE = "You’ve ordered copies that aren’t at the printer yet. Cancel the copies first";

async function ask(request: Request, { accountId, sessionId }: SignedIn) {
  const submission = readForm(formOf(request), deletionForm);
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") return unprocessable("delete", submission.reply({ hideFields }));
  const password = submission.value.currentPassword;
  const input = await requestDeletion({ accountId, sessionId, password }, currentTime());
  if (input.ok) {
    return await seeOther(PRIVACY, {
      flash: {
        tone: "ok",
        message: "Your account will be deleted.",
        more: "We’ve emailed you the date and signed you out everywhere else.",
      },
    });
  }
  switch (input.reason) {
    case "wrong_password": {
      const fieldErrors = { currentPassword: [WRONG_CURRENT_PASSWORD_MESSAGE] };
      return unprocessable("delete", submission.reply({ hideFields, fieldErrors }));
    }
    case "too_many_guesses":
      return unprocessable("delete", submission.reply({ hideFields, formErrors: [TOO_MANY_MESSAGE] }));
    case "copies_first":
      return unprocessable("delete", submission.reply({ hideFields, formErrors: [COPIES_MESSAGE] }));
    case "book_in_print":
      return unprocessable("delete", submission.reply({ hideFields, formErrors: [IN_PRINT_MESSAGE] }));
  }
}

async function keep({ accountId }: SignedIn) {
  const saved = keepAccount(accountId, currentTime());
  return await seeOther(PRIVACY, {
    flash: saved.ok
      ? { tone: "ok", message: "Your account is safe.", more: "We’ve emailed you to confirm it." }
      : { tone: "info", message: "Your account wasn’t going to be deleted." },
  });
}

export default function DeleteAccount() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<Deletion>({ id: "delete", lastResult: actionData?.reply });
  return (
    <Frame variant="signed-in">
      <div className="container page-body">
        <ErrorSummary problems={problemsOf(form)} />
        <BackLink href={PRIVACY}>Account settings</BackLink>
        <h1>{view.due ? "Your account is going to be deleted" : "Delete your account?"}</h1>
        <div className="two-columns">
          <div className="settings-column">
            <DeleteTerms view={view} />
          </div>
          <section className="decide-panel in-sight stack" aria-label={view.due ? "Keep it" : "Are you sure?"}>
            <DeleteForm view={view} form={form} field={fields.currentPassword} />
          </section>
        </div>
      </div>
    </Frame>
  );
}
