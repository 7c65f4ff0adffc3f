import { and, count, eq, lt } from "drizzle-orm";
import { db } from "#db/client.server";
import { emails, settings as settingsTable } from "#db/schema";
import { mail, payments, storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { MINUTE_MS, SECOND_MS } from "../time/durations";

/**
 * How the product and its neighbours are, each found out by using it: a row is written and taken back, a file is
 * written and read, the payment provider is asked with our key, the post is asked whether it takes emails, and our
 * own address is asked from outside. A neighbour that does not answer in time is in error; nothing is thrown.
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

const PATIENCE_MS = 4000;
/** An email that has waited so long past its time is a sign that the post is slow. */
const SLOW_POST_MS = 10 * MINUTE_MS;
/** The first page of the staff does not ask the neighbours at every look. */
const REMEMBERED_MS = MINUTE_MS;

const well = (message: string): Finding => ({ status: "healthy", message });
const ill = (message: string): Finding => ({ status: "error", message });

const CHECKS: Readonly<Record<Part, (now: Date) => Finding | Promise<Finding>>> = {
  database: (now) => refundAndReverse(now),
  storage: async () => {
    const found = await storage.check();
    return found.ok ? well("A file was written and read.") : ill(found.message);
  },
  payment: async () => {
    const found = await payments.check();
    const mode = settings.payments.liveMode ? "live" : "test";
    return found.ok ? well(`The provider answers, in ${mode} mode.`) : ill(found.message);
  },
  email: async (now) => {
    const found = await mail.check();
    if (!found.ok) return ill(found.message);
    const late = lateEmails(now);
    return late === 0
      ? well("Emails can be posted.")
      : { status: "warning", message: `Slow: ${late} emails are late.` };
  },
  api: async () => {
    const answer = await fetch(`http://127.0.0.1:${settings.port}/health`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answer.ok ? well("Our own address answers.") : ill(`Our own address answers ${answer.status}.`);
  },
};

/** Looks at everything now. */
export async function checkHealth(now: Date): Promise<PartHealth[]> {
  return await Promise.all(PARTS.map((part) => checkPart(part, now)));
}

let remembered: { at: number; health: Promise<PartHealth[]> } | undefined;

/** The same, at most a minute old. */
export async function recentHealth(now: Date): Promise<PartHealth[]> {
  if (!remembered || Math.abs(now.getTime() - remembered.at) > REMEMBERED_MS) {
    remembered = { at: now.getTime(), health: checkHealth(now) };
  }
  return await remembered.health;
}

async function checkPart(part: Part, now: Date): Promise<PartHealth> {
  const began = performance.now();
  let patience: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Finding>((resolve) => {
    patience = setTimeout(
      () => resolve(ill(`No answer in ${PATIENCE_MS / SECOND_MS} seconds.`)),
      PATIENCE_MS,
    );
  });
  try {
    const finding = await Promise.race([CHECKS[part](now), tooLong]);
    return { part, ...finding, durationMs: Math.round(performance.now() - began) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { part, ...ill(message), durationMs: Math.round(performance.now() - began) };
  } finally {
    clearTimeout(patience);
  }
}

const PROBE = "health-probe";

function refundAndReverse(now: Date): Finding {
  let isThere = false;
  const takenBack = new Error("taken back");
  try {
    db.transaction(
      (tx) => {
        tx.insert(settingsTable).values({ key: PROBE, value: "1", updatedAt: now }).run();
        isThere = tx.select().from(settingsTable).where(eq(settingsTable.key, PROBE)).get() !== undefined;
        throw takenBack;
      },
      { behavior: "immediate" },
    );
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  return isThere
    ? well("A row was written, read and taken back.")
    : ill("A row that was written is not there.");
}

function lateEmails(now: Date): number {
  const due = new Date(now.getTime() - SLOW_POST_MS);
  const late = db
    .select({ found: count() })
    .from(emails)
    .where(and(eq(emails.state, "waiting"), lt(emails.nextTryAt, due)))
    .get();
  return late?.found ?? 0;
}
