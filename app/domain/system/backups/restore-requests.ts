import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { DAY_MS } from "~/domain/kernel/time/durations";

/** Requests to bring back what was deleted by accident: how long they are good, and what was found, as text. */

export const RESTORE_REQUEST_DAYS = 7;

/** Those in which something is still to be done. */
export const OPEN_RESTORES = ["checking", "waiting", "approved"] as const;

export const isOpen = (state: string) => OPEN_RESTORES.some((one) => one === state);

/** Whether nobody finished it in time; nothing comes back any more. */
export function hasLapsed({ state, createdAt }: { state: string; createdAt: Date }, now: Date): boolean {
  return isOpen(state) && now.getTime() - createdAt.getTime() >= RESTORE_REQUEST_DAYS * DAY_MS;
}

/** What the rows of each table are called, the most important first. */
const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  accounts: ["account", "accounts"],
  loops: ["loop", "loops"],
  entries: ["week", "weeks"],
  drafts: ["unfinished week", "unfinished weeks"],
  photos: ["photo", "photos"],
  orders: ["order", "orders"],
  order_lines: ["line of an order", "lines of orders"],
  vouchers: ["voucher", "vouchers"],
  loop_credits: ["credit", "credits"],
  shipments: ["parcel", "parcels"],
  book_files: ["book", "books"],
  addresses: ["saved address", "saved addresses"],
  chosen_prompts: ["chosen question", "chosen questions"],
  device_saves: ["save of a device", "saves of devices"],
  entry_versions: ["earlier version of a week", "earlier versions of weeks"],
  entry_views: ["note of who read a week", "notes of who read weeks"],
  account_notes: ["note of ours", "notes of ours"],
  emails: ["email", "emails"],
  consents: ["choice about emails", "choices about emails"],
  impersonations: ["visit by staff", "visits by staff"],
};

/** The loss that people speak of, and what the rest is to them. */
const MAIN = ["accounts", "loops", "entries", "drafts", "photos"];

type Counts = Readonly<Record<string, number>>;

/** "1 loop", "23 weeks": counts by table, or by "table.column". */
export function countsInWords(counts: Counts): string[] {
  const byTable: Record<string, number> = {};
  for (const [name, count] of Object.entries(counts)) {
    const [table = ""] = name.split(".");
    const known = Object.hasOwn(NOUNS, table) ? table : "";
    byTable[known] = (byTable[known] ?? 0) + count;
  }
  return [...Object.keys(NOUNS), ""].flatMap((table) => {
    const count = byTable[table] ?? 0;
    const [one, many] = NOUNS[table] ?? ["other record", "other records"];
    return count > 0 ? [formatFigureOf(count, one, many)] : [];
  });
}

/** "1 week", "2 photos": rows that cannot come back. */
export function conflictsInWords(conflicts: readonly { table: string }[]): string[] {
  const counts: Record<string, number> = {};
  for (const { table } of conflicts) counts[table] = (counts[table] ?? 0) + 1;
  return countsInWords(counts);
}

/** "1 loop, 23 weeks and 41 photos": what its owner would miss; everything where that is nothing. */
export function formatWhatIsMissed(rows: Counts): string {
  const main = Object.fromEntries(Object.entries(rows).filter(([table]) => MAIN.includes(table)));
  const words = countsInWords(Object.keys(main).length > 0 ? main : rows);
  const last = words.pop() ?? "nothing";
  return words.length > 0 ? `${words.join(", ")} and ${last}` : last;
}

/** Whether nothing comes back that was not there to be approved. */
export function isWithin(found: Counts, approved: Counts): boolean {
  return Object.entries(found).every(([table, count]) => count <= (approved[table] ?? 0));
}
