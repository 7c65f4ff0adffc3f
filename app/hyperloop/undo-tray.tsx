import { useLocation } from "@remix-run/react";
import type { HeldInTray } from "~/domain/backoffice/undo/undo.server";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { londonTime } from "~/domain/kernel/time/instants";
import { PageScript } from "~/ui/page-script";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { PATHS } from "./paths";

/**
 * On top of every page: what its reader has had sent and can still take back. Each mark is a minute. With scripts the
 * times count down; without them they are times of the clock.
 */
export function UndoTray({ held }: { readonly held: readonly HeldInTray[] | null }) {
  const [first] = held ?? [];
  if (!held || !first) {
    return (
      <aside className={`staff-tray staff-tray-empty${held ? "" : " is-unread"}`} aria-label="Undo">
        {held ? "Nothing to undo" : UNDO_UNREAD}
      </aside>
    );
  }
  return (
    <aside className="staff-tray" aria-label="Undo">
      <details>
        <summary>
          <Stitches held={first} />
          <span>
            <span data-held={held.length}>
              {formatFigureOf(held.length, "thing can be undone", "things can be undone")}
            </span>
            , <b data-left={first.msLeft}>until {londonTime(first.leavesAt)}</b>
          </span>
        </summary>
        <div className="staff-tray-list">
          <h2>Not sent yet</h2>
          <HeldList held={held} />
          <p className="muted">
            Only your own. Each mark is a minute. <a href={PATHS.undo}>Sent earlier today</a>
          </p>
        </div>
        <PageScript name="undo-tray" />
      </details>
    </aside>
  );
}

export const UNDO_UNREAD = "We couldn’t read what you can undo just now";

/** The message when its time is over, while the page is open. */
const OVER: Readonly<Record<HeldInTray["kind"], string>> = {
  email: "It’s been sent",
  evidence: "It’s been sent",
  cancellation: "Too late to undo",
  extension: "Too late to undo",
};

const DONE: Readonly<Record<HeldInTray["kind"], string>> = {
  email: "sent",
  evidence: "sent",
  cancellation: "cancelled",
  extension: "extended",
};

/** What holds at once has nothing to send. */
const leaves = ({ kind }: HeldInTray) => kind === "email" || kind === "evidence";

/** What has not left, each with its two buttons. */
export function HeldList({ held }: { readonly held: readonly HeldInTray[] }) {
  const { pathname, search } = useLocation();
  return (
    <ul className="held-list">
      {held.map((one) => (
        <li key={one.id}>
          <div>
            <b>{one.title}</b>
            <p>
              You {DONE[one.kind]} it at {londonTime(one.sentAt)}
            </p>
            <p className="staff-tray-time">
              <Stitches held={one} />
              <span data-left={one.msLeft} data-over={OVER[one.kind]}>
                {leaves(one) ? "It goes out at" : "You can undo it until"} {londonTime(one.leavesAt)}
              </span>
            </p>
          </div>
          <PostForm action={PATHS.undo} className="row">
            <input type="hidden" name="held" value={one.id} />
            <input type="hidden" name="to" value={pathname + search} />
            <TrayButton intent="undo" words="Undo" about={one.title} />
            {leaves(one) && <TrayButton intent="send_now" words="Send now" about={one.title} />}
          </PostForm>
        </li>
      ))}
    </ul>
  );
}

interface TrayButtonProps {
  readonly intent: string;
  readonly words: string;
  readonly about: string;
}

function TrayButton({ intent, words, about }: TrayButtonProps) {
  return (
    <button type="submit" className="staff-tray-action" name="intent" value={intent}>
      {words}
      <VisuallyHidden>, {about}</VisuallyHidden>
    </button>
  );
}

const MINUTES = Array.from({ length: UNDO_MINUTES }, (_, minute) => minute);

/** How much of the ten minutes is left, as the page was made. */
function Stitches({ held }: { readonly held: HeldInTray }) {
  return (
    <span className="staff-stitches" aria-hidden="true">
      {MINUTES.map((minute) => (
        <i key={minute} className={minute < held.minutesLeft ? undefined : "is-over"} />
      ))}
    </span>
  );
}
