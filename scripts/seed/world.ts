import { eq } from "drizzle-orm";
import { mail } from "../../app/adapters/adapters.server";
import { titleForm } from "../../app/domain/diary/loops/forms";
import { titleLoop } from "../../app/domain/diary/loops/loops.server";
import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import { MINUTE_MS } from "../../app/domain/kernel/time/durations";
import { sendDueEmails } from "../../app/domain/mail/outbox/outbox-worker.server";
import { addStaff } from "../../app/domain/people/staff/staff.server";
import { sendDueGifts } from "../../app/domain/shop/vouchers/delivery.server";
import { giftForm } from "../../app/domain/shop/vouchers/forms";
import { giftOfOrder } from "../../app/domain/shop/vouchers/gifts.server";
import { db } from "../../db/client.server";
import { accounts } from "../../db/schema";
import type { Album } from "./album";
import type { GiftStory, LoopStory, Person, StaffMember } from "./cast";
import { begin, buyLoop, register } from "./customers";
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

/** Registers, and reads the code once the email is sent. */
async function join(person: Person, at: Date): Promise<string> {
  return await register(person, at, async (accountId) => {
    db.update(accounts).set({ isDemo: true }).where(eq(accounts.id, accountId)).run();
    await sendDueEmails(at, mail);
  });
}

/** Buys a loop, pays for it, and begins it on the same day with the recommended delivery. */
async function beginYear(
  person: Person,
  { theme, type, address: place, title }: LoopStory,
  accountId: string,
  joined: Date,
  payments: Payments,
): Promise<string> {
  const at = minutesAfter(joined, 10);
  const buyer = { ...person, accountId };
  await buy(buyer, { theme, type, place }, at, payments);
  const loopId = begin(buyer, at);
  titleLoop(accountId, loopId, titleForm.parse({ title }).title, minutesAfter(at, 6));
  return loopId;
}

/** Orders, pays, and reads the emails about it. Returns the order's id. */
async function buy(...purchase: Parameters<typeof buyLoop>): Promise<string> {
  const orderId = await buyLoop(...purchase);
  const [, , at] = purchase;
  await sendDueEmails(minutesAfter(at, 1), mail);
  return orderId;
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
  const { theme, type, address: place, message } = gift;
  const wanted = giftForm.parse({
    recipientName: gift.to.name,
    recipientEmail: gift.to.email,
    giftMessage: message,
    sendOnDay: "",
  });
  const orderId = await buy({ ...person, accountId }, { theme, type, place, gift: wanted }, at, payments);
  await sendDueGifts(minutesAfter(at, 2));
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
