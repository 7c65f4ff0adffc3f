import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { accounts, letters, suppressions } from "#db/schema";
import { isPostReal } from "../test-mode/live-mode.server";
import { postmark } from "./delivery-policy";
import type { LetterKind } from "./email-layout";

/**
 * Who wants which letters. What concerns an order, an account or a gift on its way goes always; everything else asks
 * first, when it is written and once more when it is posted. Whoever has an account says it there; an address without
 * one is kept, hashed, among those that asked not to be written to.
 */

type Reader = Pick<Transaction, "select">;

interface Addressed {
  kind: LetterKind;
  accountId: string | null;
  toEmail: string;
}

/** Whether this letter may go to whom it is for. Accounts to try the system with get none where post is real. */
export function isWanted(reader: Reader, letter: Addressed): boolean {
  if (isPostReal() && isOfTestAccount(reader, letter.accountId)) return false;
  if (postmark(letter.kind).obeys === "nothing") return true;
  return !isStopped(reader, letter);
}

function isOfTestAccount(reader: Reader, accountId: string | null): boolean {
  if (accountId === null) return false;
  const account = reader
    .select({ isTest: accounts.isTest })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return account?.isTest === true;
}

function isStopped(reader: Reader, { accountId, toEmail }: Omit<Addressed, "kind">): boolean {
  if (accountId !== null) {
    const account = reader
      .select({ wants: accounts.notifyByEmail })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .get();
    return account?.wants === false;
  }
  const found = reader
    .select({ hash: suppressions.emailHash })
    .from(suppressions)
    .where(eq(suppressions.emailHash, hashAddress(toEmail)))
    .all();
  return found.length > 0;
}

/** An address as it is known after it is forgotten. */
function hashAddress(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

/** How things stand for the reader of a letter; undefined where no such letter can be stopped. */
export function stopStateOf(letterId: string): { isStopped: boolean } | undefined {
  const letter = stoppableLetter(db, letterId);
  return letter && { isStopped: isStopped(db, letter) };
}

/** Ends, or allows again, letters like this one to whom it went. Gives false where there is no such letter. */
export function chooseLetters(letterId: string, wanted: boolean, now: Date): boolean {
  return db.transaction(
    (tx) => {
      const letter = stoppableLetter(tx, letterId);
      if (!letter) return false;
      if (letter.accountId !== null) {
        tx.update(accounts)
          .set({ notifyByEmail: wanted, updatedAt: now })
          .where(eq(accounts.id, letter.accountId))
          .run();
        return true;
      }
      const emailHash = hashAddress(letter.toEmail);
      if (wanted) tx.delete(suppressions).where(eq(suppressions.emailHash, emailHash)).run();
      else {
        tx.insert(suppressions)
          .values({ emailHash, reason: `stopped at a letter of the kind ${letter.kind}`, at: now })
          .onConflictDoNothing()
          .run();
      }
      return true;
    },
    { behavior: "immediate" },
  );
}

function stoppableLetter(reader: Reader, letterId: string) {
  const letter = reader
    .select({ kind: letters.kind, accountId: letters.accountId, toEmail: letters.toEmail })
    .from(letters)
    .where(eq(letters.id, letterId))
    .get();
  if (!letter || letter.toEmail === "") return undefined;
  return postmark(letter.kind as LetterKind).obeys === "nothing" ? undefined : letter;
}
