import { dirname, join } from "node:path";
import { NEVER_DELETED } from "~/domain/privacy/erasure/never-deleted";
import type { Missed, MissedRow } from "./missed-rows.server";

/** What is missed, as a file for a person who makes good for it, row by row. */

/** Where a person puts the copy of the old database beside the running shop. */
const PLACE = "newer/old.db";

/** @param file where this is written */
export function formatMissed(
  { sharedUntil, groups }: Missed,
  { old, file, now }: Record<"old" | "file", string> & { now: Date },
): string {
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const lines = [
    `What the copies of this shop lack of ${old}: ${count} rows.`,
    `Written on ${now.toISOString()}. The newest that both have is from ${sharedUntil?.toISOString() ?? "no time"}.`,
    "",
    `Customers’ words are in here. When everything is dealt with, delete this file and old.db beside it: rm ${file} ${join(dirname(file), "old.db")}`,
    ...comeBack(groups.flatMap(({ rows }) => rows)),
  ];
  for (const { what, advice, rows } of groups)
    lines.push("", `## ${what}: ${rows.length}`, "", advice, ...rows.flatMap(formatRow));
  return `${lines.join("\n")}\n`;
}

/** Whose missing rows `restore` inserts: it changes none that is there. */
function comeBack(rows: readonly MissedRow[]): string[] {
  const theirs = rows.filter(({ table, isMissing }) => isMissing && NEVER_DELETED.includes(table));
  const ids = [...new Set(theirs.flatMap(({ account }) => (account ? [account.id] : [])))];
  if (ids.length === 0) return [];
  return [
    "",
    `Missing accounts, years, weeks, their versions and photos come back on the new machine, beside the running shop, once old.db, which lies beside this file, is in its data folder as ${PLACE}. Without --apply it only says what would come back; nothing that is there is changed.`,
    ...ids.map((id) => `  npm run restore -- --account ${id} --from /data/${PLACE} --apply`),
  ];
}

function formatRow({ table, key, account, isMissing, values }: MissedRow): string[] {
  const whose = account ? ` of ${account.email || "an account"} (${account.id})` : "";
  const told = Object.entries(values).map(
    ([column, value]) => `  ${column.replaceAll("_", " ")}: ${formatValue(column, value)}`,
  );
  return ["", `${table} ${key}${whose}: ${isMissing ? "missing" : "the new machine has another"}`, ...told];
}

function formatValue(column: string, value: unknown): string {
  if (/(?:^|_)at$/.test(column) && typeof value === "number") return new Date(value).toISOString();
  return String(value).replaceAll("\n", "\n    ");
}
