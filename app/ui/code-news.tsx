import type { ReactNode } from "react";
import { CODE_DIGITS, MAILBOX_LINK_HOURS } from "~/domain/people/accounts/codes";
import { Banner } from "./banner";

interface CodeNewsProps {
  readonly email: string;
  readonly minutes: number;
  /** Why the last one won't come: its address refused it, or it ran out before it was sent. */
  readonly notArrived: "refused" | "late" | null;
  readonly children?: ReactNode;
}

/**
 * Says the same of an address with an account, of one without, and of one whose codes are rate limited, so that it never
 * reveals which.
 */
export function CodeNews({ email, minutes, notArrived, children }: CodeNewsProps) {
  return (
    <>
      {notArrived === "refused" && (
        <Banner tone="bad">
          <b>Our email to {email} couldn’t be delivered.</b> Check that the address is right, or use another one.
        </Banner>
      )}
      {notArrived === "late" && (
        <Banner tone="warn">
          <b>We couldn’t send your code in time.</b> Please ask for another one.
        </Banner>
      )}
      <p className="lead">
        Check <b>{email}</b> for a {CODE_DIGITS}-digit code. It works for {minutes} minutes.{children}
      </p>
    </>
  );
}

/** Help for a registration code that has not arrived. */
export function NoCodeYet() {
  return (
    <p className="hint">
      Still nothing? You may already have an account: <a href="/auth">sign in</a>. The link in the email works too, for{" "}
      {MAILBOX_LINK_HOURS} hours, if you open it in this browser.
    </p>
  );
}
