import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { keepGet } from "#db/queries.server";
import { vouchers } from "#db/schema";
import { hintOf } from "../accounts/email-change.server";
import { changeGift } from "../vouchers/gifts.server";
import { sendHeldGift } from "../vouchers/voucher-actions.server";
import type { RecipientCorrection } from "./forms";
import { actOnBehalf } from "./on-behalf.server";

const voucherQuery = keepGet((voucherId: string) =>
  db.select().from(vouchers).where(eq(vouchers.id, voucherId)),
);

export type RecipientResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_open" | "not_bought" | "day" };

/**
 * Corrects who a gift is for, as its giver could: one that was sent goes to the new address. The code stays the same, so
 * that a giver who has it may still hand it over.
 */
export function correctRecipient(
  voucherId: string,
  { recipientName, recipientEmail, reason }: RecipientCorrection,
  staffId: string,
  now: Date,
): RecipientResult {
  const voucher = voucherQuery(voucherId);
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
  };
  const words = {
    ...{ recipientName, recipientEmail },
    giftMessage: voucher.giftMessage ?? "",
    giverName: voucher.giverName ?? "",
    sendOnDay: voucher.sendOnDay ?? "",
  };
  return actOnBehalf(act, { staffId, reason }, now, (): RecipientResult => {
    const changed = changeGift({ accountId, voucherId }, words, now);
    // One that was sent before goes to the right person at once, and can be taken back.
    if (changed.ok && voucher.sentAt && voucher.recipientEmail !== recipientEmail)
      sendHeldGift(voucherId, staffId, now);
    return changed;
  });
}
