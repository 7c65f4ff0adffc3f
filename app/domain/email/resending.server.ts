import { and, count, eq, gt, or } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts, letters } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { postmark } from "./delivery-policy";
import type { LetterKind } from "./email-layout";
import { unsubscribeUrlOf } from "./outbox.server";
import { isWanted } from "./preferences.server";
import { quotesEntries } from "./staff-reading.server";

/**
 * A letter said once more, word for word, to whom it went. What opened something is not repeated, since it was emptied
 * when it went; nor is a gift's, which goes by its voucher, where the recipient's address may have been put right.
 */

type Row = typeof letters.$inferSelect;

const MOST_RESENDS_A_DAY = 3;

/** Kinds that a voucher's own page sends again. */
const OF_VOUCHERS: readonly string[] = ["gift", "gift_voucher"];

/** `moved`: it quotes somebody's own words, and its account has another address by now. */
export type ResendRefusal = "not_found" | "waiting" | "secret" | "gift" | "unwanted" | "moved" | "too_often";
export type ResendResult = { ok: true; letterId: string } | { ok: false; reason: ResendRefusal };

/** Whether letters of this kind, standing so, ever go again. */
export function canGoAgain(letter: Pick<Row, "kind" | "state">): boolean {
  const { carriesSecret } = postmark(letter.kind as LetterKind);
  return letter.state !== "waiting" && !carriesSecret && !OF_VOUCHERS.includes(letter.kind);
}

/** Why this letter cannot go again; null where it can. */
export function resendProblem(
  reader: Pick<Transaction, "select">,
  letter: Row,
  now: Date,
): Exclude<ResendRefusal, "not_found"> | null {
  const kind = letter.kind as LetterKind;
  if (letter.state === "waiting") return "waiting";
  if (postmark(kind).carriesSecret || letter.textBody === "" || letter.toEmail === "") return "secret";
  if (OF_VOUCHERS.includes(kind)) return "gift";
  if (!isWanted(reader, { ...letter, kind })) return "unwanted";
  if (quotesEntries(kind) && hasMoved(reader, letter)) return "moved";
  const first = letter.resendOf ?? letter.id;
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const again = reader
    .select({ found: count() })
    .from(letters)
    .where(and(eq(letters.resendOf, first), gt(letters.createdAt, dayAgo)))
    .get();
  return (again?.found ?? 0) >= MOST_RESENDS_A_DAY ? "too_often" : null;
}

function hasMoved(reader: Pick<Transaction, "select">, { accountId, toEmail }: Row): boolean {
  const account = reader
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId ?? ""))
    .get();
  return account?.email.toLowerCase() !== toEmail.toLowerCase();
}

/** Puts a letter into the outbox once more, inside the caller's transaction. */
export function resendLetter(tx: Transaction, letterId: string, now: Date): ResendResult {
  const letter = tx.select().from(letters).where(eq(letters.id, letterId)).get();
  if (!letter) return { ok: false, reason: "not_found" };
  const problem = resendProblem(tx, letter, now);
  if (problem) return { ok: false, reason: problem };
  const id = newId();
  const again = (text: string) => text.replaceAll(unsubscribeUrlOf(letter.id), unsubscribeUrlOf(id));
  const { kind, accountId, toName, toEmail, subject, isTransactional } = letter;
  tx.insert(letters)
    .values({
      ...{ id, kind, accountId, toName, toEmail, subject, isTransactional },
      ...{ textBody: again(letter.textBody), htmlBody: again(letter.htmlBody) },
      resendOf: letter.resendOf ?? letter.id,
      occasionKey: `again:${id}`,
      messageId: `${id}@${new URL(settings.publicOrigin).hostname}`,
      ...{ nextTryAt: now, createdAt: now },
    })
    .run();
  return { ok: true, letterId: id };
}

/** The first of a letter and its repetitions, and all of them, the oldest first. */
export function repetitionsOf(reader: Pick<Transaction, "select">, letter: Row) {
  const first = letter.resendOf ?? letter.id;
  return reader
    .select({ id: letters.id, state: letters.state, at: letters.createdAt })
    .from(letters)
    .where(or(eq(letters.id, first), eq(letters.resendOf, first)))
    .orderBy(letters.createdAt)
    .all()
    .filter(({ id }) => id !== letter.id);
}
