import { eq } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { settings } from "#db/schema";
import type {
  BounceMailbox,
  BounceMessage,
  DeliveryReport,
  Position,
  ReadBounces,
} from "~/adapters/mail-reports/contract";
import { emailOfReturnPath } from "../outbox/return-paths.server";
import { noteReports } from "./delivery-reports.server";

/**
 * What arrives in the bounce mailbox is a report like those of the mail provider, of the email whose return path it came
 * to. How far the mailbox was read is written with what was noted, so that each message counts once.
 */

/** Notes what arrived since the last time. */
export const readBounces = (now: Date, mailbox: BounceMailbox): Promise<ReadBounces> =>
  mailbox.read(findPosition(), now, (message, position) => {
    const reports = reportsOf(message);
    const store = (tx: Transaction) => storePosition(tx, position, now);
    if (reports.length > 0) noteReports(reports, now, store);
    else write(store);
  });

/** A report that names no email of ours, or without our signature, says nothing. */
function reportsOf({ reports, addresses }: BounceMessage): DeliveryReport[] {
  const emailId = reports.length > 0 ? emailOfReturnPath(addresses) : null;
  return emailId === null ? [] : reports.map((report) => ({ ...report, address: null, messageId: emailId }));
}

const KEY = "bounce-mailbox";
const StoredPosition = z.object({ validity: z.string(), uid: z.number() });

function findPosition(): Position | null {
  const found = findSetting();
  return found ? StoredPosition.parse(JSON.parse(found.value)) : null;
}

const findSetting = prepareGet(() => db.select().from(settings).where(eq(settings.key, KEY)));

function storePosition(tx: Transaction, position: Position, now: Date): void {
  const row = { value: JSON.stringify(position), updatedAt: now };
  tx.insert(settings)
    .values({ key: KEY, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
    .run();
}
