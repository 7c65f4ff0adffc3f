import { useForm } from "@conform-to/react";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import type { Code } from "~/domain/people/accounts/forms";
import { CodeForms } from "~/ui/code-forms";
import { CodeNews, NoCodeYet } from "~/ui/code-news";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { BackLink } from "~/ui/text-link";
import { SignupAside, type StepProps } from "./signup-aside";
import type { VerifyData } from "./signup-data.server";

/** Second step: the code from the email. */
export function SignupVerify({ view, onSale, actionData }: StepProps<VerifyData>) {
  const [form, fields] = useForm<Code>({
    id: "verify",
    lastResult: actionData?.intent === "verify" ? actionData.reply : undefined,
  });
  return (
    <>
      <ErrorSummary problems={problemsOf(form)} />
      <div className="with-aside signup-columns">
        <div className="form-column">
          <div>
            <BackLink href="/streamlined-signup?step=account">Back to account</BackLink>
            <h1>
              Check your <em>email</em>
            </h1>
          </div>
          <CodeNews email={view.email} minutes={CODE_LIFE_MINUTES} notArrived={view.notArrived} />
          <CodeForms form={form} code={fields.code} waitSeconds={view.waitSeconds} />
          <NoCodeYet />
          <p>
            Wrong address? <a href="/streamlined-signup?step=account">Change it</a>
          </p>
        </div>
        <SignupAside onSale={onSale} />
      </div>
    </>
  );
}
