import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { type Order, orderById } from "~/domain/shop/orders/orders.server";
import { codeForm } from "~/domain/shop/vouchers/forms";
import { type Gift, giftOf } from "~/domain/shop/vouchers/gifts.server";
import { type CodeHolder, type FindRefusal, findVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { redeemedByOneself, redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { VOUCHER_ERROR_CODES, VOUCHER_MESSAGES } from "~/domain/shop/vouchers/rules";
import { type ApiClient, apiClientOf } from "~/web/api-clients.server";
import { clientAddress } from "~/web/connection.server";
import { readCsrfSecret } from "~/web/form-token.server";
import { fail, failField, failTooMany, succeed } from "~/web/json-responses";
import { type Calls, call } from "../declared-calls.server";
import { daySentence, deliveryDayOf, loopData } from "../loops/calls.server";

const SUCCESS_MESSAGE = "Voucher redeemed successfully! Your memory loop has been created.";

export const VOUCHER_CALLS: Calls = {
  /** Anybody with a code may ask whether it can be redeemed. Guesses are counted. */
  "POST /api/vouchers/validate": call({
    who: "anybody",
    takes: { code: "text" },
    schema: codeForm,
    run: async ({ request, input: { code }, now }) => {
      const found = findVoucher(code, await holderOf(request, await apiClientOf(request)), now);
      if (!found.ok) return refuseVoucher(found.reason);
      const { valuePence, currency, expiresAt, theme, type } = found.voucher;
      const loopType = findLoopType(theme ?? "", type ?? "");
      return {
        message: "Voucher Validated Successfully",
        voucher: {
          value: valuePence / 100,
          currency,
          expiresAt: expiresAt.toISOString(),
          theme: loopType?.themeId ?? null,
          type: loopType?.key ?? null,
        },
      };
    },
  }),

  /** Redeems a voucher for the account and begins its loop. Repeating the call returns the same loop. */
  "POST /voucher/redeem": call({
    who: "customer",
    takes: { voucherCode: "text", theme: "text", type: "text", startDate: "text" },
    schema: codeForm,
    asForm: ({ voucherCode }) => ({ code: voucherCode }),
    nameOf: { code: "voucherCode" },
    run: async ({ request, client, sent, input: { code }, now }) => {
      const { accountId } = client;
      const found = findVoucher(code, await holderOf(request, client), now);
      const isAgain = !found.ok && found.reason === "yours_already";
      const voucherId = found.ok ? found.voucher.id : isAgain ? redeemedByOneself(accountId, code) : undefined;
      if (!voucherId) return refuseVoucher(found.ok ? "unknown" : found.reason);
      const given = found.ok ? found.voucher : null;
      const theme = (sent.theme || given?.theme || "").toLowerCase();
      const type = (sent.type || given?.type || "").toLowerCase();
      const deliveryDay = deliveryDayOf({ startDate: sent.startDate }, now);
      const redeemed = redeemVoucher({ accountId, voucherId, theme, type, deliveryDay }, now);
      if (redeemed.ok) {
        const loop = loopsOf(accountId).find(({ id }) => id === redeemed.loop.id);
        const data = { code: "VOUCHER_REDEEMED", loop: loop && loopData(loop, now) };
        return succeed({ message: SUCCESS_MESSAGE, data }, { status: redeemed.first ? 201 : 200 });
      }
      switch (redeemed.reason) {
        case "unknown_type":
          return failField("type", "There’s no such loop to start");
        case "not_a_day":
        case "too_early":
        case "too_late":
          return failField("startDate", daySentence(redeemed.reason, now), redeemed.reason);
        default:
          return refuseVoucher(redeemed.reason);
      }
    },
  }),

  /** A voucher with its order, for the account that bought it. */
  "GET /voucher/:voucher/details": call({
    who: "customer",
    find: ({ client, param, now }) => giftOf(client.accountId, param("voucher"), now),
    run: ({ found: gift }) => {
      const order = gift.voucher.orderId ? orderById(gift.voucher.orderId) : undefined;
      return { voucher: voucherData(gift), order: order ? orderData(order) : null };
    },
  }),
};

/** A bought voucher for its buyer's API client. */
function voucherData({ voucher, code, state }: Gift) {
  return {
    id: voucher.id,
    code,
    status: voucher.status,
    state,
    value: voucher.valuePence / 100,
    currency: voucher.currency,
    validFrom: voucher.validFrom.toISOString(),
    expiresAt: voucher.expiresAt.toISOString(),
    recipientName: voucher.recipientName,
    recipientEmail: voucher.recipientEmail,
    giftMessage: voucher.giftMessage,
    sendOn: voucher.sendOnDay,
    redeemedAt: voucher.redeemedAt?.toISOString() ?? null,
  };
}

/** The order that paid for it. */
function orderData(order: Order) {
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    amount: order.totalPence,
    amountInPounds: order.totalPence / 100,
    currency: order.currency,
    discountCode: order.discountCode,
    discountAmount: order.discountPence,
    discountAmountInPounds: order.discountPence / 100,
    theme: order.theme,
    type: order.type,
    paidAt: order.paidAt?.toISOString() ?? null,
  };
}

/** Who types a code: an account, else a browser, else a client address. */
async function holderOf(request: Request, client: ApiClient | undefined): Promise<CodeHolder> {
  const accountId = client?.accountId ?? null;
  const person = accountId ?? (await readCsrfSecret(request)) ?? clientAddress();
  return { accountId, person, clientAddress: clientAddress() };
}

/** The response to a code that cannot be redeemed; identical for reasons that strangers must not distinguish. */
function refuseVoucher(reason: FindRefusal): Response {
  switch (reason) {
    case "too_many":
      return failTooMany(LIMITS.voucher_guesses_person.seconds);
    case "sign_in_first":
      return fail(401);
    case "yours_already":
      return refuse("You’ve already used this voucher.", "VOUCHER_ALREADY_REDEEMED");
    default:
      return refuse(VOUCHER_MESSAGES[reason], VOUCHER_ERROR_CODES[reason]);
  }
}

function refuse(error: string, code: string): Response {
  return fail(422, { error, code, more: { data: { code } } });
}
