import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { waitInWords } from "~/domain/kernel/limits/limits";
import { STAFF_IDLE_MINUTES, STAFF_SESSION_HOURS } from "~/domain/kernel/time/access-lengths";
import { offersEntra } from "~/domain/people/staff/entra-sign-in.server";
import { STAFF_WRONG_MESSAGE, type StaffSignIn, staffSignInForm } from "~/domain/people/staff/forms";
import { StaffSignedOutFrame } from "~/hyperloop/frame";
import { Button, LinkButton } from "~/ui/button";
import { fieldOf, problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { AuthenticatorField } from "~/ui/known-fields";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { readForm } from "~/web/read-form";
import { PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { authenticateStaff, staffOf, startStaffSession } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Sign in to HyperLoop", noindex: true };

const TOO_MANY_MESSAGE = `Too many attempts. Please wait ${waitInWords("staff_account")} and try again.`;

/** Public; staff who are signed in already are redirected. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (await staffOf(request)) throw redirect("/hyperloop/dashboard");
  return data({ offersEntra }, { headers: PRIVATE });
}

/** Public. Which of email, password and code was wrong is never revealed. */
export async function action({ request }: ActionFunctionArgs) {
  const submission = readForm(formOf(request), staffSignInForm);
  const hideFields = ["password", "code"];
  if (submission.status !== "success") return unprocessable("sign-in", submission.reply({ hideFields }));
  const result = await authenticateStaff(request);
  if (result.ok) return await seeOther("/hyperloop/dashboard", { cookies: await startStaffSession(request, result) });
  const sentence = result.reason === "too_many" ? TOO_MANY_MESSAGE : STAFF_WRONG_MESSAGE;
  return unprocessable("sign-in", submission.reply({ hideFields, formErrors: [sentence] }));
}

export default function SignIn() {
  const { offersEntra } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<StaffSignIn>({ id: "staff-sign-in", lastResult: actionData?.reply });
  return (
    <StaffSignedOutFrame title="Sign in">
      <ErrorSummary problems={problemsOf(form)} />
      {offersEntra && (
        <>
          <p>
            <LinkButton href="/hyperloop/entra" size="staff" variant="line">
              Sign in with Entra ID
            </LinkButton>
          </p>
          <p className="muted">Or use your HyperLoop password and authenticator.</p>
        </>
      )}
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.email)} label="Email address" type="email" autoComplete="username" />
        <PasswordField {...secretOf(fields.password)} label="Password" autoComplete="current-password" />
        <AuthenticatorField of={fields.code} hint="Code from your authenticator" />
        <Button size="staff">Sign in</Button>
      </PostForm>
      <p className="muted">
        A super admin makes accounts, and resets them if you lose your password or authenticator. We sign you out after{" "}
        {STAFF_IDLE_MINUTES} minutes of inactivity, and after {STAFF_SESSION_HOURS} hours.
      </p>
    </StaffSignedOutFrame>
  );
}
