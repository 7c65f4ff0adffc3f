import type { ReactNode } from "react";

interface CodeNewsProps {
  readonly email: string;
  readonly minutes: number;
  readonly children?: ReactNode;
}

/**
 * Says only what is true for an address with an account, for one without, and for one whose codes are rate limited, so
 * that it never reveals which.
 */
export function CodeNews({ email, minutes, children }: CodeNewsProps) {
  return (
    <p className="lead">
      If <b>{email}</b> has no account yet and hasn’t had too many codes already, we’ve emailed it a 6-digit
      code. It works for {minutes} minutes.{children}
    </p>
  );
}

/** Help for a registration code that has not arrived. */
export function NoCodeYet() {
  return (
    <p className="hint">
      If nothing comes within a few minutes, you may have an account already: <a href="/auth">sign in</a>. And
      the link in any email with a code from us works for 24 hours: open it in this browser.
    </p>
  );
}
