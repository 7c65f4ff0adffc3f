import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const SEARCHED_KINDS = ["person", "order", "voucher", "shipment", "batch"] as const;

/**
 * What staff find things by: names, contact details and numbers, never what people wrote. Triggers write it from the
 * tables it describes (`migrations/0023_search.sql`), and the FTS5 tables `search_words_of_…` from its rows.
 */
export const searchEntries = sqliteTable(
  "search_entries",
  {
    /** Rises with each row of a kind, so that the newest are read first. */
    id: integer("id").primaryKey(),
    kind: text("kind", { enum: SEARCHED_KINDS }).notNull(),
    subjectId: text("subject_id").notNull(),
    /** One field a line; postcodes and numbers without spaces and dashes. */
    words: text("words").notNull(),
  },
  (table) => [uniqueIndex("search_entries_subject").on(table.kind, table.subjectId)],
);
