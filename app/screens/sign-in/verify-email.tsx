import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import { accountById, resendCode, resendWait, verifyEmail } from "~/domain/people/accounts/accounts.server";
import {
  RESEND_FAILED_MESSAGE,
  resendWords,
  VERIFICATION_FAILED_MESSAGE,
  WRONG_CODE_MESSAGE,
} from "~/domain/people/accounts/codes";
import { type Code, codeForm } from "~/domain/people/accounts/forms";
import { LinkButton } from "~/ui/button";
import { CodeForms } from "~/ui/code-forms";
import { CodeNews, NoCodeYet } from "~/ui/code-news";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { countOrRefuse } from "~/web/attempts.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { resultOrNull } from "~/web/error-log.server";
import { replyAgain } from "~/web/form-again";
import { nextPlace } from "~/web/journey";
import { readJourney, storeJourney } from "~/web/journey.server";
import { readForm } from "~/web/read-form";
import { PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { sessionUserOf } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";
import { SignInFrame } from "./sign-in-aside";

export const handle: ScreenHandle<{ email: string | null }> = {
  title: ({ email }) => (email ? "Check your email" : "Email Address Required"),
  noindex: true,
  formAgain: replyAgain,
};

/** Public; shows the address of the registration this browser made. Signed-in customers are redirected. */
export async function loader({ request }: LoaderFunctionArgs) {
  const journey = await readJourney(request);
  if (await sessionUserOf(request)) throw redirect(nextPlace(journey));
  const { verifying } = journey;
  const account = verifying ? accountById(verifying) : undefined;
  if (!account || account.emailVerifiedAt) return data({ email: null, waitSeconds: 0 }, { headers: PRIVATE });
  const waitSeconds = resendWait(account.id, currentTime());
  return data({ email: account.email, waitSeconds }, { headers: PRIVATE });
}

/** Public; only for the registration this browser made. */
export async function action({ request }: ActionFunctionArgs) {
  const journey = await readJourney(request);
  if (!journey.verifying) return await seeOther("/verify-email");
  return formOf(request).get("intent") === "resend"
    ? await resend(request, journey.verifying)
    : await verify(request, journey.verifying);
}

async function resend(request: Request, accountId: string) {
  const sent = await resultOrNull(request, () => resendCode(accountId, currentTime(), { client: clientAddress() }));
  const flash = sent ? resendWords(sent) : ({ tone: "bad", message: RESEND_FAILED_MESSAGE } as const);
  return await seeOther("/verify-email", { flash });
}

async function verify(request: Request, accountId: string) {
  const now = currentTime();
  const submission = readForm(formOf(request), codeForm);
  if (submission.status !== "success") return unprocessable("verify", submission.reply());
  countOrRefuse("code_guesses_address", clientAddress(), now);
  const userAgent = request.headers.get("user-agent");
  const { code } = submission.value;
  const verified = await resultOrNull(request, () => verifyEmail({ accountId, code, userAgent }, now));
  if (verified === null) {
    return unprocessable("verify", submission.reply({ formErrors: [VERIFICATION_FAILED_MESSAGE] }));
  }
  if (!verified.ok) {
    // The form was sent twice: the first one confirmed the address, and may have signed this browser in.
    if (accountById(accountId)?.emailVerifiedAt) return await seeOther("/auth");
    return unprocessable("verify", submission.reply({ fieldErrors: { code: [WRONG_CODE_MESSAGE] } }));
  }
  const journey = await readJourney(request);
  const stored = { ...journey, verifying: undefined, redirectAfterAuth: undefined };
  return await seeOther(nextPlace(journey), {
    cookies: [...(await startCustomerSession(request, verified.sessionKey)), await storeJourney(stored)],
    flash: { tone: "ok", message: "Your email is confirmed.", more: "Welcome to Loop." },
  });
}

export default function VerifyEmail() {
  const { email, waitSeconds } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<Code>({ id: "verify", lastResult: actionData?.reply });
  if (!email) {
    return (
      <SignInFrame>
        <h1>Email Address Required</h1>
        <p>We don’t know which email address to confirm. Creating an account takes a minute.</p>
        <LinkButton href="/register">Go to Registration</LinkButton>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame>
      <ErrorSummary problems={problemsOf(form)} />
      <h1>Check your email</h1>
      <CodeNews email={email} minutes={CODE_LIFE_MINUTES} />
      <CodeForms form={form} code={fields.code} waitSeconds={waitSeconds} />
      <NoCodeYet />
      <p>
        <a className="stand-alone-link" href="/register">
          Back to create account
        </a>
      </p>
    </SignInFrame>
  );
}
