import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { COMMON_PASSWORD_MESSAGE } from "~/domain/people/accounts/forms";
import { adviseOn, isCommonPassword } from "~/domain/people/accounts/password-rules";
import { type SetUp, setUpForm } from "~/domain/people/staff/forms";
import { completeSetUp, setUpData } from "~/domain/people/staff/invitations.server";
import { StaffSignedOutFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { problemsOf, secretOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { AuthenticatorField } from "~/ui/known-fields";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";
import { UsernameField } from "~/ui/username-field";
import { currentTime } from "~/web/clock.server";
import { setUpCookie } from "~/web/cookies.server";
import { loaderHeaders } from "~/web/headers";
import { readForm } from "~/web/read-form";
import { PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Set up your HyperLoop account", noindex: true };

export const headers = loaderHeaders;

/** Nobody elsewhere learns of the page, and its form still says where it comes from. */
const UNSEEN = { ...PRIVATE, "Referrer-Policy": "same-origin" } as const;
const LONGEST_TOKEN = 1000;
const WRONG_CODE = "That code isn’t right. Please try the next one";
const WORN_OUT = "That link no longer works. Ask a super admin for a new email.";

/** Public: for the holder of the link. It leaves the address at once, for a cookie of an hour; looking does not use it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token");
  if (token !== null) {
    const cookie = await setUpCookie.serialize(token.slice(0, LONGEST_TOKEN));
    throw redirect("/hyperloop/set-up", { status: 303, headers: { ...UNSEEN, "Set-Cookie": cookie } });
  }
  const view = setUpData(await readToken(request), currentTime());
  if (!view) return data(null, { headers: UNSEEN });
  const picture = `data:image/svg+xml;base64,${Buffer.from(view.picture).toString("base64")}`;
  return data({ ...view, picture }, { headers: UNSEEN });
}

async function readToken(request: Request): Promise<string> {
  const token: unknown = await setUpCookie.parse(request.headers.get("cookie"));
  return typeof token === "string" ? token : "";
}

/** Public: for the holder of the link, once. It does not sign in. */
export async function action({ request }: ActionFunctionArgs) {
  const form = formOf(request);
  const submission = readForm(form, setUpForm);
  const password = String(form.get("password") ?? "");
  const advice = adviseOn(password);
  const hideFields = ["password", "confirmPassword", "code"];
  if (submission.status !== "success") return unprocessable("set-up", submission.reply({ hideFields }), { advice });
  if (isCommonPassword(password)) {
    const fieldErrors = { password: [COMMON_PASSWORD_MESSAGE] };
    return unprocessable("set-up", submission.reply({ hideFields, fieldErrors }), { advice });
  }
  const done = await completeSetUp(await readToken(request), submission.value, currentTime());
  if (!done.ok && done.reason === "wrong_code") {
    const fieldErrors = { code: [WRONG_CODE] };
    return unprocessable("set-up", submission.reply({ hideFields, fieldErrors }), { advice });
  }
  return await seeOther("/hyperloop", {
    cookies: [await setUpCookie.serialize("", { maxAge: 0 })],
    flash: done.ok
      ? { tone: "ok", message: "You’re all set. Please sign in with the next code." }
      : { tone: "bad", message: WORN_OUT },
  });
}

export default function SetUpAccount() {
  const view = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<SetUp>({ id: "set-up", lastResult: actionData?.reply });
  if (!view) {
    return (
      <StaffSignedOutFrame title="That link no longer works">
        <p>{WORN_OUT}</p>
      </StaffSignedOutFrame>
    );
  }
  return (
    <StaffSignedOutFrame title="Set up your account">
      <p>
        {view.name}, you’ll sign in as <b>{view.email}</b>.
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <UsernameField email={view.email} />
        <NewPasswordFields
          password={secretOf(fields.password)}
          confirmation={secretOf(fields.confirmPassword)}
          advice={actionData?.advice}
        />
        <h2>Your authenticator</h2>
        <p>Scan this with an authenticator app on your phone, or type in the letters and numbers.</p>
        <img src={view.picture} width={220} height={220} alt="QR code for your authenticator" />
        <p className="staff-code staff-secret">{view.secret}</p>
        <AuthenticatorField of={fields.code} hint="Code it shows now" />
        <Button size="staff">Finish</Button>
      </PostForm>
    </StaffSignedOutFrame>
  );
}
