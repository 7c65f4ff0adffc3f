import type { ReactNode } from "react";
import { Wordmark } from "./wordmark";

interface StaffSignInFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page of the back office without its rooms: the door itself, and what stands in the place of a page. */
export function StaffSignInFrame({ title, children }: StaffSignInFrameProps) {
  return (
    <div className="staff staff-sign-in">
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <div className="staff-sign-in-head">
        <Wordmark thread="linen" />
        <span>HyperLoop</span>
      </div>
      <main id="main" className="staff-sign-in-main">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
