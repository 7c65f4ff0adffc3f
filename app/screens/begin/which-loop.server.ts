import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { placeOfLoop } from "~/domain/diary/loops/loops.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { quoteLoop } from "~/domain/shop/orders/orders.server";
import { heldVoucher } from "~/domain/shop/vouchers/pending-voucher.server";
import { currentTime } from "~/web/clock.server";
import { type Journey, nextPlace } from "~/web/journey";
import { newBasketKey, storeJourney } from "~/web/journey.server";
import { seeOther } from "~/web/responses.server";
import { type Choice, isSameChoice, SHOWN_FIELD } from "~/web/shown-choice";
import { readShown, shownKey } from "~/web/shown-choice.server";
import { storeTyped } from "~/web/typed-payment.server";

/**
 * Where another tab has chosen something else since a form's page was opened: to the question which one is meant, after
 * storing what was typed. Null where the form showed what this browser's journey has now.
 */
export async function askWhichOne(form: FormData, journey: Journey, accountId: string | null) {
  const shown = readShown(form.get(SHOWN_FIELD));
  if (!shown || isSameChoice(shown, journey)) return null;
  const held = heldVoucher(shown.voucherHold, accountId, currentTime());
  // The button was pressed twice, and the first press has begun the loop.
  if (accountId !== null && held.ok && held.voucher.loopId !== null)
    return await seeOther(placeOfLoop(accountId, held.voucher.loopId));
  const typed = await storeTyped(form, accountId);
  if (journey.journeyType) return await seeOther(WHICH_LOOP_PATH, { cookies: [typed] });
  const chosen = journeyWith(journey, shown);
  return await seeOther(nextPlace(chosen), {
    cookies: [typed, await storeJourney(chosen)],
    flash: { tone: "info", message: FINISHED_ELSEWHERE },
  });
}

const WHICH_LOOP_PATH = "/which-loop";
const FINISHED_ELSEWHERE =
  "You finished something in another tab, so we’ve opened this page again. Please check it before you go on.";

/** The journey that goes on with this choice. */
export function journeyWith(journey: Journey, choice: Choice): Journey {
  const { journeyType, selectedTheme, selectedType, basketKey = newBasketKey() } = choice;
  const voucherHold = choice.voucherHold ?? journey.voucherHold;
  const chosen = { journeyType, selectedTheme, selectedType, basketKey, voucherHold };
  return { ...journey, ...chosen, redirectAfterAuth: undefined };
}

/** A choice as the question names it, with its price. */
export function describeChoice(choice: Choice & Pick<Journey, "discountCode">, accountId: string | null) {
  const now = currentTime();
  const type = findLoopType(choice.selectedTheme ?? "", choice.selectedType ?? "");
  const name = type?.displayName ?? NOT_CHOSEN;
  const key = shownKey(choice);
  const picture = type && { image: type.image, theme: type.themeId };
  const common = { key, name, picture: picture ?? null };
  if (choice.journeyType === "redeem") {
    const held = heldVoucher(choice.voucherHold, accountId, now);
    const how = held.ok ? `with the voucher ending in ${held.voucher.lastFour}` : "with a voucher";
    return { ...common, how, price: "Nothing to pay" };
  }
  const { discountCode = null } = choice;
  const { totalPence } = quoteLoop({ accountId: accountId ?? "", discountCode }, now);
  const how = choice.journeyType === "gift" ? "as a gift" : "for yourself";
  return { ...common, how, price: formatPence(totalPence) };
}

const NOT_CHOSEN = "A loop you haven’t chosen yet";
