import { getFormProps, useForm } from "@conform-to/react";
import { OPENING_REASONS, type Opening } from "~/domain/backoffice/moderation/forms";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { DescriptionList } from "~/ui/description-list";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField, TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { EntryReviewProps } from "./entry-opened";

interface OpenEntryFormProps extends Pick<EntryReviewProps, "entry" | "actionData"> {
  /** In words; null where nobody else has it. */
  readonly lockedUntil: string | null;
}

/** Asks why before an entry is shown. */
export function OpenEntryForm({ entry, lockedUntil, actionData }: OpenEntryFormProps) {
  const [form, fields] = useForm<Opening>({ id: "open", lastResult: actionData?.reply });
  const view = [
    { name: "Owner", value: entry.owner.name || "No name" },
    { name: "Email", value: entry.owner.email },
    ...(entry.flagReason ? [{ name: "Why it’s flagged", value: entry.flagReason }] : []),
  ];
  return (
    <div className="stack">
      <ErrorSummary problems={problemsOf(form)} />
      {entry.lockedBy && (
        <Banner tone="warn">
          <b>{entry.lockedBy.by} is reviewing this entry</b> until {lockedUntil} at the latest.
        </Banner>
      )}
      <DescriptionList items={view} />
      {!entry.lockedBy && (
        <section className="staff-panel">
          <h2>Why are you opening it?</h2>
          <p>
            These are somebody’s private words and photos. The owner can read your name, the time and this reason. We
            keep “{OPENING_REASONS[0]}” for the entries that follow, until you leave.
          </p>
          <PostForm {...getFormProps(form)} className="form-stack">
            <SelectField
              {...fieldOf(fields.reason)}
              label="Reason"
              placeholder="Choose a reason"
              options={OPENING_REASONS.map((reason) => ({ value: reason, label: reason }))}
            />
            <TextField {...fieldOf(fields.more)} label="Details" optional maxLength={300} />
            <Button size="staff" name="intent" value="open">
              Open the entry
            </Button>
          </PostForm>
        </section>
      )}
    </div>
  );
}
