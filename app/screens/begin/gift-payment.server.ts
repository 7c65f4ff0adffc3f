import { createHash } from "node:crypto";
import { cardRemark } from "~/domain/operations/documents/card-words.server";
import { giftDetailsOf, type Order } from "~/domain/shop/orders/orders.server";
import type { GiftInput } from "~/domain/shop/vouchers/forms";
import type { Journey } from "~/web/journey";
import { SHOWN_FIELD } from "~/web/shown-choice";
import { readShown } from "~/web/shown-choice.server";
import { REMARK_FIELD } from "./gift-payment";

/** What a gift's payment page says before money is taken. */

/** The journey with the basket of the gift that this page showed: each of two tabs buys its own. */
export function journeyOfPage(form: FormData, journey: Journey): Journey {
  if (journey.journeyType !== "gift") return journey;
  return { ...journey, basketKey: readShown(form.get(SHOWN_FIELD))?.basketKey ?? journey.basketKey };
}

const remarkOn = ({ giverName = "", ...words }: GiftInput) => cardRemark({ ...words, giverName });

/** What of this text prints otherwise, shown once before it is paid for; null where the giver has read it. */
export function unreadRemark(gift: GiftInput, form: FormData, order: Order | undefined) {
  const remark = remarkOn(gift);
  if (remark === null || (order && remark === remarkOn(giftDetailsOf(order)))) return null;
  const key = createHash("sha256").update(remark).digest("base64url");
  return form.get(REMARK_FIELD) === key ? null : { remark, key };
}

/** Whether another gift was typed than the one that this basket has paid for. */
export function isAnotherGift(gift: GiftInput, order: Order): boolean {
  const paid = giftDetailsOf(order);
  const { recipientName, recipientEmail, giftMessage, giverName, sendOnDay } = gift;
  return Object.entries({ recipientName, recipientEmail, giftMessage, giverName, sendOnDay }).some(
    ([name, words]) => words !== paid[name as keyof GiftInput],
  );
}
