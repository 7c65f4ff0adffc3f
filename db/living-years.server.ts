import { sql } from "drizzle-orm";

/** A condition on `entries`: those of a year that was cancelled wait for no moderator. */
export const IS_OF_LIVING_YEAR = sql.raw(
  "NOT EXISTS (SELECT 1 FROM loop_credits AS gone INDEXED BY loop_credits_gone WHERE gone.loop_id = entries.loop_id AND gone.cancelled_at IS NOT NULL)",
);
