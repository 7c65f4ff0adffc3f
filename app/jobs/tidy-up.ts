import { clearWhatIsOver } from "~/domain/retention/retention.server";
import { logLine } from "./log";

/** Deletes what has outlived its time. */
export function tidyUp(now: Date): void {
  logLine("info", "tidied_up", { ...clearWhatIsOver(now) });
}
