import { desc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { keepAll } from "#db/queries.server";
import { entries, entryViews, loops, staff } from "#db/schema";

/** One time that a staff member opened an entry, or found it by its words. */
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

/** All times that staff looked at an entry of this account, newest first: who, when and why. */
export const entryViewsOf = keepAll((accountId: string) =>
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
