import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import { codeNotArrived } from "~/domain/mail/outbox/not-arrived.server";
import {
  MOST_CODES_MESSAGE,
  RESEND_FAILED_MESSAGE,
  RESENT_MESSAGE,
  VERIFICATION_FAILED_MESSAGE,
  WRONG_CODE_MESSAGE,
} from "~/domain/people/accounts/codes";
import { confirmEmailChange, pendingEmailChange, resendEmailCode } from "~/domain/people/accounts/email-change.server";
import { type Code, codeForm } from "~/domain/people/accounts/forms";
import { Frame } from "~/screens/frame";
import { LinkButton } from "~/ui/button";
import { CodeForms } from "~/ui/code-forms";
import { CodeNews } from "~/ui/code-news";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { BackLink } from "~/ui/text-link";
import { countOrRefuse } from "~/web/attempts.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { resultOrNull } from "~/web/error-log.server";
import type { Flash } from "~/web/flash";
import { replyAgain } from "~/web/form-again";
import { readForm } from "~/web/read-form";
import { PRIVATE, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { requireCustomer } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = {
  title: "Confirm your new email address",
  noindex: true,
  formAgain: replyAgain,
};

/** A customer who has requested a new email address. */
export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requireCustomer(request, "account");
  const now = currentTime();
  const pending = pendingEmailChange(person.accountId, now);
  const notArrived = pending ? codeNotArrived(pending.email, now) : null;
  return data({ pending: pending ?? null, notArrived, current: person.email }, { headers: PRIVATE });
}

/** A customer who has requested a new email address; only their own account changes. */
export async function action({ request }: ActionFunctionArgs) {
  const { accountId } = await requireCustomer(request, "account");
  return formOf(request).get("intent") === "resend"
    ? await resend(request, accountId)
    : await confirm(request, accountId);
}

const RESEND_FLASHES: Record<"sent" | "wait" | "too_many_codes" | "nothing_asked" | "failed", Flash> = {
  sent: { tone: "ok", message: RESENT_MESSAGE, passesAfter: 3 },
  wait: { tone: "warn", message: "We’ve just sent you a code. You can ask for another in a minute or two." },
  too_many_codes: {
    tone: "warn",
    message: `${RESEND_FAILED_MESSAGE} ${MOST_CODES_MESSAGE}`,
  },
  nothing_asked: { tone: "warn", message: "That code has expired. Please enter the new address again." },
  failed: { tone: "bad", message: RESEND_FAILED_MESSAGE },
};

async function resend(request: Request, accountId: string) {
  const sent = await resultOrNull(request, () => resendEmailCode(accountId, currentTime(), clientAddress()));
  const word = sent === null ? "failed" : sent.ok ? "sent" : sent.reason;
  return await seeOther("/account-settings/email", { flash: RESEND_FLASHES[word] });
}

async function confirm(request: Request, accountId: string) {
  const now = currentTime();
  const submission = readForm(formOf(request), codeForm);
  if (submission.status !== "success") return unprocessable("confirm", submission.reply());
  countOrRefuse("code_guesses_address", clientAddress(), now);
  const { code } = submission.value;
  const confirmed = await resultOrNull(request, () => confirmEmailChange(accountId, code, now));
  if (confirmed === null) {
    return unprocessable("confirm", submission.reply({ formErrors: [VERIFICATION_FAILED_MESSAGE] }));
  }
  if (!confirmed.ok) {
    return unprocessable("confirm", submission.reply({ fieldErrors: { code: [WRONG_CODE_MESSAGE] } }));
  }
  return await seeOther("/account-settings", {
    flash: {
      tone: "ok",
      message: "Your new email address is confirmed.",
      more: `From now on you sign in with ${confirmed.email}.`,
    },
  });
}

export default function ConfirmEmail() {
  const { pending, notArrived, current } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<Code>({ id: "confirm", lastResult: actionData?.reply });
  if (!pending) {
    return (
      <Frame variant="reading">
        <h1>Nothing to confirm</h1>
        <p>Your email address is {current}.</p>
        <LinkButton href="/account-settings">Account settings</LinkButton>
      </Frame>
    );
  }
  return (
    <Frame variant="reading">
      <ErrorSummary problems={problemsOf(form)} />
      <div>
        <BackLink href="/account-settings">Account settings</BackLink>
        <h1>Confirm your new email address</h1>
      </div>
      <CodeNews email={pending.email} minutes={CODE_LIFE_MINUTES} notArrived={notArrived}>
        {" "}
        Until you enter it, you sign in with {current}. Nothing there? That address may already have an account.
      </CodeNews>
      <CodeForms
        form={form}
        code={fields.code}
        waitSeconds={pending.waitSeconds}
        confirm="Confirm my new email address"
      />
    </Frame>
  );
}
