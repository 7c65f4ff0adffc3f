import type { ReactNode } from "react";
import { Wordmark } from "./wordmark";

/** The back office's frame without navigation: for sign-in and error pages. */
export function StaffSignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="staff staff-sign-in">
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <header className="staff-sign-in-head">
        <Wordmark thread="linen" />
        <span>HyperLoop</span>
      </header>
      <main id="main" className="staff-sign-in-main">
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
