import { useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { MOST_IN_BADGE } from "~/domain/backoffice/inbox/work-kinds";
import { isPermitted, ROLE_NAMES } from "~/domain/people/staff/permissions";
import type { loader as rootLoader } from "~/root";
import { Banner } from "~/ui/banner";
import { classes } from "~/ui/classes";
import { SearchIcon } from "~/ui/icons";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import { StaffSignInFrame } from "~/ui/staff-sign-in-frame";
import { Wordmark } from "~/ui/wordmark";
import type { StaffUser } from "~/web/staff-auth.server";
import { KeyHints } from "./key-hints";
import { isWithin, staffLinks } from "./navigation";
import { PATHS } from "./paths";
import { UndoTray } from "./undo-tray";

/** The staff member signed in, as the page's `staffLoader` gave them. */
export function useStaff() {
  return useLoaderData<{ readonly staff: StaffUser }>().staff;
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

/**
 * A page of the back office: menu, title with its buttons, flash message, content. On a phone the menu is shown
 * while the `details` before it is open, so that it exists only once.
 */
export function StaffFrame({ title, lead, actions, back, children }: StaffFrameProps) {
  const { pathname } = useLocation();
  const staff = useStaff();
  const canSearch = isPermitted(staff.role, "search.use");
  return (
    <div className="staff staff-shell">
      <SkipLink />
      <header className="staff-side">
        <a className="staff-logo" href="/hyperloop/dashboard">
          <Wordmark thread="linen" />
          <span>HyperLoop</span>
        </a>
        {isPermitted(staff.role, "inbox.read") && (
          <a className="staff-inbox" href={PATHS.inbox} aria-current={pathname === PATHS.inbox ? "page" : undefined}>
            Inbox
            <Waiting count={staff.inboxWaiting} words="waiting" isUrgent />
          </a>
        )}
        <details className="staff-menu">
          <summary>Menu</summary>
        </details>
        <nav aria-label="HyperLoop">
          {staffLinks(staff.role).map((group) => (
            <Fragment key={group.label}>
              {group.label !== "" && <h2>{group.label}</h2>}
              <ul>
                {group.links.map((link) => (
                  <li key={link.href}>
                    <a href={link.href} aria-current={isWithin(link, pathname) ? "page" : undefined}>
                      {link.label}
                      {link.permission === "entries.queue" && (
                        <Waiting count={staff.entriesPending} words="to review" />
                      )}
                      {link.permission === "inbox.read" && (
                        <Waiting count={staff.inboxWaiting} words="waiting" isUrgent />
                      )}
                    </a>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
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
        <PageScript name="menu" />
      </header>
      {canSearch && <SearchBar />}
      {isPermitted(staff.role, "inbox.change") && <UndoTray held={staff.held} />}
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
        <KeyHints canSearch={canSearch} />
      </main>
    </div>
  );
}

/** On top of every page: one box for everything. With scripts, / and Ctrl+K open it over the page. */
function SearchBar() {
  const { pathname, search } = useLocation();
  const words = pathname === PATHS.search ? (new URLSearchParams(search).get("q") ?? "") : "";
  return (
    <search className="staff-bar">
      <form className="staff-search" method="get" action={PATHS.search}>
        <label className="visually-hidden" htmlFor="staff-search">
          Search
        </label>
        <SearchIcon />
        <input
          className="input"
          id="staff-search"
          name="q"
          type="search"
          defaultValue={words}
          placeholder="Name, email, order, postcode, last four, tracking"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <kbd hidden>/</kbd>
        <button type="submit" className="staff-search-button">
          Search
        </button>
      </form>
      <PageScript name="staff-search" />
    </search>
  );
}

interface WaitingProps {
  readonly count: number | null;
  readonly words: string;
  /** Somebody waits for an answer, which is more than work to do. */
  readonly isUrgent?: boolean;
}

function Waiting({ count, words, isUrgent }: WaitingProps) {
  if (!count) return null;
  return (
    <span className={classes("staff-count", isUrgent && "staff-count-urgent")}>
      {count > MOST_IN_BADGE ? `${MOST_IN_BADGE}+` : count}
      <span className="visually-hidden"> {words}</span>
    </span>
  );
}

/** The frame of the sign-in pages: no links and no name. */
export function StaffSignedOutFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
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
