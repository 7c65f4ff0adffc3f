import { notifyApprovers } from "~/domain/backoffice/inbox/approval-emails.server";

/** Notifies those who may approve that something waits for them. */
export function notifyWhoApproves(now: Date): void {
  notifyApprovers(now);
}
