import { LIMITS } from "~/domain/kernel/limits/limits";
import type { CodeHolder, FindRefusal } from "~/domain/shop/vouchers/pending-voucher.server";
import { VOUCHER_ERROR_CODES, VOUCHER_MESSAGES } from "~/domain/shop/vouchers/rules";
import type { ApiClient } from "~/web/api-clients.server";
import { clientAddress } from "~/web/connection.server";
import { readCsrfSecret } from "~/web/form-token.server";
import { fail, failTooMany } from "~/web/json-responses";

/** Who types a code: an account, else a browser, else a client address. */
export async function holderOf(request: Request, client: ApiClient | undefined): Promise<CodeHolder> {
  const accountId = client?.accountId ?? null;
  const person = accountId ?? (await readCsrfSecret(request)) ?? clientAddress();
  return { accountId, person, clientAddress: clientAddress() };
}

/** The response to a code that cannot be redeemed; identical for reasons that strangers must not distinguish. */
export function refuseVoucher(reason: FindRefusal): Response {
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
