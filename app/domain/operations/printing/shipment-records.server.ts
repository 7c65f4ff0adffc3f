import { eq } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { shipments } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { emailLeavesAt } from "~/domain/diary/loops/completion";
import type { Email } from "~/domain/mail/layout/email-layout";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { type ShipmentRefusal, STEPS, type Step } from "~/domain/shop/order-rules/shipments";
import type { BookData } from "./printing-emails";
import {
  booksIn,
  isOwnBook,
  type Shipment,
  type ShipmentRow,
  shipmentRowOf,
  titleOf,
} from "./shipment-contents.server";

/** What every act on a shipment writes: the row, its audit event, and the email to its reader. */

export type ShipmentResult = { ok: true } | { ok: false; reason: ShipmentRefusal };

/** Runs one action on a shipment in a transaction of its own. */
export function change<Result extends { ok: boolean } = ShipmentResult>(
  shipmentId: string,
  action: (tx: Transaction, row: ShipmentRow) => Result,
): Result | { ok: false; reason: "not_found" } {
  return write((tx) => {
    const row = shipmentRowOf(shipmentId);
    return row ? action(tx, row) : { ok: false, reason: "not_found" };
  });
}

export function set(tx: Transaction, shipmentId: string, to: Partial<Shipment>, now: Date): void {
  tx.update(shipments)
    .set({ ...to, updatedAt: now })
    .where(eq(shipments.id, shipmentId))
    .run();
}

export function emailKeyOf(shipment: Shipment, step: Step): string {
  const kind = STEPS[step].email;
  return isOwnBook(shipment) ? `${kind}:${shipment.loopId}` : `${kind}:shipment:${shipment.id}`;
}

export function record(
  tx: Transaction,
  shipment: Shipment,
  done: {
    staffId: string | null;
    action: string;
    before?: unknown;
    after?: unknown;
    reason?: string;
    now: Date;
  },
): void {
  recordAuditEvent(tx, { ...done, object: { type: "shipment", id: shipment.id } });
}

/** Emails the person who ordered the copies or wrote the year; about a step, once it can no longer be taken back. */
export function tell(
  tx: Transaction,
  row: ShipmentRow,
  emailOf: (data: BookData) => Email,
  now: Date,
  other?: { dedupeKey: string; dueAt: Date },
): void {
  const { shipment, loop, owner, order } = row;
  const reader = owner ?? (order && order.email !== "" ? order : null);
  if (!reader) return;
  const books = booksIn([shipment]).get(shipment.id) ?? [];
  const copies = books.reduce((sum, one) => sum + one.copies, 0);
  const message = emailOf({
    firstName: reader.firstName,
    title: titleOf(row),
    loopUrl:
      shipment.orderId === null
        ? `${settings.publicOrigin}/dashboard?loop=${shipment.loopId}`
        : `${settings.publicOrigin}/account-settings?tab=orders`,
    theme: loop?.theme ?? null,
    ...(shipment.orderId === null ? {} : { copies }),
    isReprint: shipment.reprintOf !== null,
  });
  queueEmail(tx, {
    accountId: owner?.id ?? null,
    to: { name: `${reader.firstName} ${reader.lastName}`.trim(), email: reader.email },
    dedupeKey: `${message.kind}:shipment:${shipment.id}`,
    message,
    now,
    dueAt: emailLeavesAt(now),
    ...other,
  });
}
