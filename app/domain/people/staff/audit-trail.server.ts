import { and, desc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, prepareAll } from "#db/queries.server";
import { auditEvents, staff } from "#db/schema";
import { guestIdsBehind } from "../accounts/guests.server";
import { auditActor, auditSentence } from "./audit-sentences";

export interface AuditEventDone extends Pick<typeof auditEvents.$inferSelect, "sequence" | "action" | "reason" | "at"> {
  by: string;
}

const MOST_SHOWN = 50;

/** Audit rows never change, so former type names still occur in them. */
export const FORMER_TYPES: Readonly<Record<string, readonly string[]>> = {
  email: ["letter"],
  shipment: ["parcel"],
  invariant: ["law"],
};

/** Staff actions on one object: the latest fifty, newest first. */
export function auditEventsOn(type: string, id: string): AuditEventDone[] {
  return listEventsOn([type, ...(FORMER_TYPES[type] ?? [])], id).map((action) => ({
    ...action,
    by: auditActor(action.action, action.by),
  }));
}

const listEventsOn = prepareAll((objectType: string[], id: string) =>
  db
    .select({
      sequence: auditEvents.sequence,
      action: auditEvents.action,
      by: staff.name,
      reason: auditEvents.reason,
      at: auditEvents.at,
    })
    .from(auditEvents)
    .leftJoin(staff, eq(staff.id, auditEvents.staffId))
    .where(and(isIn(auditEvents.objectType, objectType), eq(auditEvents.objectId, id)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.sequence))
    .limit(MOST_SHOWN),
);

/** What staff do with an account because its owner asked; the owner reads it in the Privacy tab. */
const FOR_THE_OWNER = [
  ...["accounts.correct_email", "accounts.correct_name", "accounts.correct_address", "accounts.reset_link"],
  ...[
    "accounts.delete",
    "accounts.emails_again",
    "loops.move_date",
    "loops.change_type",
    "loops.begin",
    "loops.pause",
    "vouchers.correct_recipient",
    "vouchers.restore_recipient",
    "vouchers.replace_code",
  ],
];

/** The changes that a customer may read about their own account, including those made while they were a guest. */
export function changesForOwner(accountId: string): AuditEventDone[] {
  return listEventsForOwner([accountId, ...guestIdsBehind(accountId)], FOR_THE_OWNER).map((act) => ({
    ...act,
    action: auditSentence(act.action),
    by: act.by ?? "Loop",
  }));
}

const listEventsForOwner = prepareAll((accountIds: string[], actions: string[]) =>
  db
    .select({
      sequence: auditEvents.sequence,
      action: auditEvents.action,
      by: staff.name,
      reason: auditEvents.reason,
      at: auditEvents.at,
    })
    .from(auditEvents)
    .leftJoin(staff, eq(staff.id, auditEvents.staffId))
    .where(
      and(
        eq(auditEvents.objectType, "account"),
        isIn(auditEvents.objectId, accountIds),
        isIn(auditEvents.action, actions),
      ),
    )
    .orderBy(desc(auditEvents.sequence))
    .limit(MOST_SHOWN),
);
