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

const partial = new Set(
  rawConnection()
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'")
    .pluck()
    .all(),
);

/** Whether a line of a plan reads all of a large table; an index of a few of its rows is no whole table. */
function readsAll(line: string): boolean {
  const [, table = "", , index = ""] = /^SCAN (\w+)( USING (?:COVERING )?INDEX (\w+))?/.exec(line) ?? [];
  return LARGE.includes(table) && !partial.has(index);
}

it.each(SCHEDULE.map(({ name, run }) => ({ name, run })))(
  "$name reads no table that grows from its beginning to its end",
  async ({ run }) => {
    const plans = await plansOfTask(async () => {
      try {
        await run(NOW);
      } catch (error) {
        // Systems that are not there in a test: what it read until then counts.
        if (!(error instanceof Error)) throw error;
      }
    });
    const whole = [...plans].filter(([, lines]) => lines.some(readsAll));
    expect(whole).toEqual([]);
  },
);
