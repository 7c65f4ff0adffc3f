import { and, count, eq, lt } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { isBusy } from "#db/errors";
import { emails, settings as settingsTable } from "#db/schema";
import { waitUntilWritable, withoutWaiting } from "#db/write-lock.server";
import { mail, payments, storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { STORAGE_WORDS } from "./storage-messages.server";

/**
 * The health of the product and its external services, each checked by using it: a row is written and rolled back, a
 * file is written and read, the payment provider is called with our key, the mail server is asked whether it accepts
 * emails, and our own health page is requested over HTTP. A service that does not respond in time is in error; nothing
 * is thrown.
 */

export const PARTS = ["database", "storage", "payment", "email", "api"] as const;
export type Part = (typeof PARTS)[number];

export interface PartHealth {
  part: Part;
  status: "healthy" | "warning" | "error";
  message: string;
  durationMs: number;
}

type Finding = Pick<PartHealth, "status" | "message">;

const TIME_LIMIT_MS = 4000;
/** An email overdue by this much shows that sending is slow. */
const SLOW_MAIL_MS = 10 * MINUTE_MS;
/** The staff's start page reuses results for this long, so that a visit does not always call the services. */
const REUSE_MS = MINUTE_MS;

const healthy = (message: string): Finding => ({ status: "healthy", message });
const failing = (message: string): Finding => ({ status: "error", message });

const CHECKS: Readonly<Record<Part, (now: Date) => Finding | Promise<Finding>>> = {
  database: writeProbe,
  storage: async () => {
    const found = await storage.check();
    return found.ok ? healthy("A file was written and read.") : failing(found.message);
  },
  payment: async () => {
    const found = await payments.check();
    const mode = settings.payments.liveMode ? "live" : "test";
    return found.ok ? healthy(`The provider answers, in ${mode} mode.`) : failing(found.message);
  },
  email: async (now) => {
    const found = await mail.check();
    if (!found.ok) return failing(found.message);
    const late = lateEmails(now);
    return late === 0
      ? healthy("Emails can be sent.")
      : { status: "warning", message: `Slow: ${late} emails are late.` };
  },
  api: async () => {
    const response = await fetch(`http://127.0.0.1:${settings.port}/health`, {
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    return response.ok ? healthy("Our own address answers.") : failing(`Our own address answers ${response.status}.`);
  },
};

/** Runs all checks now. */
export async function checkHealth(now: Date): Promise<PartHealth[]> {
  return await Promise.all(PARTS.map((part) => checkPart(part, now)));
}

let recent: { at: number; health: Promise<PartHealth[]> } | undefined;

/** The results of all checks, at most a minute old. */
export async function recentHealth(now: Date): Promise<PartHealth[]> {
  if (!recent || Math.abs(now.getTime() - recent.at) > REUSE_MS) {
    recent = { at: now.getTime(), health: checkHealth(now) };
  }
  return await recent.health;
}

async function checkPart(part: Part, now: Date): Promise<PartHealth> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(failing(`No answer in ${TIME_LIMIT_MS / SECOND_MS} seconds.`)), TIME_LIMIT_MS);
  });
  try {
    const finding = await Promise.race([CHECKS[part](now), tooLong]);
    return { part, ...finding, durationMs: Math.round(performance.now() - began) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { part, ...failing(message), durationMs: Math.round(performance.now() - began) };
  } finally {
    clearTimeout(timer);
  }
}

const PROBE = "health-probe";

/**
 * Another process may be writing for a moment, as the worker does; that is no error of the database. It is waited for
 * without blocking this one.
 */
async function writeProbe(now: Date): Promise<Finding> {
  const isWriting: Finding = { status: "warning", message: STORAGE_WORDS.busy };
  if (!(await waitUntilWritable())) return isWriting;
  try {
    return withoutWaiting(() => writeAndRollBack(now));
  } catch (error) {
    if (isBusy(error)) return isWriting;
    throw error;
  }
}

function writeAndRollBack(now: Date): Finding {
  let isThere = false;
  const rollback = new Error("taken back");
  try {
    write((tx) => {
      tx.insert(settingsTable).values({ key: PROBE, value: "1", updatedAt: now }).run();
      isThere = tx.select().from(settingsTable).where(eq(settingsTable.key, PROBE)).get() !== undefined;
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return isThere ? healthy("A row was written, read and removed.") : failing("A row that was written is missing.");
}

function lateEmails(now: Date): number {
  const due = new Date(now.getTime() - SLOW_MAIL_MS);
  const late = db
    .select({ found: count() })
    .from(emails)
    .where(and(eq(emails.state, "waiting"), lt(emails.nextTryAt, due)))
    .get();
  return late?.found ?? 0;
}
