import { noteActiveUsers } from "~/domain/backoffice/analytics/people.server";

/** Records how many people were active, so that periods can be compared later. */
export function countActiveUsers(now: Date): void {
  noteActiveUsers(now);
}
