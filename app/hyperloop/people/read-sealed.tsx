import { READING_REASONS } from "~/domain/people/staff/forms";
import { PATHS } from "~/hyperloop/paths";
import { Button } from "~/ui/button";
import { SelectField, TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";

/** The box that asks why before anybody reads what an email quotes; the text is shown in its response. */
export function ReadSealed({ emailId, about }: { readonly emailId: string; readonly about: string }) {
  return (
    <details className="sealed">
      <summary>
        Read
        <VisuallyHidden>: {about}</VisuallyHidden>
      </summary>
      <PostForm action={`${PATHS.emails}/${emailId}/reveal`} className="form-stack">
        <p>Their owner can see your name, the time and this reason.</p>
        <SelectField
          id={`why-${emailId}`}
          name="why"
          label="Why do you need to read it?"
          placeholder="Choose a reason"
          options={READING_REASONS.map((value) => ({ value, label: value }))}
        />
        <TextField id={`reason-${emailId}`} name="reason" label="Reason" maxLength={500} />
        <Button size="staff">Show the words</Button>
      </PostForm>
    </details>
  );
}
