import { MINUTE_MS } from "~/domain/kernel/time/durations";
import type { HeldThing } from "~/domain/kernel/undo/held";
import { evidenceToUndo } from "~/domain/operations/disputes/held-evidence.server";
import { cancellationsToUndo } from "./cancellations.server";
import { extensionsToUndo } from "./extensions.server";
import { heldEmails } from "./sent-emails.server";

/** The tray on top of a staff member's pages: what they have done and can still take back. */

/** With how long it can be taken back, as the page is made; minutes are rounded up. */
export type HeldInTray = HeldThing & { minutesLeft: number; msLeft: number };

/** The person's own acts, the first to leave first. */
export function trayOf(staffId: string, now: Date): HeldInTray[] {
  const held = [heldEmails, evidenceToUndo, cancellationsToUndo, extensionsToUndo];
  return held
    .flatMap((heldBy) => heldBy(staffId, now))
    .map((held) => {
      const msLeft = held.leavesAt.getTime() - now.getTime();
      return { ...held, msLeft, minutesLeft: Math.ceil(msLeft / MINUTE_MS) };
    })
    .sort((one, other) => one.msLeft - other.msLeft);
}
