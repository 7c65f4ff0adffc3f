import { and, desc, eq, inArray, isNotNull, notInArray } from "drizzle-orm";
import { recordStep } from "../../app/domain/backoffice/analytics/funnel.server";
import { noteActiveUsers } from "../../app/domain/backoffice/analytics/people.server";
import { STAGES } from "../../app/domain/backoffice/analytics/stages";
import { listLoopTypes, listThemes } from "../../app/domain/diary/catalogue/catalogue";
import { DAYS_FROM_START_TO_DELIVERY } from "../../app/domain/diary/rules/calendar";
import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import { DAY_MS, HOUR_MS } from "../../app/domain/kernel/time/durations";
import { endOfLondonDay } from "../../app/domain/kernel/time/instants";
import { saveGuest } from "../../app/domain/people/accounts/guests.server";
import { beginSession, endSession } from "../../app/domain/people/accounts/sessions.server";
import { createDiscount, setLastDay } from "../../app/domain/shop/discounts/admin-discounts.server";
import { findDiscount } from "../../app/domain/shop/discounts/discounts.server";
import { LAUNCH_CODE } from "../../app/domain/shop/discounts/launch-offer";
import { giveRefund } from "../../app/domain/shop/orders/admin-refunds.server";
import { linesOf } from "../../app/domain/shop/orders/orders.server";
import { sendRefund } from "../../app/domain/shop/orders/refunds.server";
import { giftForm } from "../../app/domain/shop/vouchers/forms";
import { redeemVoucher } from "../../app/domain/shop/vouchers/redemption.server";
import { db, write } from "../../db/client.server";
import { newId } from "../../db/identifiers";
import { accounts, emails, orders, vouchers } from "../../db/schema";
import { type Random, seededRandom } from "../testing/random";
import { Agenda } from "./agenda";
import type { Album } from "./album";
import { planBackOffice } from "./back-office";
import { begin, buyLoop, type Customer, join, named } from "./customers";
import type { Payments } from "./payments";
import { FIRST_NAMES, LAST_NAMES, PLACES } from "./quarter-names";
import { findStaffIds } from "./staff-plan";

/**
 * A quarter of business for the back office: people who browse, buy, give, redeem and change their minds, through the
 * same functions as real ones and each at their own time. All of it is marked as demo data. The random generator has a
 * fixed seed, so that every demo world is alike.
 */

const DAYS = 90;
/** People with an account; everybody else buys as a guest, which saves hashing a password. */
const PEOPLE = 20;
const CODE = "AUTUMN15";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

const pick = <One>(all: readonly One[], chance: Random): One => {
  const one = all[Math.floor(chance() * all.length)];
  if (one === undefined) throw new Error("There is nothing to pick from.");
  return one;
};

/** Simulates the quarter before `now`, with the staff's work in it. Returns a line that sums up the result. */
export async function simulateQuarter(now: Date, means: { payments: Payments; album: Album }) {
  const { payments } = means;
  const agenda = new Agenda();
  const staffIds = findStaffIds();
  const years = planBackOffice(agenda, { ...means, staffIds, now });
  const chance = seededRandom(52);
  const people: Customer[] = [];
  let [bought, given, redeemed] = [0, 0, 0];
  const redeemLater = (orderId: string, at: Date) => {
    const later = new Date(at.getTime() + Math.floor((1 + chance() * 20) * DAY_MS));
    const place = chance();
    agenda.add(later, () => {
      redeemed += redeem(orderId, people, later, place);
    });
  };
  const closing = (day: string) => new Date(`${day}T21:30:00Z`);
  noteActiveUsers(closing(addDays(londonDay(now), -DAYS)));
  const offered = new Date(now.getTime() - 60 * DAY_MS);
  agenda.add(offered, () => {
    offerCode(offered, staffIds.hal);
    // The shop announces its launch offer only with a last day.
    const lastDay = endOfLondonDay(addDays(londonDay(now), LAUNCH_DAYS));
    setLastDay(findDiscount(LAUNCH_CODE)?.id ?? "", lastDay, staffIds.hal, offered);
  });
  for (let ago = DAYS - 1; ago > 0; ago -= 1) {
    const day = addDays(londonDay(now), -ago);
    const sold = ordersOn(ago, day, chance);
    countVisits(day, sold, chance);
    const moments = Array.from({ length: sold }, () => momentOf(day, chance)).sort((one, other) => +one - +other);
    for (const at of moments) {
      await agenda.until(at);
      const isNew = people.length < PEOPLE && chance() < 0.4;
      const customer = isNew ? await join(nameOf(people.length, chance), at) : returningOrGuest(people, at, chance);
      if (isNew) people.push(customer);
      const isGift = chance() < (ago < 45 ? 0.42 : 0.28);
      const hasCode = ago < 60 && chance() < 0.2;
      const orderId = await buyLoop(customer, choiceOf({ isGift, hasCode }, chance), at, payments);
      bought += 1;
      if (isGift) given += 1;
      if (!isGift && !customer.isGuest && chance() < 0.8) begin(customer, at);
      if (chance() < 0.04) {
        const later = new Date(at.getTime() + 2 * DAY_MS);
        agenda.add(later, () => changeMind(orderId, staffIds.bea, later));
      }
      if (isGift && chance() < 0.55) redeemLater(orderId, at);
    }
    await agenda.until(closing(day));
    noteActiveUsers(closing(day));
  }
  await agenda.until(now);
  for (const { written } of years.values()) await written;
  return `  A quarter of business: ${bought} orders, ${given} of them gifts, ${redeemed} vouchers redeemed`;
}

/** More on Sundays, more towards Christmas. */
function ordersOn(ago: number, day: string, chance: Random): number {
  const isSunday = new Date(`${day}T12:00:00Z`).getUTCDay() === 0;
  return Math.floor(0.4 + (DAYS - ago) / 60 + (isSunday ? 0.9 : 0) + chance() * 1.2);
}

const momentOf = (day: string, chance: Random) =>
  new Date(Date.parse(`${day}T08:00:00Z`) + Math.floor(chance() * 13 * HOUR_MS));

/** The visits of a day, each with the stage it reached, written at once. */
function countVisits(day: string, sold: number, chance: Random): void {
  const visits = Math.round(10 + sold * 12 + chance() * 8);
  const shares = [1, 0.52, 0.24, 0.2, 0.1, 0.075];
  write(() => {
    for (let visit = 0; visit < visits; visit += 1) {
      const luck = chance();
      const stage = [...STAGES].reverse().find((_, place) => luck < (shares[STAGES.length - 1 - place] ?? 0));
      const isBuyer = visit < sold;
      const seen = { address: `203.0.113.${visit}`, userAgent: BROWSER, isTest: false };
      recordStep(seen, { stage: isBuyer ? "payment" : (stage ?? "visit") }, momentOf(day, chance));
    }
  });
}

const LAUNCH_DAYS = 60;

function offerCode(at: Date, staffId: string): void {
  const terms = { description: "Autumn email", type: "PERCENTAGE", value: 1500, maxUses: 90 } as const;
  const bounds = { minOrderValue: null, maxDiscountValue: null, startsOn: "", expiresOn: "" };
  const who = { firstOrderOnly: false, oncePerCustomer: false };
  createDiscount({ code: CODE, ...terms, ...bounds, ...who }, { startsAt: null, expiresAt: null }, staffId, at);
}

function nameOf(number: number, chance: Random) {
  return named(pick(FIRST_NAMES, chance), pick(LAST_NAMES, chance), number);
}

/** Signs a returning customer in. */
function signIn(customer: Customer, at: Date): Customer {
  const { accountId } = customer;
  const key = write((tx) => beginSession(tx, accountId, null, at));
  endSession(key);
  return customer;
}

let guests = 1000;

function returningOrGuest(people: readonly Customer[], at: Date, chance: Random): Customer {
  if (people.length > 0 && chance() < 0.3) return signIn(pick(people, chance), at);
  guests += 1;
  const who = nameOf(guests, chance);
  const accountId = saveGuest({ guestId: undefined, basketKey: newId() }, who, at);
  return { ...who, accountId, isGuest: true };
}

function choiceOf({ isGift, hasCode }: { isGift: boolean; hasCode: boolean }, chance: Random) {
  const theme = pick(listThemes(), chance).id;
  const type = pick(listLoopTypes({ themeId: theme, journey: isGift ? "gift" : "purchase" }), chance).key;
  const words = { recipientEmail: "", giftMessage: "", sendOnDay: "" };
  const gift = isGift ? giftForm.parse({ recipientName: pick(FIRST_NAMES, chance), ...words }) : undefined;
  return { theme, type, place: pick(PLACES, chance), gift, discountCode: hasCode ? CODE : null };
}

/** Staff refund an order. */
async function changeMind(orderId: string, staffId: string, at: Date): Promise<void> {
  const taken = linesOf(orderId).map(({ id, quantity }) => ({ lineId: id, quantity }));
  const terms = { taken, goodwillPence: 0, voucher: "cancel", evenIfUsed: true } as const;
  const input = { orderId, ...terms, reason: "Changed their mind" };
  const given = giveRefund(input, staffId, at);
  if (given.ok && "refundId" in given) await sendRefund(given.refundId, at);
}

/** An account begins a loop with a voucher. Returns the number of loops begun: one or none. */
function redeem(orderId: string, people: readonly Customer[], at: Date, place: number): number {
  const voucher = db.select().from(vouchers).where(eq(vouchers.orderId, orderId)).get();
  const holder = people[Math.floor(place * people.length)];
  if (!voucher?.theme || !voucher.type || !holder) return 0;
  const { accountId } = holder;
  const deliveryDay = addDays(londonDay(at), DAYS_FROM_START_TO_DELIVERY);
  const { id: voucherId, theme, type } = voucher;
  return redeemVoucher({ accountId, voucherId, theme, type, deliveryDay }, at).ok ? 1 : 0;
}

/** Nobody reads the emails of these people, so they are marked as sent and produce no files. */
export function markDemo(): void {
  const buyers = db.select({ id: orders.accountId }).from(orders).where(eq(orders.isDemo, true));
  // The cast is marked already, and receives its emails.
  const ofThese = and(inArray(accounts.id, buyers), eq(accounts.isDemo, false));
  db.update(accounts).set({ isDemo: true, notifyByEmail: false }).where(ofThese).run();
  db.update(vouchers).set({ isDemo: true }).where(isNotNull(vouchers.batchId)).run();
  const theirs = db.select({ email: orders.email }).from(orders).where(eq(orders.isDemo, true));
  // The newest reminders keep waiting: the outbox worker will withdraw them.
  const unwanted = db
    .select({ id: emails.id })
    .from(emails)
    .where(eq(emails.kind, "loop_waiting"))
    .orderBy(desc(emails.createdAt))
    .limit(3);
  const waiting = db
    .select({ id: emails.id, at: emails.createdAt })
    .from(emails)
    .where(and(eq(emails.state, "waiting"), notInArray(emails.id, unwanted), inArray(emails.toEmail, theirs)))
    .all();
  for (const { id, at } of waiting) {
    db.update(emails).set({ state: "sent", sentAt: at }).where(eq(emails.id, id)).run();
  }
}
