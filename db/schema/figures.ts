import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";
import type { ORDER_KINDS } from "./orders";

/** How many accounts were active in the periods before a moment; only numbers, so that periods can be compared. */
export const activeCounts = sqliteTable("active_counts", {
  at: instant("at").primaryKey(),
  day1: integer("day_1").notNull(),
  days7: integer("days_7").notNull(),
  days30: integer("days_30").notNull(),
  days90: integer("days_90").notNull(),
});

type OrderKind = (typeof ORDER_KINDS)[number];

/** What a day came to. A migration that changes this deletes the rows; the worker counts them again. */
export interface DayFigures {
  orders: Readonly<Record<OrderKind, number>>;
  pence: Readonly<Record<OrderKind, number>>;
  redeemed: number;
  redeemedPence: number;
  /** By step; see `STAGES` in app/domain/backoffice/analytics/stages.ts. */
  visits: Readonly<Record<string, number>>;
}

/**
 * A day in London that is over, with what was sold, redeemed and visited on it. Triggers on orders, vouchers and visits
 * delete the row with any change to its day; until it is counted again the day is counted from those tables.
 */
export const countedDays = sqliteTable("counted_days", {
  since: instant("since").primaryKey(),
  /** Exclusive. */
  until: instant("until").notNull(),
  figures: text("figures", { mode: "json" }).$type<DayFigures>().notNull(),
});

/**
 * Figures that every account, voucher or year is read for, as the worker counted them last. A migration that changes what
 * is in them deletes the row.
 */
export const countedFigures = sqliteTable("counted_figures", {
  name: text("name").primaryKey(),
  /** The moment that they are for. */
  at: instant("at").notNull(),
  /** How long the worker was busy with them. */
  milliseconds: integer("milliseconds").notNull(),
  figures: text("figures", { mode: "json" }).$type<unknown>().notNull(),
});
