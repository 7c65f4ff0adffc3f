import { eq } from "drizzle-orm";
import { beginLoop } from "../../app/domain/diary/loops/loops.server";
import { DAYS_FROM_START_TO_DELIVERY } from "../../app/domain/diary/rules/calendar";
import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import { MINUTE_MS } from "../../app/domain/kernel/time/durations";
import { codeInEmail } from "../../app/domain/mail/outbox/mailbox.server";
import { registerAccount, verifyEmail } from "../../app/domain/people/accounts/accounts.server";
import { registrationForm } from "../../app/domain/people/accounts/forms";
import { endSession } from "../../app/domain/people/accounts/sessions.server";
import { deliveryAddressForm } from "../../app/domain/people/addresses/forms";
import type { CartItem } from "../../app/domain/shop/orders/cart";
import { placeCopiesOrder } from "../../app/domain/shop/orders/copies.server";
import { fulfilOrder } from "../../app/domain/shop/orders/fulfilment.server";
import { type Order, placeLoopOrder } from "../../app/domain/shop/orders/orders.server";
import { openPayment } from "../../app/domain/shop/orders/payments.server";
import { giftForm } from "../../app/domain/shop/vouchers/forms";
import { db } from "../../db/client.server";
import { newId } from "../../db/identifiers";
import { emails, orders } from "../../db/schema";
import type { Payments } from "./payments";
import type { PLACES } from "./quarter-names";

/** The actions of the quarter's customers, through the same functions as real ones, each at its own time. */

const PASSWORD = "Quarter-of-a-year-90";

export interface Name {
  firstName: string;
  lastName: string;
  email: string;
}

export interface Customer extends Name {
  accountId: string;
  isGuest: boolean;
}

type Place = (typeof PLACES)[number];

/** A demo email address for the person of this number. */
export function named(firstName: string, lastName: string, number: number): Name {
  const email = `${firstName}.${lastName}.${number}@demo.loop.example`.toLowerCase();
  return { firstName, lastName, email };
}

/** Registers twenty minutes before, and confirms with the emailed code. */
export async function join(who: Name, at: Date): Promise<Customer> {
  const agreed = { acceptedTerms: "on", acceptedPrivacy: "on" };
  const wanted = { ...who, password: PASSWORD, confirmPassword: PASSWORD, ...agreed };
  const opened = new Date(at.getTime() - 20 * MINUTE_MS);
  const { accountId } = await registerAccount(registrationForm.parse(wanted), opened);
  const message = db.select().from(emails).where(eq(emails.accountId, accountId)).get();
  const code = codeInEmail(message?.textBody ?? "") ?? "";
  const verified = verifyEmail({ accountId, code, userAgent: null }, new Date(opened.getTime() + 120_000));
  if (!verified.ok) throw new Error(`${who.email} was not confirmed: ${verified.reason}.`);
  endSession(verified.sessionKey);
  return { ...who, accountId, isGuest: false };
}

interface LoopWanted {
  theme: string;
  type: string;
  place: Place;
  /** The recipient of a gift. */
  recipientName?: string | undefined;
  discountCode?: string | null;
}

/** Orders a loop and pays for it. Returns the order's id. */
export async function buyLoop(buyer: Customer, wanted: LoopWanted, at: Date, payments: Payments): Promise<string> {
  const { accountId, firstName, lastName, email } = buyer;
  const { theme, type, place, recipientName, discountCode = null } = wanted;
  const input = { recipientName, recipientEmail: "", giftMessage: "", sendOnDay: "" };
  const placed = placeLoopOrder(
    {
      accountId,
      basketKey: newId(),
      theme,
      type,
      startsAtOnce: true,
      discountCode,
      address: deliveryAddressForm.parse({ firstName, lastName, ...place }),
      gift: recipientName ? giftForm.parse(input) : undefined,
      buyer: { email, firstName, lastName, isTest: false },
    },
    at,
  );
  if (!placed.ok) throw new Error(`${email} could not order: ${placed.reason}.`);
  return await pay(placed.order, at, payments);
}

/** Orders copies of a book and pays for them. Returns the order's id. */
export async function buyCopies(
  buyer: Customer,
  wanted: { items: readonly CartItem[]; place: Place },
  at: Date,
  payments: Payments,
): Promise<string> {
  const { accountId, firstName, lastName, email } = buyer;
  const placed = placeCopiesOrder(
    {
      accountId,
      basketKey: newId(),
      items: wanted.items,
      address: deliveryAddressForm.parse({ firstName, lastName, ...wanted.place }),
      buyer: { email, firstName, lastName, isTest: false },
    },
    at,
  );
  if (!placed.ok) throw new Error(`${email} could not order copies: ${placed.reason}.`);
  return await pay(placed.order, at, payments);
}

async function pay(order: Order, at: Date, payments: Payments): Promise<string> {
  const { id, email, firstName, lastName } = order;
  db.update(orders).set({ isDemo: true }).where(eq(orders.id, id)).run();
  payments.setClock(at);
  const opened = await openPayment(order, at);
  if (!opened.ok) throw new Error(`${email} could not pay: ${opened.reason}.`);
  await payments.pay(opened.url, `${firstName} ${lastName}`);
  const paid = await fulfilOrder(id, new Date(at.getTime() + MINUTE_MS));
  if (!paid.ok) throw new Error(`${email} has paid, yet: ${paid.reason}.`);
  return id;
}

/** Begins the paid loop five minutes later. Returns its id. */
export function begin({ accountId, email }: Customer, paidAt: Date): string {
  const at = new Date(paidAt.getTime() + 5 * MINUTE_MS);
  const begun = beginLoop(accountId, addDays(londonDay(at), DAYS_FROM_START_TO_DELIVERY), at);
  if (!begun.ok) throw new Error(`${email} could not begin: ${begun.reason}.`);
  return begun.loop.id;
}
