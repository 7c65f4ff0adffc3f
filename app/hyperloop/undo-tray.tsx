import { useLocation } from "@remix-run/react";
import { UNDO_MINUTES } from "~/domain/loops/completion";
import { formatCountOf } from "~/domain/text/numbers";
import { londonTime } from "~/domain/time/instants";
import { PostForm } from "~/ui/post-form";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { PATHS } from "./paths";

interface UndoTrayProps {
  readonly held: readonly {
    readonly id: string;
    readonly title: string;
    readonly sentAt: Date | string;
    readonly leavesAt: Date | string;
    readonly minutesLeft: number;
  }[];
}

/** On top of every page: what its reader has had sent and can still take back. Each stitch is a minute. */
export function UndoTray({ held }: UndoTrayProps) {
  const { pathname, search } = useLocation();
  const [first] = held;
  if (!first) return null;
  const count = formatCountOf(held.length, "thing can be undone", "things can be undone");
  return (
    <details className="staff-tray">
      <summary>
        <Stitches left={first.minutesLeft} />
        <span>
          {count.charAt(0).toUpperCase() + count.slice(1)},{" "}
          <b>until {londonTime(new Date(first.leavesAt))}</b>
        </span>
      </summary>
      <div className="staff-tray-list">
        <h2>Leaving soon</h2>
        <ul>
          {held.map((one) => (
            <li key={one.id}>
              <div>
                <b>{one.title}</b>
                <p>
                  You sent it at {londonTime(new Date(one.sentAt))}. It leaves at{" "}
                  {londonTime(new Date(one.leavesAt))}.
                </p>
              </div>
              <PostForm action={PATHS.undo} className="row">
                <input type="hidden" name="email" value={one.id} />
                <input type="hidden" name="to" value={pathname + search} />
                <TrayButton intent="undo" words="Undo" about={one.title} />
                <TrayButton intent="send_now" words="Send now" about={one.title} />
              </PostForm>
            </li>
          ))}
        </ul>
        <p className="muted">Only your own. Each stitch is a minute.</p>
      </div>
    </details>
  );
}

interface TrayButtonProps {
  readonly intent: string;
  readonly words: string;
  readonly about: string;
}

function TrayButton({ intent, words, about }: TrayButtonProps) {
  return (
    <button type="submit" className="staff-tray-verb" name="intent" value={intent}>
      {words}
      <VisuallyHidden>, {about}</VisuallyHidden>
    </button>
  );
}

const MINUTES = Array.from({ length: UNDO_MINUTES }, (_, minute) => minute);

/** How much of the ten minutes is left, as the page was made. */
function Stitches({ left }: { readonly left: number }) {
  return (
    <span className="staff-stitches" aria-hidden="true">
      {MINUTES.map((minute) => (
        <i key={minute} className={minute < left ? undefined : "is-over"} />
      ))}
    </span>
  );
}
