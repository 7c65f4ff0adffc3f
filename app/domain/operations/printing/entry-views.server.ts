import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { auditEvents, entries, entryViews, loops, shipments, staff } from "#db/schema";
import { TO_PRINT } from "~/domain/shop/order-rules/book-looks";

/** One time that a staff member opened an entry, or found it by a search in its text. */
export interface EntryView {
  id: string;
  loopTitle: string | null;
  theme: string;
  type: string;
  week: number;
  staffName: string;
  reason: string;
  at: Date;
}

export const entryViewsOf = prepareAll((accountId: string) =>
  db
    .select({
      id: entryViews.id,
      loopTitle: loops.title,
      theme: loops.theme,
      type: loops.type,
      week: entries.week,
      staffName: staff.name,
      reason: entryViews.reason,
      at: entryViews.at,
    })
    .from(entryViews)
    .innerJoin(entries, eq(entries.id, entryViews.entryId))
    .innerJoin(loops, eq(loops.id, entries.loopId))
    .innerJoin(staff, eq(staff.id, entryViews.staffId))
    .where(eq(loops.accountId, accountId))
    .orderBy(desc(entryViews.at)),
);

export const bookViewsOf = prepareAll((accountId: string) =>
  db
    .select({
      id: auditEvents.sequence,
      loopTitle: loops.title,
      theme: loops.theme,
      type: loops.type,
      staffName: staff.name,
      // Before a reason was asked for, it was this one.
      reason: sql<string>`coalesce(${auditEvents.reason}, ${sql.raw(`'${TO_PRINT}'`)})`,
      at: auditEvents.at,
    })
    .from(loops)
    .innerJoin(shipments, eq(shipments.loopId, loops.id))
    .innerJoin(auditEvents, eq(auditEvents.objectId, shipments.id))
    .innerJoin(staff, eq(staff.id, auditEvents.staffId))
    .where(
      and(
        eq(loops.accountId, accountId),
        eq(auditEvents.objectType, "shipment"),
        eq(auditEvents.action, "printing.download"),
        // A ticket holds no entry.
        sql`json_extract(${auditEvents.after}, '$.file') <> 'ticket'`,
      ),
    )
    .orderBy(desc(auditEvents.at)),
);
