import { mayDo, type StaffRole } from "~/domain/staff/rights";
import { Badge } from "~/ui/badge";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";

const TONES = { active: "good", inactive: "off", suspended: "bad" } as const;
const WORDS = { active: "Active", inactive: "Inactive", suspended: "Suspended" } as const;

export function AccountBadge({ status }: { readonly status: keyof typeof TONES }) {
  return <Badge tone={TONES[status]}>{WORDS[status]}</Badge>;
}

/** A letter in the timeline, with the way to it and the button that sends it again. */
export function LetterLine(props: {
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
