/** Compares the rows of a restored database with those of the running shop, before and after it was restored. */

/** Rows that are never removed: not one of them may be missing, the drill's own row included. */
const ONLY_ADDED_TO = ["audit_events", "backup_runs", "ledger", "orders", "order_lines", "payments", "refunds"];
/** Of the others this share, or this many, may have come and gone meanwhile. */
const TOLERATED_SHARE = 0.01;
const TOLERATED_ROWS = 50;

type Counts = Readonly<Record<string, number>>;

/** Every table whose rows cannot be explained by what happened between the two counts, as a message. */
export function comparedRows(before: Counts, restored: Counts, after: Counts): string[] {
  return Object.entries(before).flatMap(([table, atFirst]) => {
    const found = restored[table];
    if (found === undefined) return [`The table ${table} is missing.`];
    const atLast = after[table] ?? atFirst;
    const [least, most] = [Math.min(atFirst, atLast), Math.max(atFirst, atLast)];
    const slack = ONLY_ADDED_TO.includes(table) ? 0 : Math.max(TOLERATED_ROWS, most * TOLERATED_SHARE);
    if (found >= least - slack && found <= most + slack) return [];
    return [`${table} has ${found} rows, and the shop ${least === most ? least : `${least} to ${most}`}.`];
  });
}
