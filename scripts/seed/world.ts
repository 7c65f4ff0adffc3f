import { eq } from "drizzle-orm";
import { mail } from "../../app/adapters/adapters.server";
import { titleForm } from "../../app/domain/diary/loops/forms";
import { beginLoop, titleLoop } from "../../app/domain/diary/loops/loops.server";
import { DAYS_FROM_START_TO_DELIVERY } from "../../app/domain/diary/rules/calendar";
import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import { MINUTE_MS } from "../../app/domain/kernel/time/durations";
import { codeInEmail } from "../../app/domain/mail/outbox/mailbox.server";
import { sendDueEmails } from "../../app/domain/mail/outbox/outbox-worker.server";
import { registerAccount, verifyEmail } from "../../app/domain/people/accounts/accounts.server";
import { registrationForm } from "../../app/domain/people/accounts/forms";
import { endSession } from "../../app/domain/people/accounts/sessions.server";
import { deliveryAddressForm } from "../../app/domain/people/addresses/forms";
import { addStaff } from "../../app/domain/people/staff/staff.server";
import { fulfilOrder } from "../../app/domain/shop/orders/fulfilment.server";
import { placeLoopOrder } from "../../app/domain/shop/orders/orders.server";
import { openPayment } from "../../app/domain/shop/orders/payments.server";
import { sendDueGifts } from "../../app/domain/shop/vouchers/delivery.server";
import { type GiftInput, giftForm } from "../../app/domain/shop/vouchers/forms";
import { giftOfOrder } from "../../app/domain/shop/vouchers/gifts.server";
import { db } from "../../db/client.server";
import { newId } from "../../db/identifiers";
import { accounts, emails, orders } from "../../db/schema";
import type { Album } from "./album";
import type { GiftStory, LoopStory, Person, StaffMember } from "./cast";
import type { Payments } from "./payments";
import { writeYear } from "./year";

/**
 * Creates people of the cast by simulating their actions in the app: they register, read the code in their email, pay
 * the provider and write their weeks through the same functions as real people, each at its own time. The resulting
 * data is therefore what the product itself would produce.
 */

/** What a person with a loop needs; one with only an account needs neither. */
export interface Means {
  payments: Payments;
  album: Album;
}

export interface MadePerson {
  accountId: string;
  loopId: string | null;
  /** The code of the voucher they bought. */
  voucherCode: string | null;
}

/**
 * Creates a person as they are at `now`, except for their weeks: account, paid loop, voucher. One at a time, because
 * they share a payment sandbox and its clock.
 *
 * @
 * @throws Error when the app refuses anything on the way.
 */
export async function admitPerson(person: Person, now: Date, payments?: Payments): Promise<MadePerson> {
  const joined = person.joinedDaysAgo === 0 ? minutesAfter(now, -20) : daysBefore(now, person.joinedDaysAgo);
  const accountId = await join(person, joined);
  const made: MadePerson = { accountId, loopId: null, voucherCode: null };
  if (person.loop) {
    if (!payments) throw new Error(`${person.firstName} needs a payment sandbox.`);
    made.loopId = await beginYear(person, person.loop, accountId, joined, payments);
  }
  if (person.gift) {
    if (!payments) throw new Error(`${person.firstName} needs a payment sandbox.`);
    made.voucherCode = await give(person, person.gift, accountId, now, payments);
  }
  return made;
}

/** Writes the weeks of a person's loop, if they have one. Several people may write concurrently. */
export async function writeWeeks(person: Person, made: MadePerson, album: Means["album"]): Promise<void> {
  const { accountId, loopId } = made;
  if (person.loop && loopId) await writeYear(person.loop, { accountId, loopId }, album);
}

/** Registers, confirms the address with the code from the email, and signs out again. */
async function join(person: Person, at: Date): Promise<string> {
  const { firstName, lastName, email, password } = person;
  const registration = registrationForm.parse({
    firstName,
    lastName,
    email,
    password,
    confirmPassword: password,
    acceptedTerms: "on",
    acceptedPrivacy: "on",
  });
  const { accountId } = await registerAccount(registration, at);
  db.update(accounts).set({ isDemo: true }).where(eq(accounts.id, accountId)).run();
  const message = db.select().from(emails).where(eq(emails.accountId, accountId)).get();
  const code = codeInEmail(message?.textBody ?? "");
  if (!code) throw new Error(`${email} was sent no code.`);
  await sendDueEmails(at, mail);
  const verified = verifyEmail({ accountId, code, userAgent: null }, minutesAfter(at, 2));
  if (!verified.ok) throw new Error(`${email} was not confirmed: ${verified.reason}.`);
  endSession(verified.sessionKey);
  return accountId;
}

/** Buys a loop, pays for it, and begins it on the same day with the recommended delivery. */
async function beginYear(
  person: Person,
  story: LoopStory,
  accountId: string,
  joined: Date,
  payments: Payments,
): Promise<string> {
  const { email } = person;
  const at = minutesAfter(joined, 10);
  await buy(person, { accountId, theme: story.theme, type: story.type, address: story.address }, at, payments);
  const deliveryDay = addDays(londonDay(joined), DAYS_FROM_START_TO_DELIVERY);
  const begun = beginLoop(accountId, deliveryDay, minutesAfter(at, 3));
  if (!begun.ok) throw new Error(`${email} could not begin: ${begun.reason}.`);
  const { title } = titleForm.parse({ title: story.title });
  titleLoop(accountId, begun.loop.id, title, minutesAfter(at, 4));
  return begun.loop.id;
}

interface Purchase {
  accountId: string;
  theme: string;
  type: string;
  address: LoopStory["address"];
  gift?: GiftInput;
}

/** Orders, pays, and reads the emails about it. Returns the order's id. */
async function buy(person: Person, wanted: Purchase, at: Date, payments: Payments): Promise<string> {
  const { firstName, lastName, email } = person;
  const { address, ...choice } = wanted;
  const placed = placeLoopOrder(
    {
      ...choice,
      startsAtOnce: true,
      discountCode: null,
      basketKey: newId(),
      address: deliveryAddressForm.parse({ firstName, lastName, ...address }),
      buyer: { email, firstName, lastName, isTest: false },
    },
    at,
  );
  if (!placed.ok) throw new Error(`${email} could not order: ${placed.reason}.`);
  const { order } = placed;
  db.update(orders).set({ isDemo: true }).where(eq(orders.id, order.id)).run();
  payments.setClock(at);
  const opened = await openPayment(order, at);
  if (!opened.ok) throw new Error(`${email} could not pay: ${opened.reason}.`);
  await payments.pay(opened.url, `${firstName} ${lastName}`);
  const paid = await fulfilOrder(order.id, minutesAfter(at, 1));
  if (!paid.ok) throw new Error(`${email} has paid, yet: ${paid.reason}.`);
  await sendDueEmails(minutesAfter(at, 1), mail);
  return order.id;
}

/** Buys a gift and has it sent at once. Returns the code, twelve characters without dashes. */
async function give(
  person: Person,
  gift: GiftStory,
  accountId: string,
  now: Date,
  payments: Payments,
): Promise<string> {
  const at = daysBefore(now, gift.boughtDaysAgo);
  const { theme, type, address, message } = gift;
  const giftInput = giftForm.parse({
    recipientName: gift.to.name,
    recipientEmail: gift.to.email,
    giftMessage: message,
    sendOnDay: "",
  });
  const orderId = await buy(person, { accountId, theme, type, address, gift: giftInput }, at, payments);
  sendDueGifts(minutesAfter(at, 2));
  await sendDueEmails(minutesAfter(at, 3), mail);
  const bought = giftOfOrder(accountId, orderId, now);
  if (!bought) throw new Error(`${person.email} has no voucher for what was paid.`);
  return bought.code.replaceAll("-", "");
}

/** Creates a staff account, with a password and a second factor. */
export async function makeStaffMember(member: StaffMember, now: Date): Promise<void> {
  const added = await addStaff({ ...member, isDemo: true }, null, now);
  if (!added.ok) throw new Error(`${member.name} was not taken on: ${added.reason}.`);
}

const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * MINUTE_MS);

/** Ten in the morning UTC, this many calendar days in London before. */
function daysBefore(now: Date, days: number): Date {
  return new Date(`${addDays(londonDay(now), -days)}T10:00:00Z`);
}
