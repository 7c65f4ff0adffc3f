import { eq } from "drizzle-orm";
import { beginLoop } from "../../app/domain/diary/loops/loops.server";
import { DAYS_FROM_START_TO_DELIVERY } from "../../app/domain/diary/rules/calendar";
import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import { MINUTE_MS } from "../../app/domain/kernel/time/durations";
import { codeInEmail } from "../../app/domain/mail/outbox/mailbox.server";
import { registerAccount, verifyEmail } from "../../app/domain/people/accounts/accounts.server";
import { registrationForm } from "../../app/domain/people/accounts/forms";
import { endSession } from "../../app/domain/people/accounts/sessions.server";
import { deliveryAddressForm, deliveryAddressIn } from "../../app/domain/people/addresses/forms";
import type { CartItem } from "../../app/domain/shop/orders/cart";
import { placeCopiesOrder } from "../../app/domain/shop/orders/copies.server";
import { fulfilOrder } from "../../app/domain/shop/orders/fulfilment.server";
import { type Order, placeLoopOrder } from "../../app/domain/shop/orders/orders.server";
import { openPayment } from "../../app/domain/shop/orders/payments.server";
import type { GiftInput } from "../../app/domain/shop/vouchers/forms";
import { db } from "../../db/client.server";
import { newId } from "../../db/identifiers";
import { emails, orders } from "../../db/schema";
import type { LoopStory } from "./cast";
import type { Payments } from "./payments";

/** The actions of the quarter's customers, through the same functions as real ones, each at its own time. */

const PASSWORD = "Quarter-of-a-year-90";

export interface Name {
  firstName: string;
  lastName: string;
  email: string;
}

interface Buyer extends Name {
  accountId: string;
}

export interface Customer extends Buyer {
  isGuest: boolean;
}

/** A demo email address for the person of this number. */
export function named(firstName: string, lastName: string, number: number): Name {
  const email = `${firstName}.${lastName}.${number}@demo.loop.example`.toLowerCase();
  return { firstName, lastName, email };
}

/** Registers, and confirms the address two minutes later with the emailed code; `meanwhile` happens in between. */
export async function register(
  { firstName, lastName, email, password }: Name & { password: string },
  at: Date,
  meanwhile: (accountId: string) => unknown = () => {},
): Promise<string> {
  const agreed = { acceptedTerms: "on", acceptedPrivacy: "on" };
  const wanted = { firstName, lastName, email, password, confirmPassword: password, ...agreed };
  const { accountId } = await registerAccount(registrationForm.parse(wanted), at);
  const message = db.select().from(emails).where(eq(emails.accountId, accountId)).get();
  const code = codeInEmail(message?.textBody ?? "");
  if (!code) throw new Error(`${email} was sent no code.`);
  await meanwhile(accountId);
  const verified = verifyEmail({ accountId, code, userAgent: null }, new Date(at.getTime() + 2 * MINUTE_MS));
  if (!verified.ok) throw new Error(`${email} was not confirmed: ${verified.reason}.`);
  endSession(verified.sessionKey);
  return accountId;
}

/** Registers twenty minutes before. */
export async function join(who: Name, at: Date): Promise<Customer> {
  const accountId = await register({ ...who, password: PASSWORD }, new Date(at.getTime() - 20 * MINUTE_MS));
  return { ...who, accountId, isGuest: false };
}

interface LoopWanted {
  theme: string;
  type: string;
  place: LoopStory["address"];
  gift?: GiftInput | undefined;
  discountCode?: string | null;
}

/** Orders a loop and pays for it. Returns the order's id. */
export async function buyLoop(buyer: Buyer, wanted: LoopWanted, at: Date, payments: Payments): Promise<string> {
  const { accountId, firstName, lastName, email } = buyer;
  const { theme, type, place, gift, discountCode = null } = wanted;
  const placed = placeLoopOrder(
    {
      accountId,
      basketKey: newId(),
      theme,
      type,
      startsAtOnce: true,
      discountCode,
      address: deliveryAddressIn(deliveryAddressForm.parse({ firstName, lastName, ...place })),
      gift,
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
  wanted: { items: readonly CartItem[]; place: LoopStory["address"] },
  at: Date,
  payments: Payments,
): Promise<string> {
  const { accountId, firstName, lastName, email } = buyer;
  const placed = placeCopiesOrder(
    {
      accountId,
      basketKey: newId(),
      items: wanted.items,
      address: deliveryAddressIn(deliveryAddressForm.parse({ firstName, lastName, ...wanted.place })),
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
export function begin({ accountId, email }: Buyer, paidAt: Date): string {
  const at = new Date(paidAt.getTime() + 5 * MINUTE_MS);
  const begun = beginLoop(accountId, addDays(londonDay(at), DAYS_FROM_START_TO_DELIVERY), at);
  if (!begun.ok) throw new Error(`${email} could not begin: ${begun.reason}.`);
  return begun.loop.id;
}
