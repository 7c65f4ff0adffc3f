import { createHmac, randomInt } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll, prepareRun } from "#db/queries.server";
import { type CODE_PURPOSES, oneTimeCodes } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { CODE_DIGITS, CODE_TRIES } from "./codes";

/**
 * One-time codes sent by email. A code belongs to one account and one purpose, is valid for ten minutes and five
 * attempts, and is void once its owner requests a newer one. Only a keyed hash of it is stored.
 */

type Purpose = (typeof CODE_PURPOSES)[number];

/** The hash of a code with each of our secrets; the first is the one that is stored. */
function hashesOf(accountId: string, purpose: Purpose, code: string): string[] {
  return settings.secrets.map((secret) =>
    createHmac("sha256", `code:${secret}`).update(`${accountId}:${purpose}:${code}`).digest("base64url"),
  );
}

interface CodeRequest extends Pick<typeof oneTimeCodes.$inferSelect, "accountId" | "purpose" | "sentTo"> {
  now: Date;
}

const isFor = (accountId: string, purpose: Purpose) =>
  and(eq(oneTimeCodes.accountId, accountId), eq(oneTimeCodes.purpose, purpose));

const isOpen = (accountId: string, purpose: Purpose) =>
  and(isFor(accountId, purpose), isNull(oneTimeCodes.usedAt), isNull(oneTimeCodes.voidedAt));

/**
 * Creates a code in the caller's transaction and voids the earlier ones, unless `keepsOlder`. Returns the six digits.
 */
export function makeCode(tx: Transaction, request: CodeRequest, keepsOlder = false): string {
  const { accountId, purpose, now } = request;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  if (!keepsOlder) {
    voidOpenCodes(now, accountId, purpose);
  }
  storeCode(tx, request, { codeHash: hashesOf(accountId, purpose, code)[0] ?? "" });
  return code;
}

const voidOpenCodes = prepareRun((now: Date, accountId: string, purpose: Purpose) =>
  db.update(oneTimeCodes).set({ voidedAt: now }).where(isOpen(accountId, purpose)),
);

/**
 * Records a requested code that was not sent: it counts towards the wait and the daily limit, can never be right, and
 * leaves the last sent code valid.
 */
export function recordUnsentCode(tx: Transaction, request: CodeRequest): void {
  storeCode(tx, request, { codeHash: "", voidedAt: request.now });
}

function storeCode(tx: Transaction, request: CodeRequest, code: { codeHash: string; voidedAt?: Date }): void {
  const { accountId, purpose, sentTo, now } = request;
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MINUTES * MINUTE_MS);
  tx.insert(oneTimeCodes)
    .values({ accountId, purpose, sentTo, createdAt: now, expiresAt, ...code })
    .run();
}

/**
 * Checks a code in the caller's transaction. The attempt is counted before the code is compared, so that of any number
 * of simultaneous attempts at most five are compared. An attempt counts against every valid code.
 */
export function tryCode(
  _tx: Transaction,
  request: { accountId: string; purpose: Purpose; code: string; now: Date; mostTries?: number },
): boolean {
  const { accountId, purpose, code, now, mostTries = CODE_TRIES } = request;
  const alive = updateTries(accountId, purpose, now, mostTries);
  const hashes = hashesOf(accountId, purpose, code);
  const right = alive.find(({ codeHash }) => hashes.includes(codeHash));
  if (!right) return false;
  updateUsed(now, right.id);
  return true;
}

const updateTries = prepareAll((accountId: string, purpose: Purpose, now: Date, mostTries: number) =>
  db
    .update(oneTimeCodes)
    .set({ triesUsed: sql`${oneTimeCodes.triesUsed} + 1` })
    .where(and(...[isOpen(accountId, purpose), gt(oneTimeCodes.expiresAt, now)], lt(oneTimeCodes.triesUsed, mostTries)))
    .returning(),
);

const updateUsed = prepareRun((now: Date, rightId: string) =>
  db.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, rightId)),
);

/** When the newest code of this purpose was sent, and how many were sent in the last 24 hours. */
export function codesSent(accountId: string, purpose: Purpose, now: Date): { lastAt: Date | null; today: number } {
  const rows = listCodesSent(accountId, purpose, new Date(now.getTime() - DAY_MS));
  return { lastAt: rows[0]?.at ?? null, today: rows.length };
}

const listCodesSent = prepareAll((accountId: string, purpose: Purpose, since: Date) =>
  db
    .select({ at: oneTimeCodes.createdAt })
    .from(oneTimeCodes)
    .where(and(isFor(accountId, purpose), gt(oneTimeCodes.createdAt, since)))
    .orderBy(desc(oneTimeCodes.createdAt)),
);
