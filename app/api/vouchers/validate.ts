import type { ActionFunctionArgs } from "@remix-run/node";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { codeForm } from "~/domain/shop/vouchers/forms";
import { findVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { apiClientOf } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { holderOf, refuseVoucher } from "./voucher-responses.server";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Public: anybody with a code may ask whether it can be redeemed. Guesses are counted. */
export async function action({ request }: ActionFunctionArgs) {
  const now = currentTime();
  const { code } = validate(codeForm, readFields(bodyOf(request), { code: "text" }));
  const found = findVoucher(code, await holderOf(request, await apiClientOf(request)), now);
  if (!found.ok) return refuseVoucher(found.reason);
  const { valuePence, currency, expiresAt, theme, type } = found.voucher;
  const loopType = findLoopType(theme ?? "", type ?? "");
  return succeed({
    message: "Voucher Validated Successfully",
    voucher: {
      value: valuePence / 100,
      currency,
      expiresAt: expiresAt.toISOString(),
      theme: loopType?.themeId ?? null,
      type: loopType?.key ?? null,
    },
  });
}
