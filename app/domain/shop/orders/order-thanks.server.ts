import { settings } from "~/adapters/settings.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import { COPY_PROMISE } from "~/domain/diary/loops/book-days";
import { firstStartOf } from "~/domain/diary/loops/credits.server";
import { formatStartBeforeDate, START_BY_DATE } from "~/domain/diary/loops/starting";
import { WEEKS } from "~/domain/diary/rules/calendar";
import { guestOf } from "~/domain/people/accounts/guests.server";
import { receiptUrl } from "~/domain/people/accounts/receipt-links.server";
import type { OrderData } from "./order-emails";
import type { Order } from "./orders.server";

/** What the confirmation of an order says besides its receipt: the headline, the next step and what happens when. */

type Thanks = Pick<OrderData, "turn" | "firstQuestion" | "steps" | "whatNext">;

/** A guest's order leads to opening an account first; its link is for the reader of that mailbox alone. */
export function thanksFor(order: Order, now: Date): Thanks {
  const thanks: Thanks = THANKS[order.kind](order, now);
  const guest = order.accountId === null ? undefined : guestOf(order.accountId);
  if (!guest) return thanks;
  const next = order.kind === "gift" ? OPEN_FOR_A_GIFT : thanks.whatNext;
  return { ...thanks, whatNext: { ...next, url: receiptUrl(guest, now) } };
}

const OPEN_FOR_A_GIFT = {
  words:
    "Open your account to change who the voucher’s for, the message or the day. To see it, print it or send it again, you don’t need one.",
  label: "Open your account",
};

const STEPS_OF_A_LOOP = [
  ["Now", START_BY_DATE],
  ["Every week", "We email you a question. It takes about five minutes."],
  [`After ${WEEKS} weeks`, "You check the proof and send it to print."],
  ["Delivery date", "Your book arrives."],
] as const;

/** The first question of the loop that was bought; null for a type that is no longer in the catalogue. */
function firstQuestionOf({ theme, type }: Order): string | null {
  const found = theme && type ? findLoopType(theme, type) : undefined;
  return found ? promptForWeek(found.themeId, found.key, 1) : null;
}

/** The headline, the next step and what happens when, for each kind of order. */
const THANKS = {
  loop: (order: Order, now: Date) => ({
    turn: "Here’s your first question.",
    firstQuestion: firstQuestionOf(order),
    steps: STEPS_OF_A_LOOP,
    whatNext: {
      words: formatStartBeforeDate(firstStartOf({ orderId: order.id }, now)),
      label: "Choose your delivery date",
      url: `${settings.publicOrigin}/loop-end-date`,
    },
  }),
  gift: (order: Order) => ({
    turn: "The voucher’s ready.",
    whatNext: {
      words: "We’re sending the voucher in a separate email. Print it, forward it or tuck the code into a card.",
      label: "See the voucher",
      url: `${settings.publicOrigin}/gift-confirmation?order=${order.number}`,
    },
  }),
  book_copies: () => ({
    turn: "Your copies are on order.",
    whatNext: {
      words: COPY_PROMISE,
      label: "See your orders",
      url: `${settings.publicOrigin}/account-settings?tab=orders`,
    },
  }),
} satisfies Record<Order["kind"], (order: Order, now: Date) => Thanks>;
