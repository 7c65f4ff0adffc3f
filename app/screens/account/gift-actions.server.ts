import { LIMITS } from "~/domain/kernel/limits/limits";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { type ResendResult, resendGift } from "~/domain/shop/vouchers/gifts.server";
import { currentTime } from "~/web/clock.server";
import type { Flash } from "~/web/flash";
import { notFound, seeOther } from "~/web/responses.server";
import { ORDERS } from "./tabs";

export const GIFTS = ORDERS.href;

/** Sends a gift of this account or guest again to its stored recipient address. */
export async function sendAgain(accountId: string, voucherId: string, next: string = GIFTS) {
  const sent = resendGift(accountId, voucherId, currentTime());
  if (!sent.ok && sent.reason === "not_found") notFound();
  return await seeOther(next, { flash: flashOf(sent) });
}

function flashOf(sent: ResendResult): Flash {
  if (sent.ok) return { tone: "ok", message: "Sent.", more: `We’ve emailed the voucher to ${sent.recipientEmail}.` };
  if (sent.reason === "too_many") {
    return {
      tone: "warn",
      message: `You’ve sent that voucher ${numberInWords(LIMITS.gift_emails.most)} times today.`,
      more: "You can send it again tomorrow, or print it now.",
    };
  }
  return sent.reason === "no_address"
    ? { tone: "warn", message: "Add an email address to send it to first." }
    : { tone: "warn", message: "You can’t send this voucher any more." };
}
