import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import type { Deletion } from "~/domain/accounts/forms";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { secretOf } from "~/ui/conform-field";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import type { DeleteData } from "./delete-data.server";

interface DeleteFormProps {
  readonly view: DeleteData;
  readonly form: FormMetadata<Deletion, string[]>;
  readonly field: FieldMetadata<string, Deletion, string[]>;
}

/** The final confirmation, with the password; or why deletion is not possible, or that it has been requested. */
export function DeleteForm({ view, form, field }: DeleteFormProps) {
  if (view.due) {
    return (
      <PostForm className="row">
        <Button name="intent" value="keep">
          Keep my account
        </Button>
        <TextLink href="/account-settings?tab=privacy">Back to my settings</TextLink>
      </PostForm>
    );
  }
  if (view.inPrint.length > 0) {
    return (
      <Banner tone="warn">
        <b>Not yet: a book of yours is being printed or is on its way ({view.inPrint.join(", ")}).</b> Without
        your account it could not reach you. Once it has arrived you can delete the account here. If you would
        rather not wait, <a href="/#contact">write to us</a>: we stop the book if we still can, and delete
        everything at once.
      </Banner>
    );
  }
  return (
    <>
      <h2>Are you sure?</h2>
      <PostForm {...getFormProps(form)} className="form-stack">
        {/* Tells password managers whose password this is. */}
        <input
          type="text"
          name="username"
          defaultValue={view.email}
          autoComplete="username"
          hidden
          readOnly
        />
        <PasswordField
          {...secretOf(field)}
          label="Current password"
          hint="This browser may be somebody else’s, so we ask once more."
          autoComplete="current-password"
        />
        <div className="row">
          <Button variant="danger" name="intent" value="delete">
            Delete my account in seven days
          </Button>
          <TextLink href="/account-settings?tab=privacy">Keep it</TextLink>
        </div>
      </PostForm>
    </>
  );
}
