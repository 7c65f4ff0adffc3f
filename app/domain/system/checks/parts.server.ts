import { eq } from "drizzle-orm";
import { writeAndRollBack } from "#db/client.server";
import { isBusy } from "#db/errors";
import { settings as settingsTable } from "#db/schema";
import { waitUntilWritable, withoutWaiting } from "#db/write-lock.server";
import { mail, payments, storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { PART_LIMIT_MS } from "../health/health-limits";
import { STORAGE_WORDS } from "../health/storage-messages.server";
import { slowEmails } from "../health/waiting-work.server";
import { type Assessment, type Check, failing, warning, well } from "./check";

/**
 * The parts of the product, each checked by using it: a row is written and rolled back, a file is written and read, the
 * payment provider is called with our key, the mail server is asked whether it accepts emails, and our own health page
 * is requested over HTTP.
 */
export const PARTS: readonly Check[] = [
  { readers: { health: { part: "database", name: "Database" } }, assess: writeProbe },
  {
    readers: { health: { part: "storage", name: "Storage" } },
    async assess() {
      const found = await storage.check();
      return found.ok ? well("A file was written and read.") : failing(found.message);
    },
  },
  {
    readers: { health: { part: "payment", name: "Payments" } },
    async assess() {
      const found = await payments.check();
      const mode = settings.payments.liveMode ? "live" : "test";
      return found.ok ? well(`The provider answers, in ${mode} mode.`) : failing(found.message);
    },
  },
  {
    readers: { health: { part: "email", name: "Email" } },
    async assess(now) {
      const found = await mail.check();
      if (!found.ok) return failing(found.message);
      const slow = slowEmails(now);
      return slow === 0 ? well("Emails can be sent.") : warning(`Slow: ${slow} emails are late.`);
    },
  },
  {
    readers: { health: { part: "api", name: "API" } },
    async assess() {
      const signal = AbortSignal.timeout(PART_LIMIT_MS);
      const { ok, status } = await fetch(`http://127.0.0.1:${settings.port}/health`, { signal });
      return ok ? well("Our own address answers.") : failing(`Our own address answers ${status}.`);
    },
  },
];

const PROBE = "health-probe";

/**
 * Another process may be writing for a moment, as the worker does; that is no error of the database. It is waited for
 * without blocking this one.
 */
async function writeProbe(now: Date): Promise<Assessment> {
  const isWriting = warning(STORAGE_WORDS.busy);
  if (!(await waitUntilWritable())) return isWriting;
  try {
    return withoutWaiting(() => probeRow(now));
  } catch (error) {
    if (isBusy(error)) return isWriting;
    throw error;
  }
}

function probeRow(now: Date): Assessment {
  let isThere = false;
  writeAndRollBack((tx) => {
    tx.insert(settingsTable).values({ key: PROBE, value: "1", updatedAt: now }).run();
    isThere = tx.select().from(settingsTable).where(eq(settingsTable.key, PROBE)).get() !== undefined;
  });
  return isThere ? well("A row was written, read and removed.") : failing("A row that was written is missing.");
}
