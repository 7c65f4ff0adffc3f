import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { entries } from "#db/schema";
import { loopOf, NOW, person } from "../../../support/people";

/** A written week of a person and a year of its own, unless a year is named. */
export function weekOf(firstName: string, given: Partial<typeof entries.$inferInsert> = {}) {
  return db
    .insert(entries)
    .values({
      ...{ loopId: given.loopId ?? loopOf(person(firstName).id).id, week: 1, prompt: "What was it?" },
      ...{ content: "We walked.", createdAt: NOW, updatedAt: NOW, ...given },
    })
    .returning()
    .get();
}

export function entryRow(id: string) {
  const row = db.select().from(entries).where(eq(entries.id, id)).get();
  if (!row) throw new Error(`There is no entry ${id}.`);
  return row;
}
