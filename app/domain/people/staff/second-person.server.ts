import { and, eq, gt, inArray, isNotNull } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { auditEvents } from "#db/schema";
import { daysBefore } from "~/domain/kernel/time/retention-periods";
import { APART_DAYS, NEW_ACCOUNT_DAYS } from "./second-person";

/**
 * Who counts as a second person. An account that a colleague added within the last week is nobody’s second person, and
 * two people are not two for each other for a month after one has added, re-roled or reset the other: one super_admin
 * could otherwise be both. What the script on the machine did does not count, because who has the machine needs nobody.
 */

const CHANGES = [
  "staff.add",
  "staff.ask_super_admin",
  "staff.change_role",
  "staff.reset_sign_in",
  "staff.renew_credentials",
  "staff.renew_second_factor",
  "staff.reactivate",
];

/** Whether one of these two, who are not the same, can approve what the other asked for. */
export function areTwo(reader: Pick<Transaction, "select">, asking: string, deciding: string, now: Date): boolean {
  const pair = [asking, deciding];
  const changes = reader
    .select({
      action: auditEvents.action,
      by: auditEvents.staffId,
      of: auditEvents.objectId,
      at: auditEvents.at,
    })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.objectType, "staff"), inArray(auditEvents.objectId, pair)],
        ...[gt(auditEvents.at, daysBefore(now, APART_DAYS)), inArray(auditEvents.action, CHANGES)],
        isNotNull(auditEvents.staffId),
      ),
    )
    .all();
  const newSince = daysBefore(now, NEW_ACCOUNT_DAYS);
  return !changes.some(
    ({ action, by, of, at }) => (action === "staff.add" && at > newSince) || (by !== of && pair.includes(by ?? "")),
  );
}
