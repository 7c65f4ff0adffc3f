import { placeOfLoop } from "~/domain/diary/loops/loops.server";
import { waitInWords } from "~/domain/kernel/limits/limits";
import { voucherForm } from "~/domain/shop/vouchers/forms";
import { type CodeHolder, type FindRefusal, holdVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { VOUCHER_MESSAGES } from "~/domain/shop/vouchers/rules";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { logError } from "~/web/error-log.server";
import { readCsrfSecret } from "~/web/form-token.server";
import { readJourney, storeJourney } from "~/web/journey.server";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import { sessionUserOf } from "~/web/sessions.server";
import { formOf } from "~/web/submission.server";

const SENTENCES: Record<Exclude<FindRefusal, "sign_in_first" | "yours_already">, string> = {
  ...VOUCHER_MESSAGES,
  too_many: `Too many codes were tried. Please wait ${waitInWords("voucher_guesses_person")} and try again.`,
};

const UNABLE = "Unable to validate voucher. Please check your connection and try again.";

/** Holds the voucher of a typed code for this browser, then redirects to sign in if necessary. */
export async function takeTypedCode(request: Request) {
  const submission = readForm(formOf(request), voucherForm);
  if (submission.status !== "success") return unprocessable("redeem", submission.reply());
  const [person, mark, journey] = await Promise.all([
    sessionUserOf(request),
    readCsrfSecret(request),
    readJourney(request),
  ]);
  const holder = {
    accountId: person?.accountId ?? null,
    person: person?.accountId ?? mark ?? "",
    clientAddress: clientAddress(),
  };
  const held = storeVoucher(submission.value.code, holder, request);
  if (held === null) return unprocessable("redeem", submission.reply({ formErrors: [UNABLE] }));
  if (!held.ok && held.reason === "yours_already") {
    const message = "You’ve already used this voucher. Its loop is here.";
    const place = placeOfLoop(holder.accountId ?? "", held.loopId);
    return await seeOther(place, { flash: { tone: "info", message } });
  }
  const reason = held.ok ? null : held.reason;
  if (reason === "sign_in_first") {
    const message = "A lot of codes are being tried right now. Please sign in first.";
    return await seeOther("/auth", { flash: { tone: "warn", message } });
  }
  if (reason !== null) {
    return unprocessable("redeem", submission.reply({ fieldErrors: { code: [SENTENCES[reason]] } }));
  }
  const voucherHold = held.ok ? held.key : undefined;
  const chosen = { ...journey, journeyType: "redeem" as const, voucherHold };
  const fresh = { selectedTheme: undefined, selectedType: undefined, redirectAfterAuth: undefined };
  const wanted = person ? fresh : { ...fresh, redirectAfterAuth: "voucher-info" as const };
  return await seeOther(person ? "/voucher-info" : "/register", {
    cookies: [await storeJourney({ ...chosen, ...wanted })],
  });
}

/** Null after an internal error, which is logged. */
function storeVoucher(code: string, holder: CodeHolder, request: Request) {
  try {
    return holdVoucher(code, holder, currentTime());
  } catch (error) {
    logError(error, request);
    return null;
  }
}
