import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { secondsUntilFree } from "~/domain/kernel/limits/limits.server";
import { type AddressForReset, forgotPasswordForm } from "~/domain/people/accounts/forms";
import { RESET_MESSAGES, requestPasswordReset } from "~/domain/people/accounts/password-reset.server";
import { Button } from "~/ui/button";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { EmailField } from "~/ui/known-fields";
import { PostForm } from "~/ui/post-form";
import { BackLink } from "~/ui/text-link";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { resultOrNull } from "~/web/error-log.server";
import { replyAgain } from "~/web/form-again";
import { readForm } from "~/web/read-form";
import { refuseTooMany } from "~/web/refusals.server";
import { seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";
import { SignInFrame } from "./sign-in-aside";

export const handle: ScreenHandle = {
  title: "Forgotten password",
  noindex: true,
  formAgain: replyAgain,
  cached: { signsIn: true },
  guard: { cachedForm: true },
};

const FAILED_MESSAGE = "Failed to send reset email. Please try again.";

/** Public. Known and unknown addresses get the same response. */
export async function action({ request }: ActionFunctionArgs) {
  const submission = readForm(formOf(request), forgotPasswordForm);
  if (submission.status !== "success") return unprocessable("request", submission.reply());
  const { email } = submission.value;
  const now = currentTime();
  const input = await resultOrNull(request, () => requestPasswordReset(email, clientAddress(), now));
  if (input === false) throw refuseTooMany(secondsUntilFree("reset_address", clientAddress(), now));
  if (input === null) return unprocessable("request", submission.reply({ formErrors: [FAILED_MESSAGE] }));
  return await seeOther("/forgot-password", { flash: { tone: "ok", ...RESET_MESSAGES } });
}

export default function ForgotPassword() {
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<AddressForReset>({ id: "forgot", lastResult: actionData?.reply });
  return (
    <SignInFrame>
      <ErrorSummary problems={problemsOf(form)} />
      <div>
        <BackLink href="/auth">Back to sign in</BackLink>
        <h1>
          Forgotten <em>your password?</em>
        </h1>
      </div>
      <p className="lead">Tell us your email address and we’ll email you a link to choose a new one.</p>
      <PostForm {...getFormProps(form)} className="form-stack">
        <EmailField of={fields.email} />
        <Button>Send the link</Button>
      </PostForm>
    </SignInFrame>
  );
}
