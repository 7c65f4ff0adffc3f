import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import { codeNotArrived } from "~/domain/mail/outbox/not-arrived.server";
import { accountById, resendWait } from "~/domain/people/accounts/accounts.server";
import type { Code } from "~/domain/people/accounts/forms";
import { LinkButton } from "~/ui/button";
import { CodeForms } from "~/ui/code-forms";
import { CodeNews, NoCodeYet } from "~/ui/code-news";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { currentTime } from "~/web/clock.server";
import { resendTo, verifyTyped } from "~/web/emailed-code.server";
import { replyAgain } from "~/web/form-again";
import { nextPlace } from "~/web/journey";
import { readJourney, storeJourney } from "~/web/journey.server";
import { PRIVATE, seeOther } from "~/web/responses.server";
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
  const now = currentTime();
  const view = account && !account.emailVerifiedAt ? waitingFor(account, now) : null;
  return data({ email: null, waitSeconds: 0, notArrived: null, ...view }, { headers: PRIVATE });
}

const waitingFor = ({ id, email }: { id: string; email: string }, now: Date) => ({
  ...{ email, waitSeconds: resendWait(id, now), notArrived: codeNotArrived(email, now) },
});

/** Public; only for the registration this browser made. */
export async function action({ request }: ActionFunctionArgs) {
  const journey = await readJourney(request);
  if (!journey.verifying) return await seeOther("/verify-email");
  const { verifying: accountId } = journey;
  if (formOf(request).get("intent") === "resend") return await resendTo("/verify-email", request, accountId);
  const forgotten = { ...journey, verifying: undefined, redirectAfterAuth: undefined };
  const next = { to: nextPlace(journey), cookie: () => storeJourney(forgotten) };
  return await verifyTyped(request, { accountId, next, confirmed: "/auth" });
}

export default function VerifyEmail() {
  const { email, waitSeconds, notArrived } = useLoaderData<typeof loader>();
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
      <CodeNews email={email} minutes={CODE_LIFE_MINUTES} notArrived={notArrived} />
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
