import { getFormProps, type useForm } from "@conform-to/react";
import { Button } from "./button";
import { fieldOf } from "./conform-field";
import { TextField } from "./field";
import { PostForm } from "./post-form";

interface DecisionPanelsProps {
  /** The subject of the decision: "batch" makes "Approve the batch". */
  readonly what: string;
  readonly reason: ReturnType<typeof useForm<{ reason: string }>>;
}

/** The second person's decision on a colleague's request: `approve`, or `decline` with a reason. */
export function DecisionPanels({ what, reason: [form, fields] }: DecisionPanelsProps) {
  return (
    <>
      <section className="staff-panel">
        <h2>Approve</h2>
        <PostForm className="form-stack">
          <Button size="staff" name="intent" value="approve">
            Approve the {what}
          </Button>
        </PostForm>
      </section>
      <section className="staff-panel">
        <h2>Decline</h2>
        <PostForm {...getFormProps(form)} className="form-stack">
          <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
          <Button size="staff" variant="danger" name="intent" value="decline">
            Decline the {what}
          </Button>
        </PostForm>
      </section>
    </>
  );
}
