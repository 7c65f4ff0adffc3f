import { createHmac, randomInt } from "node:crypto";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { type CODE_PURPOSES, oneTimeCodes } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { DAY_MS, MINUTE_MS } from "../time/durations";
import { CODE_DIGITS, CODE_LIFE_MINUTES, CODE_TRIES } from "./codes";

/**
 * Codes that arrive by email. A code belongs to one account and one purpose, lives ten minutes, can be tried
 * five times, and is void as soon as its owner asks for a newer one. Only a keyed hash of it is kept.
 */

type Purpose = (typeof CODE_PURPOSES)[number];

/** The hash of a code with each of our secrets; the first is the one that is kept. */
function hashesOf(accountId: string, purpose: Purpose, code: string): string[] {
  return settings.secrets.map((secret) =>
    createHmac("sha256", `code:${secret}`).update(`${accountId}:${purpose}:${code}`).digest("base64url"),
  );
}

interface CodeRequest {
  accountId: string;
  purpose: Purpose;
  sentTo: string;
  now: Date;
}

/** Makes a new code within the caller's transaction and voids the older ones, if they are not kept. Gives the six digits. */
export function makeCode(tx: Transaction, request: CodeRequest, keepsOlder = false): string {
  const { accountId, purpose, now } = request;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  if (!keepsOlder) {
    tx.update(oneTimeCodes)
      .set({ voidedAt: now })
      .where(
        and(
          eq(oneTimeCodes.accountId, accountId),
          eq(oneTimeCodes.purpose, purpose),
          isNull(oneTimeCodes.usedAt),
          isNull(oneTimeCodes.voidedAt),
        ),
      )
      .run();
  }
  keepCode(tx, request, { codeHash: hashesOf(accountId, purpose, code)[0] ?? "" });
  return code;
}

/**
 * Notes that a code was asked for and none was sent: it counts towards the wait and the day like any other, can
 * never come right, and leaves the code that was sent last alive.
 */
export function noteUnsentCode(tx: Transaction, request: CodeRequest): void {
  keepCode(tx, request, { codeHash: "", voidedAt: request.now });
}

function keepCode(tx: Transaction, request: CodeRequest, code: { codeHash: string; voidedAt?: Date }): void {
  const { accountId, purpose, sentTo, now } = request;
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MINUTES * MINUTE_MS);
  tx.insert(oneTimeCodes)
    .values({ accountId, purpose, sentTo, createdAt: now, expiresAt, ...code })
    .run();
}

/**
 * Tries a code within the caller's transaction. The try is counted before the code is looked at, so that of any
 * number at once no more than five are judged. A try counts for every code that is alive.
 */
export function tryCode(
  tx: Transaction,
  request: { accountId: string; purpose: Purpose; code: string; now: Date; mostTries?: number },
): boolean {
  const { accountId, purpose, code, now, mostTries = CODE_TRIES } = request;
  const alive = tx
    .update(oneTimeCodes)
    .set({ triesUsed: sql`${oneTimeCodes.triesUsed} + 1` })
    .where(
      and(
        eq(oneTimeCodes.accountId, accountId),
        eq(oneTimeCodes.purpose, purpose),
        isNull(oneTimeCodes.usedAt),
        isNull(oneTimeCodes.voidedAt),
        sql`${oneTimeCodes.expiresAt} > ${now.getTime()}`,
        sql`${oneTimeCodes.triesUsed} < ${mostTries}`,
      ),
    )
    .returning()
    .all();
  const hashes = hashesOf(accountId, purpose, code);
  const right = alive.find(({ codeHash }) => hashes.includes(codeHash));
  if (!right) return false;
  tx.update(oneTimeCodes).set({ usedAt: now }).where(eq(oneTimeCodes.id, right.id)).run();
  return true;
}

/** When the newest code of this purpose was sent, and how many in the last 24 hours. */
export function codesSent(
  accountId: string,
  purpose: Purpose,
  now: Date,
): { lastAt: Date | null; today: number } {
  const since = now.getTime() - DAY_MS;
  const rows = db
    .select({ at: oneTimeCodes.createdAt })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.accountId, accountId),
        eq(oneTimeCodes.purpose, purpose),
        sql`${oneTimeCodes.createdAt} > ${since}`,
      ),
    )
    .orderBy(desc(oneTimeCodes.createdAt))
    .all();
  return { lastAt: rows[0]?.at ?? null, today: rows.length };
}
