import { mayDo, type StaffRole } from "~/domain/staff/permissions";
import { Badge } from "~/ui/badge";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";

const TONES = { active: "good", inactive: "off", suspended: "bad" } as const;
const WORDS = { active: "Active", inactive: "Inactive", suspended: "Suspended" } as const;

export function AccountBadge({ status }: { readonly status: keyof typeof TONES }) {
  return <Badge tone={TONES[status]}>{WORDS[status]}</Badge>;
}

interface Happening {
  readonly text: string;
  readonly orderId?: string | undefined;
  readonly letter?: { readonly id: string; readonly canGoAgain: boolean } | undefined;
}

/** A line of the timeline, with the way to what it is about where this role may go there. */
export function HappeningLine({ item, role }: { readonly item: Happening; readonly role: StaffRole }) {
  if (item.orderId && mayDo(role, "orders.read"))
    return <a href={`/hyperloop/orders/${item.orderId}`}>{item.text}</a>;
  if (item.letter && mayDo(role, "letters.read"))
    return <LetterLine letter={item.letter} text={item.text} role={role} />;
  return item.text;
}

/** A letter in the timeline, with the way to it and the button that sends it again. */
function LetterLine(props: {
  readonly letter: { readonly id: string; readonly canGoAgain: boolean };
  readonly text: string;
  readonly role: StaffRole;
}) {
  const { letter, text, role } = props;
  const path = `/hyperloop/letters/${letter.id}`;
  return (
    <>
      <a href={path}>{text}</a>
      {letter.canGoAgain && mayDo(role, "letters.resend") && (
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
