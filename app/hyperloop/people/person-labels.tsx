import { isPermitted, type StaffRole } from "~/domain/staff/permissions";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";

interface Happening {
  readonly text: string;
  readonly orderId?: string | undefined;
  readonly message?: { readonly id: string; readonly canResend: boolean } | undefined;
}

/** A line of the timeline, with the way to what it is about where this role may go there. */
export function HappeningLine({ item, role }: { readonly item: Happening; readonly role: StaffRole }) {
  if (item.orderId && isPermitted(role, "orders.read"))
    return <a href={`/hyperloop/orders/${item.orderId}`}>{item.text}</a>;
  if (item.message && isPermitted(role, "emails.read"))
    return <EmailLine message={item.message} text={item.text} role={role} />;
  return item.text;
}

/** An email in the timeline, with the way to it and the button that sends it again. */
function EmailLine(props: {
  readonly message: { readonly id: string; readonly canResend: boolean };
  readonly text: string;
  readonly role: StaffRole;
}) {
  const { message, text, role } = props;
  const path = `/hyperloop/emails/${message.id}`;
  return (
    <>
      <a href={path}>{text}</a>
      {message.canResend && isPermitted(role, "emails.resend") && (
        <PostForm action={path}>
          <input type="hidden" name="from-account" value="yes" />
          <button type="submit" className="link-button">
            Resend
            <VisuallyHidden> {text}</VisuallyHidden>
          </button>
        </PostForm>
      )}
    </>
  );
}

/** The link back to an account's page. */
export function toAccount(id: string) {
  return { label: "Back to the account", href: `/hyperloop/people/${id}` };
}
