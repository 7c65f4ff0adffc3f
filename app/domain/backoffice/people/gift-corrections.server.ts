import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { vouchers } from "#db/schema";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { hintOf } from "~/domain/people/accounts/email-change.server";
import { correctionKey, giftBefore, heldGifts, sendGift } from "~/domain/shop/vouchers/delivery.server";
import { changeGift, replaceCode } from "~/domain/shop/vouchers/gifts.server";
import type { Voucher } from "~/domain/shop/vouchers/pending-voucher.server";
import type { RecipientCorrection } from "./forms";
import { actOnBehalf } from "./on-behalf.server";

/** What a giver says of a gift, with another recipient. */
function wordsFor(
  { giftMessage, giverName, sendOnDay }: Voucher,
  recipient: { recipientName: string; recipientEmail: string },
) {
  const rest = { giftMessage: giftMessage ?? "", giverName: giverName ?? "", sendOnDay: sendOnDay ?? "" };
  return { ...recipient, ...rest };
}

export type RecipientResult =
  /** `held`: the email to the right person, which can be taken back until it leaves. */
  | { ok: true; held: ReturnType<typeof sendGift> }
  | { ok: false; reason: "not_found" | "not_open" | "not_bought" | "day" };

/**
 * Corrects who a gift is for, as its giver could: one that was sent goes to the new address. The code stays the same,
 * so that a giver who has it may still hand it over. Its giver is notified when that email leaves, or at once where
 * none does.
 */
export function correctRecipient(
  voucherId: string,
  { recipientName, recipientEmail, reason }: RecipientCorrection,
  staffId: string,
  now: Date,
): RecipientResult {
  const voucher = findVoucher(voucherId);
  if (!voucher) return { ok: false, reason: "not_found" };
  const accountId = voucher.purchasedByAccountId;
  if (accountId === null) return { ok: false, reason: "not_bought" };
  const act = {
    accountId,
    action: "vouchers.correct_recipient",
    forGuests: true,
    before: { voucherId, email: voucher.recipientEmail && hintOf(voucher.recipientEmail) },
    after: () => ({ voucherId, email: hintOf(recipientEmail) }),
    told: () => `We changed who your gift is for: ${recipientName}, at ${recipientEmail}.`,
    toldWith: ({ held }: { held: ReturnType<typeof sendGift> }) =>
      held && { dedupeKey: correctionKey(held.dedupeKey), dueAt: held.leavesAt },
  };
  const words = wordsFor(voucher, { recipientName, recipientEmail });
  return actOnBehalf<RecipientResult>(act, { staffId, reason }, now, (tx): RecipientResult => {
    // An earlier correction that has not left gives way, and undo goes back to before that one.
    const before = heldGifts(voucherId, now)[0]?.giftBefore ?? giftBefore(voucher);
    const changed = changeGift({ accountId, voucherId }, words, now);
    if (!changed.ok) return changed;
    const corrected = findVoucher(voucherId);
    const goesAgain = voucher.sentAt && voucher.recipientEmail !== recipientEmail;
    if (!corrected || !goesAgain || !countAttempt("gift_emails", voucherId, now)) return { ok: true, held: null };
    return { ok: true, held: sendGift(tx, corrected, now, { staffId, before }) };
  });
}

const findVoucher = prepareGet((voucherId: string) => db.select().from(vouchers).where(eq(vouchers.id, voucherId)));

export type NewCodeResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_open" | "not_bought" | "day" | "too_many" };

/**
 * Replaces the code of a gift that reached the wrong person, within the same order and with the same last day.
 * One that was sent goes out at once, within the limit of emails a day.
 */
export function giveNewCode(
  voucherId: string,
  { recipientName, recipientEmail, reason }: RecipientCorrection,
  staffId: string,
  now: Date,
): NewCodeResult {
  const voucher = findVoucher(voucherId);
  if (!voucher) return { ok: false, reason: "not_found" };
  const accountId = voucher.purchasedByAccountId;
  if (accountId === null) return { ok: false, reason: "not_bought" };
  const act = {
    accountId,
    action: "vouchers.replace_code",
    forGuests: true,
    before: { voucherId, lastFour: voucher.lastFour },
    after: () => ({ voucherId, email: hintOf(recipientEmail) }),
    told: () =>
      `We gave your gift for ${recipientName}, at ${recipientEmail}, a new code. The old code no longer works, and we’ve emailed you the new one.`,
  };
  return actOnBehalf<NewCodeResult>(act, { staffId, reason }, now, (tx) => {
    const isOpen = voucher.status === "ACTIVE" && voucher.expiresAt >= now;
    if (isOpen && !countAttempt("gift_emails", voucherId, now)) return { ok: false, reason: "too_many" };
    const changed = changeGift({ accountId, voucherId }, wordsFor(voucher, { recipientName, recipientEmail }), now);
    if (!changed.ok) return changed;
    const replaced = replaceCode(tx, voucherId, now);
    if (voucher.sentAt) sendGift(tx, replaced, now);
    return { ok: true };
  });
}
