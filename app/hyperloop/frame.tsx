import { useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ROLE_NAMES, type StaffRole } from "~/domain/staff/permissions";
import type { loader as rootLoader } from "~/root";
import { Banner } from "~/ui/banner";
import { PostForm } from "~/ui/post-form";
import { StaffSignInFrame } from "~/ui/staff-sign-in-frame";
import { Wordmark } from "~/ui/wordmark";
import { isWithin, staffLinks } from "./navigation";

interface LoadedByStaff {
  readonly staff: {
    readonly staffId: string;
    readonly name: string;
    readonly role: StaffRole;
    /** How many weeks wait for a decision; null for a role that does not decide. */
    readonly entriesPending: number | null;
    /** How many things wait in the inbox. */
    readonly inboxWaiting: number;
  };
}

/** The staff member signed in, as the page's `staffLoader` gave them. */
export function useStaff() {
  return useLoaderData<LoadedByStaff>().staff;
}

export interface StaffFrameProps {
  readonly title: string;
  /** Below the title: what the page shows, and as of when. */
  readonly lead?: ReactNode;
  /** Beside the title: buttons and links. */
  readonly actions?: ReactNode;
  /** Way back, above the title of a page about one thing. */
  readonly back?: { readonly label: string; readonly href: string };
  readonly children: ReactNode;
}

/** A page of the back office: menu, title with its buttons, flash message, content. */
export function StaffFrame({ title, lead, actions, back, children }: StaffFrameProps) {
  const { pathname } = useLocation();
  const staff = useStaff();
  return (
    <div className="staff staff-shell">
      <SkipLink />
      <header className="staff-side">
        <a className="staff-logo" href="/hyperloop/dashboard">
          <Wordmark thread="linen" />
          <span>HyperLoop</span>
        </a>
        <nav aria-label="HyperLoop">
          <ul>
            {staffLinks(staff.role).map((link) => (
              <li key={link.href}>
                <a href={link.href} aria-current={isWithin(link, pathname) ? "page" : undefined}>
                  {link.label}
                  {link.permission === "entries.queue" && (
                    <Waiting count={staff.entriesPending} words="to review" />
                  )}
                  {link.permission === "inbox.read" && <Waiting count={staff.inboxWaiting} words="waiting" />}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="staff-who">
          <p>
            {staff.name}
            <br />
            {ROLE_NAMES[staff.role]}
          </p>
          <PostForm action="/hyperloop/sign-out">
            <button type="submit" className="staff-leave">
              Sign out
            </button>
          </PostForm>
        </div>
      </header>
      <main id="main" className="staff-main">
        {back && (
          <p className="staff-back">
            <a href={back.href}>{back.label}</a>
          </p>
        )}
        <div className="staff-head">
          <div>
            <h1>{title}</h1>
            {lead && <p className="muted">{lead}</p>}
          </div>
          {actions && <div className="row">{actions}</div>}
        </div>
        <Notice />
        {children}
      </main>
    </div>
  );
}

function Waiting({ count, words }: { readonly count: number | null; readonly words: string }) {
  if (!count) return null;
  return (
    <span className="staff-count">
      {count > 999 ? "999+" : count}
      <span className="visually-hidden"> {words}</span>
    </span>
  );
}

/** The frame of the sign-in pages: no links and no name. */
export function StaffSignedOutFrame({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <StaffSignInFrame title={title}>
      <Notice />
      {children}
    </StaffSignInFrame>
  );
}

function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to main content
    </a>
  );
}

function Notice() {
  const flash = useRouteLoaderData<typeof rootLoader>("root")?.flash;
  if (!flash) return null;
  return (
    <div className="notice">
      <Banner tone={flash.tone} passesAfter={flash.passesAfter}>
        <b>{flash.message}</b> {flash.more}
      </Banner>
    </div>
  );
}
