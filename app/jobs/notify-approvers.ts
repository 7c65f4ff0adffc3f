import { tellApprovers } from "~/domain/backoffice/inbox/approval-emails.server";

/** Notifies those who may approve that something waits for them. */
export function tellWhoApproves(now: Date): void {
  tellApprovers(now);
}
