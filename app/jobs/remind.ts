import { remindOfWaitingLoops } from "~/domain/orders/waiting-loops.server";
import { readSwitches } from "~/domain/settings/switches.server";

/** Reminds customers of paid loops that are not begun, unless staff have switched that off. */
export function remind(now: Date): void {
  if (readSwitches().loopReminders) remindOfWaitingLoops(now);
}
