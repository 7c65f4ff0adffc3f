import { createHash } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { alarms } from "#db/schema";
import { raiseAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";

/**
 * An alarm for each loop whose files are lost: what staff resolved is reported again only when something else is found.
 */

/** An alarm names this many files; the rest are counted. */
const NAMED = 12;

/** Raises the alarm of a loop for these findings, each a message, or ends it without any. */
export function reportLostFiles(
  { loopId, accountId }: { loopId: string; accountId: string },
  findings: readonly string[],
  now: Date,
): void {
  const beginning = `files:${loopId}:`;
  const said = [...new Set(findings)].sort();
  const dedupeKey = beginning + createHash("sha256").update(said.join("\n")).digest("hex").slice(0, 16);
  const more = said.length > NAMED ? ` And ${said.length - NAMED} more.` : "";
  const message = `Loop ${loopId} of account ${accountId}. ${said.slice(0, NAMED).join(" ")}${more}`;
  write((tx) => {
    resolveEnded(tx, { beginning, stillTrue: [dedupeKey], reason: "Something else was found." }, now);
    if (said.length === 0 || isResolved(dedupeKey)) return;
    const about = { objectType: "account", objectId: accountId };
    raiseAlarm(tx, { kind: "stored_files_damaged", ...about, message, dedupeKey }, now);
  });
}

function isResolved(dedupeKey: string): boolean {
  const resolved = and(eq(alarms.dedupeKey, dedupeKey), isNotNull(alarms.resolvedByStaffId));
  return db.select({ id: alarms.id }).from(alarms).where(resolved).get() !== undefined;
}
