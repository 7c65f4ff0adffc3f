import { noteActiveUsers } from "~/domain/analytics/people.server";

/** Notes how many people were active, so that a period can later be set beside the one before it. */
export function countActiveUsers(now: Date): void {
  noteActiveUsers(now);
}
