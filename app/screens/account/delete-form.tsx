import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { DELETION_WAIT_DAYS } from "~/domain/kernel/time/deletion";
import type { Deletion } from "~/domain/people/accounts/forms";
import { CANCEL_WORDS } from "~/domain/shop/order-rules/cancellation";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { secretOf } from "~/ui/conform-field";
import { PasswordField } from "~/ui/password-field";
import { PostForm } from "~/ui/post-form";
import { TextLink } from "~/ui/text-link";
import { UsernameField } from "~/ui/username-field";
import { VisuallyHidden } from "~/ui/visually-hidden";
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
        <b>Not yet: a book of yours is being printed or is on its way ({view.inPrint.join(", ")}).</b> We need your
        account to get it to you. You can delete the account here once the book arrives. Can’t wait?{" "}
        <a href="/#contact">Write to us</a>: we’ll stop the book if we still can, and delete everything at once.
      </Banner>
    );
  }
  if (view.copiesToCancel.length > 0) {
    return (
      <Banner tone="warn">
        <b>Cancel the copies first.</b> You’ve ordered copies that aren’t at the printer yet. Cancel them and we’ll
        refund everything you paid for them; then you can delete your account here.
        {view.copiesToCancel.map(({ orderId, number }) => (
          <span key={orderId} className="row">
            <LinkButton variant="line" size="small" href={`/account-settings/orders/${orderId}/cancel`}>
              {CANCEL_WORDS.book_copies}
              <VisuallyHidden> of order {number}</VisuallyHidden>
            </LinkButton>
          </span>
        ))}
      </Banner>
    );
  }
  return (
    <>
      <h2>Are you sure?</h2>
      <PostForm {...getFormProps(form)} className="form-stack">
        <UsernameField email={view.email} />
        <PasswordField
          {...secretOf(field)}
          label="Current password"
          hint="To be sure it’s you."
          autoComplete="current-password"
        />
        <div className="row">
          <Button variant="danger" name="intent" value="delete">
            Delete my account in {numberInWords(DELETION_WAIT_DAYS)} days
          </Button>
          <TextLink href="/account-settings?tab=privacy">Keep my account</TextLink>
        </div>
      </PostForm>
    </>
  );
}
