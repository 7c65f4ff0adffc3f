import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { ReasonGiven } from "~/domain/people/staff/forms";
import { Button } from "~/ui/button";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/post-form";
import { ReasonField } from "./staff-form";

interface DecisionPanelsProps {
  /** The subject of the decision: "discount" makes "Approve the discount". */
  readonly what: string;
  readonly reason: ReturnType<typeof useForm<ReasonGiven>>;
  /** It can no longer be done as it was asked for, so it can only be declined. */
  readonly isOver?: boolean;
}

/** The second person's decision on a colleague's request: `approve`, or `decline` with a reason. */
export function DecisionPanels({ what, reason: [form, fields], isOver }: DecisionPanelsProps) {
  return (
    <>
      {!isOver && (
        <section className="staff-panel">
          <h2>Approve</h2>
          <PostForm className="form-stack">
            <Button size="staff" name="intent" value="approve">
              Approve the {what}
            </Button>
          </PostForm>
        </section>
      )}
      <section className="staff-panel">
        <h2>Decline</h2>
        <PostForm {...getFormProps(form)} className="form-stack">
          <ReasonField of={fields.reason} />
          <Button size="staff" variant="danger" name="intent" value="decline">
            Decline the {what}
          </Button>
        </PostForm>
      </section>
    </>
  );
}

interface DecisionProps extends Pick<DecisionPanelsProps, "what"> {
  readonly actionData: { readonly reply: SubmissionResult } | undefined;
}

/** The same with what is wrong with the reason. */
export function Decision({ what, actionData }: DecisionProps) {
  const reason = useForm<ReasonGiven>({ id: "decline", lastResult: actionData?.reply });
  return (
    <>
      <ErrorSummary problems={problemsOf(reason[0])} />
      <div className="staff-panels">
        <DecisionPanels what={what} reason={reason} />
      </div>
    </>
  );
}
