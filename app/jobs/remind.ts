import { readSwitches } from "~/domain/backoffice/settings/switches.server";
import { remindOfWaitingLoops } from "~/domain/shop/orders/waiting-loops.server";

/** Reminds customers of paid loops that are not begun, unless staff have switched that off. */
export function remind(now: Date): void {
  if (readSwitches().loopReminders) remindOfWaitingLoops(now);
}
