import { and, desc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { emails, serviceChecks } from "#db/schema";
import { mailReports } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import type { DeliveryReport } from "~/adapters/mail-reports/contract";
import { settings } from "~/adapters/settings.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { suppressReported } from "../outbox/preferences.server";

/**
 * What the mail provider reports of emails that it took. One that came back for good is marked as failed, like one whose
 * recipient the relay refused at once, and one that was called spam is marked too; either way its address gets no more of
 * the emails that can be stopped. Each email is marked once, so that a repeated report changes nothing, whenever it comes.
 * Nothing is stored of an address to which we sent nothing.
 */

/** The provider whose reports are taken; null where none is set. */
export const reportsProvider = settings.mailWebhook?.provider ?? null;

/** Reads and notes one message of the provider's webhook, where one is set. */
export async function receiveReports(body: Buffer, headers: Headers, now: Date) {
  if (!mailReports) return { ok: false as const, reason: "unproven" as const };
  const read = await mailReports.read(body, headers, now);
  if (read.ok) noteReports(read.reports, now);
  return read;
}

/** Notes what was reported, and in the same transaction what else is written of it. */
export function noteReports(
  reports: readonly DeliveryReport[],
  now: Date,
  alsoWrite: (tx: Transaction) => void = () => {},
): void {
  const delayed = reports.filter(({ kind }) => kind === "delayed").length;
  const marked = write((tx) => {
    alsoWrite(tx);
    countReports(tx, delayed, now);
    return reports.filter((report) => report.kind !== "delayed" && markEmail(tx, report)).length;
  });
  if (reports.length > 0) logLine("info", "mail-reports", { reports: reports.length, delayed, marked });
}

/** A provider's clock may be behind ours. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

const MARKS = { bounced: "Came back", complained: "Reported as spam" } as const;
const isMarked = (failure: string | null) => Object.values(MARKS).some((mark) => failure?.startsWith(mark));

/** Marks the email that a report is about. Returns false where we know of no such email, or it was marked before. */
function markEmail(tx: Transaction, report: DeliveryReport): boolean {
  const { kind, reply, at } = report;
  const email = reportedEmail(report);
  if (kind === "delayed" || !email || isMarked(email.failure)) return false;
  const failure = reply ? `${MARKS[kind]}: ${reply}` : `${MARKS[kind]}.`;
  tx.update(emails)
    .set(kind === "bounced" ? { state: "dead", failure } : { failure })
    .where(eq(emails.id, email.id))
    .run();
  suppressReported(tx, email, { reason: kind, at });
  return true;
}

/** The email that a report is about: the one it names, or else the last one that was sent to the address before. */
function reportedEmail({ messageId, address, at }: DeliveryReport) {
  const latest = new Date(at.getTime() + CLOCKS_DIFFER_MS);
  const named = messageId ? findSentById(messageId.split("@", 1).join()) : undefined;
  if (address === null) return named?.toEmail ? named : undefined;
  if (named?.toEmail.toLowerCase() === address.toLowerCase()) return named;
  return findLastSentTo(address, address.toLowerCase(), latest);
}

/** Has been handed to the provider, or perhaps was. */
const hasLeft = and(inArray(emails.state, ["sent", "dead"]), isNotNull(emails.firstTriedAt));

const REPORTED = {
  id: emails.id,
  accountId: emails.accountId,
  toEmail: emails.toEmail,
  failure: emails.failure,
};

const findSentById = prepareGet((id: string) =>
  db
    .select(REPORTED)
    .from(emails)
    .where(and(eq(emails.id, id), hasLeft)),
);

// Providers repeat an address as it was written, or in small letters.
const findLastSentTo = prepareGet((address: string, lowerCase: string, latest: Date) =>
  db
    .select(REPORTED)
    .from(emails)
    .where(and(sql`${emails.toEmail} IN (${address}, ${lowerCase})`, hasLeft, lte(emails.firstTriedAt, latest)))
    .orderBy(desc(emails.createdAt))
    .limit(1),
);

/** The row that says when the provider last reported something, and how many emails it has reported as delayed. */
const SERVICE = "mail-reports";

function countReports(tx: Transaction, delayed: number, now: Date): void {
  tx.insert(serviceChecks)
    .values({ name: SERVICE, okAt: now, failures: delayed })
    .onConflictDoUpdate({
      target: serviceChecks.name,
      set: { okAt: now, failures: sql`${serviceChecks.failures} + ${delayed}` },
    })
    .run();
}

/** When the provider last reported something, and how many emails so far came back for a reason that may pass. */
export function reportsSoFar(): { lastAt: Date | null; delayed: number } {
  const found = findService();
  return { lastAt: found?.okAt ?? null, delayed: found?.failures ?? 0 };
}

const findService = prepareGet(() => db.select().from(serviceChecks).where(eq(serviceChecks.name, SERVICE)));
