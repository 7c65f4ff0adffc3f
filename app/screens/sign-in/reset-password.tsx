import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type NewPassword, newPasswordForm } from "~/domain/people/accounts/forms";
import { openResetLink, resetPassword } from "~/domain/people/accounts/password-reset.server";
import { Button, LinkButton } from "~/ui/button";
import { problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";
import { UsernameField } from "~/ui/username-field";
import { currentTime } from "~/web/clock.server";
import { resetCookie } from "~/web/cookies.server";
import { rememberBrowser } from "~/web/customer-auth.server";
import { resultOrNull } from "~/web/error-log.server";
import { replyAgain } from "~/web/form-again";
import { loaderHeaders } from "~/web/headers";
import { readNewPassword } from "~/web/new-password.server";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";
import { SignInFrame } from "./sign-in-aside";

export const handle: ScreenHandle<{ isLive: boolean }> = {
  title: ({ isLive }) => (isLive ? "Choose a new password" : "That link no longer works"),
  noindex: true,
  failure: "Failed to verify reset link. Please try again.",
  formAgain: replyAgain,
};

export const headers = loaderHeaders;

const INVALID_LINK = "Invalid or expired reset link. Please request a new one.";
const FAILED_MESSAGE = "Failed to reset password. Please try again.";
const PASSWORD_FORM = { intent: "reset", secrets: ["password", "confirmPassword"] } as const;

/**
 * Public: for the holder of the link. The token moves at once from the address to a cookie of half an hour, so that
 * nobody sees or forwards it; reading the page does not use it up.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (token !== null) {
    const cookie = await resetCookie.serialize(token.slice(0, 100));
    throw redirect("/reset-password", {
      status: 303,
      headers: { "Set-Cookie": cookie, "Referrer-Policy": "no-referrer" },
    });
  }
  const stored = await readToken(request);
  const link = stored ? openResetLink(stored, currentTime()) : undefined;
  return data(
    { isLive: link !== undefined, email: link?.email ?? "" },
    { headers: { "Referrer-Policy": "no-referrer" } },
  );
}

async function readToken(request: Request): Promise<string | null> {
  const token: unknown = await resetCookie.parse(request.headers.get("cookie"));
  return typeof token === "string" && token !== "" ? token : null;
}

const NO_LINK = { ok: false, reason: "invalid_link" } as const;

/** Public: for the holder of the link, once. It does not sign in. */
export async function action({ request }: ActionFunctionArgs) {
  const token = await readToken(request);
  const typed = readNewPassword(formOf(request), newPasswordForm, PASSWORD_FORM);
  if (typed.refused) return typed.refused;
  const { password } = typed.value;
  const reset = await resultOrNull(request, () => (token ? resetPassword(token, password, currentTime()) : NO_LINK));
  if (reset === null) return typed.again({ formErrors: [FAILED_MESSAGE] });
  const cookies = [await resetCookie.serialize("", { maxAge: 0 })];
  if (!reset.ok) {
    return await seeOther("/forgot-password", { cookies, flash: { tone: "bad", message: INVALID_LINK } });
  }
  return await seeOther("/auth", {
    cookies: [...cookies, ...(await rememberBrowser(request, reset.accountId))],
    flash: {
      tone: "ok",
      message: "Password reset successfully! You can now sign in with your new password.",
    },
  });
}

export default function ResetPassword() {
  const { isLive, email } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<NewPassword>({ id: "reset", lastResult: actionData?.reply });
  if (!isLive) {
    return (
      <SignInFrame>
        <h1>That link no longer works</h1>
        <p className="lead">{INVALID_LINK}</p>
        <p>
          <LinkButton href="/forgot-password">Send me a new one</LinkButton>
        </p>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame>
      <ErrorSummary problems={problemsOf(form)} />
      <h1>
        Choose a <em>new password</em>
      </h1>
      <p className="lead">Every other device will be signed out.</p>
      <PostForm {...getFormProps(form)} className="form-stack">
        <UsernameField email={email} />
        <NewPasswordFields
          password={secretOf(fields.password)}
          label="New password"
          confirmation={secretOf(fields.confirmPassword)}
          confirmationLabel="Confirm new password"
          advice={actionData?.advice}
        />
        <Button>Save the new password</Button>
      </PostForm>
    </SignInFrame>
  );
}
