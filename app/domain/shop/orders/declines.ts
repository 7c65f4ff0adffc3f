import { LIMITS, restInWords } from "~/domain/kernel/limits/limits";
import { numberInWords } from "~/domain/kernel/text/numbers";

/** The button below the card form that leads to the provider's page. */
export const PAY_ON_PROVIDERS_PAGE = "Pay on our payment provider’s page instead";

/** Why an order can't be paid just now, though nothing is wrong with it. */
export interface PaymentPause {
  /**
   * `declined`: its cards were declined too often. `card`: one card was, and another can pay on the provider's page.
   * `guests`: guests' cards are declined so often that one signs in first. `crowded`: too many from this address.
   */
  reason: "declined" | "card" | "guests" | "crowded";
  seconds: number;
}

/** The message to a buyer, with how long it lasts and a way on. The order and what was typed stay. */
export function sentenceOfPause({ reason, seconds }: PaymentPause): string {
  const wait = restInWords(seconds);
  switch (reason) {
    case "declined":
      return `Cards for this order have been declined too often, so we’ve paused its payment. You can try again in ${wait}. If your bank says all is well, write to us and we’ll help.`;
    case "card":
      return `A card has been declined ${numberInWords(LIMITS.declines_card.most)} times. You can try it again in ${wait}. You can pay with another card now: press “${PAY_ON_PROVIDERS_PAGE}”.`;
    case "guests":
      return `A lot of cards are being declined right now, so for the next ${wait} we ask buyers without an account to sign in before they pay.`;
    case "crowded":
      return `Too many payments have been started from your internet connection. You can try again in ${wait}, or now over another connection, such as your phone’s.`;
  }
}
