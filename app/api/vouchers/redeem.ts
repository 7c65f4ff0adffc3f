import type { ActionFunctionArgs } from "@remix-run/node";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { codeForm } from "~/domain/shop/vouchers/forms";
import { findVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { redeemedByOneself, redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { daySentence, deliveryDayOf } from "../loops/delivery-day";
import { loopData } from "../loops/loop-data.server";
import { holderOf, refuseVoucher } from "./voucher-responses.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

const SUCCESS_MESSAGE = "Voucher redeemed successfully! Your memory loop has been created.";

/** Redeems a voucher for the account and begins its loop in one call. Repeating the call returns the same loop. */
export async function action({ request }: ActionFunctionArgs) {
  const client = await requireApiClient(request);
  const now = currentTime();
  const sent = readFields(bodyOf(request), {
    voucherCode: "text",
    theme: "text",
    type: "text",
    startDate: "text",
  });
  const { code } = validate(codeForm, { code: sent.voucherCode }, { code: "voucherCode" });
  const found = findVoucher(code, await holderOf(request, client), now);
  const voucherId = found.ok
    ? found.voucher.id
    : found.reason === "yours_already"
      ? redeemedByOneself(client.accountId, code)
      : undefined;
  if (!voucherId) return refuseVoucher(found.ok ? "unknown" : found.reason);
  const given = found.ok ? found.voucher : null;
  const redeemed = redeemVoucher(
    {
      accountId: client.accountId,
      voucherId,
      theme: (sent.theme || given?.theme || "").toLowerCase(),
      type: (sent.type || given?.type || "").toLowerCase(),
      deliveryDay: deliveryDayOf({ startDate: sent.startDate }, now),
    },
    now,
  );
  if (redeemed.ok) {
    const loop = loopsOf(client.accountId).find(({ id }) => id === redeemed.loop.id);
    const data = { code: "VOUCHER_REDEEMED", loop: loop && loopData(loop, now) };
    return succeed({ message: SUCCESS_MESSAGE, data }, { status: redeemed.first ? 201 : 200 });
  }
  switch (redeemed.reason) {
    case "unknown_type": {
      const error = "There’s no such loop to start";
      return fail(422, { error, code: "invalid", fields: { type: [error] } });
    }
    case "not_a_day":
    case "too_early":
    case "too_late": {
      const error = daySentence(redeemed.reason, now);
      return fail(422, { error, code: redeemed.reason, fields: { startDate: [error] } });
    }
    default:
      return refuseVoucher(redeemed.reason);
  }
}
