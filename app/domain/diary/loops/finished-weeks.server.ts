import { isNull } from "drizzle-orm";
import { entries } from "#db/schema";

/**
 * Whether an entry is finished: a condition on `entries` for every query that counts or lists finished weeks. A week
 * whose last photo was removed is open again until it has one.
 */
export const IS_FINISHED = isNull(entries.openAgainAt);
