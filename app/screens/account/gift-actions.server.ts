import type { SignedIn } from "~/domain/accounts/sessions.server";
import { type ResendResult, resendGift } from "~/domain/vouchers/gifts.server";
import { notFound, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import type { Flash } from "~/web/flash";
import { formOf } from "~/web/submission.server";

export const GIFTS = "/account-settings?tab=orders";

/** Sends a gift again to its stored recipient address. */
export async function sendAgain(request: Request, { accountId }: SignedIn) {
  const sent = resendGift(accountId, String(formOf(request).get("gift") ?? ""), currentTime());
  if (!sent.ok && sent.reason === "not_found") notFound();
  return await seeOther(GIFTS, { flash: flashOf(sent) });
}

function flashOf(sent: ResendResult): Flash {
  if (sent.ok)
    return { tone: "ok", message: "On its way.", more: `The voucher goes to ${sent.recipientEmail}.` };
  if (sent.reason === "too_many") {
    return {
      tone: "warn",
      message: "That voucher has been sent three times today.",
      more: "Tomorrow it can go again. You can print it meanwhile.",
    };
  }
  return sent.reason === "no_address"
    ? { tone: "warn", message: "There is no address to send it to yet." }
    : { tone: "warn", message: "This voucher can no longer be sent." };
}
