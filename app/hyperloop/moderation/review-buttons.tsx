import { getFormProps, useForm } from "@conform-to/react";
import type { GivenDecision } from "~/domain/backoffice/moderation/forms";
import type { ModerationDecision } from "~/domain/backoffice/moderation/rules";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextArea } from "~/ui/field";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import type { EntryReviewProps } from "./entry-opened";

interface Choice {
  readonly key?: string;
  readonly label: string;
  readonly description: string;
  readonly needsNote?: boolean;
}

const CHOICES: Readonly<Record<ModerationDecision, Choice>> = {
  approve: { key: "a", label: "Approve", description: "Prints in the book as it is" },
  reject: { key: "r", label: "Reject", description: "Stays out until it’s changed", needsNote: true },
  flag: { key: "f", label: "Flag", description: "A colleague checks it too", needsNote: true },
  hide: { label: "Hide", description: "Taken out of the book", needsNote: true },
};
const HOLD: Choice = { key: "h", label: "Hold", description: "Comes back to you last" };
const ORDER: readonly ModerationDecision[] = ["approve", "reject", "flag", "hide"];

type ButtonsProps = Pick<EntryReviewProps, "entry" | "opened" | "moderationDecisions" | "chosen" | "actionData">;

/** One button for each decision, with its key; a script presses the buttons by their keys. */
export function ReviewButtons({ entry, opened, moderationDecisions, chosen, actionData }: ButtonsProps) {
  const [form, fields] = useForm<GivenDecision>({ id: "judge", lastResult: actionData?.reply });
  if (moderationDecisions.length === 0) return <p className="muted">Only the owner can change this entry now.</p>;
  const canHold = moderationDecisions.includes("approve");
  const owner = entry.owner.name || "The owner";
  return (
    <section className="review-action">
      <h2>Take action</h2>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <input type="hidden" name="seen" value={opened.seen} />
        <div className="review-buttons">
          {ORDER.filter((judgement) => moderationDecisions.includes(judgement)).map((judgement, index) => (
            <ReviewButton
              key={judgement}
              intent={judgement}
              choice={CHOICES[judgement]}
              isFirst={chosen === "" ? index === 0 : judgement === chosen}
            />
          ))}
          {canHold && <ReviewButton intent="hold" choice={HOLD} isFirst={false} />}
        </div>
        <TextArea
          {...fieldOf(fields.notes)}
          label="Note"
          rows={3}
          maxLength={1000}
          hint={
            canHold
              ? `Needed for Reject and Flag. ${owner} only sees it if you reject.`
              : `${owner} gets this note by email.`
          }
        />
        {canHold && (
          <div className="review-keys" data-keys hidden>
            <p className="muted">A, R, F and H press these buttons, Z undoes, Ctrl+Enter sends a note.</p>
            <Button type="button" variant="line" size="staff">
              Turn keys off
            </Button>
          </div>
        )}
      </PostForm>
      {canHold && <PageScript name="review" />}
    </section>
  );
}

interface ReviewButtonProps {
  readonly intent: string;
  readonly choice: Choice;
  readonly isFirst: boolean;
}

function ReviewButton({ intent, choice, isFirst }: ReviewButtonProps) {
  const { key, label, description, needsNote } = choice;
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className={classes("review-button", isFirst && "review-button-first")}
      data-key={key}
      data-needs-note={needsNote || undefined}
    >
      {key && (
        <span className="review-key" aria-hidden="true">
          {key.toUpperCase()}
        </span>
      )}
      <span>
        <b>{label}</b> <small>{description}</small>
      </span>
    </button>
  );
}
