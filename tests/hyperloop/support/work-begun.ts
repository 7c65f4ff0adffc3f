import { randomBytes } from "node:crypto";
import { hashEmail } from "~/domain/people/accounts/email-hash.server";
import { change, rowOf } from "../../screens/support/records";
import type { Fixtures } from "./permission-line";

/** What a staff member has begun before they press the button that ends it. */

const LATER_MS = 600_000;

/** They have the entry open. */
export function openEntry(staffId: string, { openEntry: entryId }: Fixtures): void {
  const until = Date.now() + LATER_MS;
  change("UPDATE entries SET locked_by_staff_id = ?, locked_until = ? WHERE id = ?", staffId, until, entryId);
}

/** They have the entry open, which was approved before. */
export function openApproved(staffId: string, fixtures: Fixtures): void {
  openEntry(staffId, fixtures);
  change("UPDATE entries SET moderation = 'APPROVED' WHERE id = ?", fixtures.openEntry);
}

/** They have approved one entry and have the next one open. */
export function approveEntry(staffId: string, fixtures: Fixtures): void {
  openEntry(staffId, fixtures);
  const now = Date.now();
  change(
    "UPDATE entries SET moderation = 'APPROVED', reviewed_at = ?, reviewed_by_staff_id = ? WHERE id = ?",
    ...[now, staffId, fixtures.entry],
  );
  change(
    `INSERT INTO audit_events (staff_id, action, object_type, object_id, before, at, previous_hash, hash)
     VALUES (?, 'entries.approve', 'entry', ?, '{"state":"PENDING"}', ?, '', ?)`,
    ...[staffId, fixtures.entry, now, randomBytes(10).toString("hex")],
  );
}

/** They impersonate the customer. */
export function startImpersonation(staffId: string, { account }: Fixtures): void {
  const [id, now] = [randomBytes(10).toString("hex"), Date.now()];
  change(
    `INSERT INTO impersonations (id, staff_id, account_id, reason, key_hash, started_at, expires_at)
     VALUES (?, ?, ?, 'Cannot find the receipt', ?, ?, ?)`,
    ...[id, staffId, account, id, now, now + LATER_MS],
  );
}

/** A note falls due that is theirs to follow up. */
export function oweNote(staffId: string): void {
  change("UPDATE account_notes SET owner_staff_id = ? WHERE id = 'note-due'", staffId);
}

/** An email to the customer came back. */
export function bounceEmail(_staffId: string, { account }: Fixtures): void {
  const { email } = rowOf("SELECT email FROM accounts WHERE id = ?", account);
  change("INSERT OR REPLACE INTO suppressions VALUES (?, 'bounced', ?)", hashEmail(String(email)), Date.now());
}

/** Reminders are paused. */
export function pauseReminders(): void {
  change("INSERT OR REPLACE INTO email_lanes (lane, paused_at) VALUES ('reminders', ?)", Date.now());
}

/** They have just had an email sent, which has not left. */
export function sendEmail(staffId: string): void {
  const later = Date.now() + LATER_MS;
  change(
    "UPDATE emails SET state = 'waiting', sent_by_staff_id = ?, next_try_at = ? WHERE id = 'email-held'",
    staffId,
    later,
  );
}

/** The partner order that waits is theirs. */
export function ownBatch(staffId: string, { batch }: Fixtures): void {
  change("UPDATE voucher_batches SET made_by_staff_id = ? WHERE id = ?", staffId, batch);
}

/** The saved view is theirs. */
export function ownView(staffId: string, { view }: Fixtures): void {
  change(
    `INSERT INTO saved_views (id, list, name, query, staff_id, created_at, updated_at)
     VALUES (?, 'discounts', 'Running', 'status=active', ?, 1, 1)
     ON CONFLICT (id) DO UPDATE SET staff_id = excluded.staff_id`,
    ...[view ?? "", staffId],
  );
}

/** The partner order that is made is theirs. */
export function ownMadeBatch(staffId: string, { madeBatch }: Fixtures): void {
  change("UPDATE voucher_batches SET made_by_staff_id = ? WHERE id = ?", staffId, madeBatch);
}

/** The other limits that wait are what they asked for. */
export function ownLimitRequest(staffId: string, { limitRequest }: Fixtures): void {
  change("UPDATE exposure_requests SET requested_by_staff_id = ? WHERE id = ?", staffId, limitRequest);
}

/** They asked for what was deleted themselves. */
export function ownRestore(staffId: string, { restoreRequest }: Fixtures): void {
  change("UPDATE restore_requests SET requested_by_staff_id = ? WHERE id = ?", staffId, restoreRequest);
}
