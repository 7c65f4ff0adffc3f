import "../support/payment-sandbox";
import { expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { SCHEDULE } from "~/jobs/schedule";
import { plansOfTask } from "../support/query-plans";

/** Tables that grow with the years that are written and with what is sold. */
const LARGE = [
  ...["accounts", "sessions", "addresses", "loops", "entries", "drafts", "photos", "book_files", "emails", "jobs"],
  ...["orders", "order_lines", "payments", "ledger", "fulfilments", "loop_credits", "discount_uses", "vouchers"],
  ...["shipments", "webhook_events", "funnel_events", "entry_versions", "attempts", "search_entries"],
];
const NOW = new Date("2026-11-22T19:00:00Z");
/** The watch begins a minute after its worker. */
const BEFORE = new Date(NOW.getTime() - 120_000);

const partial = new Set(
  rawConnection()
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'")
    .pluck()
    .all(),
);

/** Whether a line of a plan reads all of a large table, or of its rows of a status; an index of a few rows is neither. */
function readsAll(line: string): boolean {
  const [, table = "", , index = ""] = /^SCAN (\w+)( USING (?:COVERING )?INDEX (\w+))?/.exec(line) ?? [];
  const [, searched = "", among = ""] = OF_STATUS.exec(line) ?? [];
  return (LARGE.includes(table) && !partial.has(index)) || (LARGE.includes(searched) && !partial.has(among));
}
const OF_STATUS = /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((?:status|state|kind|moderation|is_test)=\?\)/;

it.each(SCHEDULE.map(({ name, run }) => ({ name, run })))(
  "$name reads no table that grows from its beginning to its end",
  async ({ run }) => {
    const plans = await plansOfTask(async () => {
      for (const now of [BEFORE, NOW])
        try {
          await run(now);
        } catch (error) {
          // Systems that are not there in a test: what it read until then counts.
          if (!(error instanceof Error)) throw error;
        }
    });
    const whole = [...plans].filter(([, lines]) => lines.some(readsAll));
    expect(whole).toEqual([]);
  },
);
