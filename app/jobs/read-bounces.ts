import { bounceMailbox } from "~/adapters/adapters.server";
import { readBounces } from "~/domain/mail/bounces/bounce-mailbox.server";
import { noteService } from "~/domain/system/health/service-checks.server";

/** Reads the bounce mailbox, where one is set, and records how it was. */
export async function readBounceMailbox(now: Date): Promise<void> {
  if (bounceMailbox) noteService("bounce-mailbox", await readBounces(now, bounceMailbox), now);
}
