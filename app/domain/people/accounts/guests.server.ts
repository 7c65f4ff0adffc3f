import { createHash } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { isIn, prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import {
  accountNotes,
  accounts,
  addresses,
  discountUses,
  emails,
  loopCredits,
  loops,
  orders,
  vouchers,
} from "#db/schema";

/**
 * Guest checkout. A guest's purchase belongs to a separate account row that nobody can sign in to and whose address is
 * not proven; only the browser that paid knows its id. The purchase moves to a real account when that browser signs in
 * and claims it, or when any account proves the guest's address. A year that the guest has begun holds their text, so
 * it moves only to the person who proves the address.
 */

/** The digest of a discarded random password. It marks a guest's row, and nobody can sign in with it. */
const GUEST_PASSWORD_DIGEST =
  "$argon2id$v=19$m=19456,t=2,p=1$soHIRP4rxLdbTUBqbIv/3A$m1INfUfF27Tbfjzkvh3vq99jmWLwuVo/uWXD/TCiWO4";

export type Guest = Pick<typeof accounts.$inferSelect, "id" | "firstName" | "lastName" | "email" | "phone" | "isTest">;

/** The condition that selects guests alone. */
export const isGuest = and(isNull(accounts.emailVerifiedAt), eq(accounts.passwordHash, GUEST_PASSWORD_DIGEST));

/** The condition that excludes guests from queries for registrations. */
export const isNotGuest = ne(accounts.passwordHash, GUEST_PASSWORD_DIGEST);

const HAS_BEGUN_NOTHING = sql`NOT EXISTS (SELECT 1 FROM ${loops} WHERE ${loops.accountId} = ${accounts.id})`;

/** Whether this row is a guest's. */
export function isGuestRow({ passwordHash }: { passwordHash: string }): boolean {
  return passwordHash === GUEST_PASSWORD_DIGEST;
}

/**
 * Creates or updates the guest's row and returns its id. A basket always leads to the same row, so that a double click
 * makes one guest and one order.
 */
export function saveGuest(
  known: { guestId: string | undefined; basketKey: string },
  words: { email: string; firstName: string; lastName: string },
  now: Date,
): string {
  const guest = known.guestId === undefined ? undefined : guestOf(known.guestId);
  const id = guest?.id ?? idOfBasket(known.basketKey);
  db.insert(accounts)
    .values({
      id,
      ...words,
      passwordHash: GUEST_PASSWORD_DIGEST,
      // A guest accepts the contract of the order; the account's terms are accepted when one is opened.
      termsAcceptedAt: now,
      privacyAcceptedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: accounts.id,
      set: { ...words, updatedAt: now },
      setWhere: and(isGuest, HAS_BEGUN_NOTHING),
    })
    .run();
  return id;
}

/** Saves a guest's details. Changes nothing once the guest has an account. */
export function changeGuest(
  guestId: string,
  words: { email: string; firstName: string; lastName: string; phone: string | null },
  now: Date,
): void {
  db.update(accounts)
    .set({ ...words, updatedAt: now })
    .where(and(eq(accounts.id, guestId), isGuest))
    .run();
}

/** 100 bits of a digest of the basket's 128 random ones, in the format of every other id. */
function idOfBasket(basketKey: string): string {
  return createHash("sha256").update(`guest:${basketKey}`).digest("hex").slice(0, 25);
}

/** The guest with this id; undefined for any other account. */
export const guestOf = prepareGet((guestId: string) =>
  db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, guestId), isGuest)),
);

const sameGuests = alias(accounts, "same_guests");

/**
 * The rows of the same person: each basket of a guest has a row of its own, and those with one address are one person
 * for staff. Of each id that is a guest's: the ids of all of them, newest first.
 */
export function guestsLike(ids: readonly string[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, same } of listSameGuests([...ids])) found.set(id, [...(found.get(id) ?? []), same]);
  return found;
}

const listSameGuests = prepareAll((ids: string[]) =>
  db
    .select({ id: accounts.id, same: sameGuests.id })
    .from(accounts)
    .innerJoin(
      sameGuests,
      and(
        sql`lower(${sameGuests.email}) = lower(${accounts.email})`,
        isNull(sameGuests.emailVerifiedAt),
        eq(sameGuests.passwordHash, GUEST_PASSWORD_DIGEST),
      ),
    )
    .where(and(isIn(accounts.id, ids), isGuest))
    .orderBy(sql`${sameGuests.createdAt} DESC`),
);

/** Moves everything a guest has bought to an account, once, and deletes the guest. */
export function claimFromGuest(guestId: string, accountId: string): void {
  write((tx) => {
    const begun = findLoopOf(guestId);
    if (!begun) moveEverything(tx, guestId, accountId);
  });
}

const findLoopOf = prepareGet((guestId: string) =>
  db.select({ id: loops.id }).from(loops).where(eq(loops.accountId, guestId)).limit(1),
);

/**
 * Moves to one row what guests bought with its address before that address is erased, because their rows go with it and
 * nothing of them may stay behind.
 */
export function gatherGuests(tx: Transaction, accountId: string): void {
  const email = findAccount(accountId)?.email;
  if (email === undefined) return;
  const guests = tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(sql`lower(${accounts.email}) = lower(${email})`, isGuest, ne(accounts.id, accountId)))
    .all();
  for (const { id } of guests) moveEverything(tx, id, accountId);
}

const findAccount = prepareGet((accountId: string) => db.select().from(accounts).where(eq(accounts.id, accountId)));

/** Moves to an account what guests bought with its address. The address must be proven. */
export function claimByAddress(tx: Transaction, accountId: string): void {
  const account = findAccount(accountId);
  if (!account?.emailVerifiedAt) return;
  const guests = tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(sql`lower(${accounts.email}) = lower(${account.email})`, isGuest))
    .all();
  for (const { id } of guests) moveEverything(tx, id, accountId);
}

function moveEverything(tx: Transaction, guestId: string, accountId: string): void {
  const guest = tx
    .select({ id: accounts.id, phone: accounts.phone })
    .from(accounts)
    .where(and(eq(accounts.id, guestId), isGuest))
    .get();
  if (!guest) return;
  for (const { id, basketKey } of listOrdersOfGuest(guestId)) {
    // The same basket may have been ordered again after signing in.
    const isTaken = findOrderOfBasket(accountId, basketKey);
    const key = isTaken ? `${basketKey}-${guestId}` : basketKey;
    tx.update(orders).set({ accountId, basketKey: key }).where(eq(orders.id, id)).run();
  }
  updateCreditOwner(accountId, guestId);
  updateLoopOwner(accountId, guestId);
  updateVoucherBuyer(accountId, guestId);
  updateEmailOwner(accountId, guestId);
  updateNoteSubject(accountId, guestId);
  updateDiscountUser(accountId, guestId);
  const hasAddress = findAnyAddress(accountId);
  if (!hasAddress) tx.update(addresses).set({ accountId }).where(eq(addresses.accountId, guestId)).run();
  tx.update(accounts)
    .set({ phone: sql`coalesce(${accounts.phone}, ${guest.phone})` })
    .where(eq(accounts.id, accountId))
    .run();
  tx.delete(accounts).where(eq(accounts.id, guestId)).run();
}

const listOrdersOfGuest = prepareAll((guestId: string) =>
  db.select({ id: orders.id, basketKey: orders.basketKey }).from(orders).where(eq(orders.accountId, guestId)),
);

const findOrderOfBasket = prepareGet((accountId: string, basketKey: string) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.basketKey, basketKey))),
);

const updateCreditOwner = prepareRun((accountId: string, guestId: string) =>
  db.update(loopCredits).set({ accountId }).where(eq(loopCredits.accountId, guestId)),
);

const updateLoopOwner = prepareRun((accountId: string, guestId: string) =>
  db.update(loops).set({ accountId }).where(eq(loops.accountId, guestId)),
);

const updateVoucherBuyer = prepareRun((accountId: string, guestId: string) =>
  db.update(vouchers).set({ purchasedByAccountId: accountId }).where(eq(vouchers.purchasedByAccountId, guestId)),
);

const updateEmailOwner = prepareRun((accountId: string, guestId: string) =>
  db.update(emails).set({ accountId }).where(eq(emails.accountId, guestId)),
);

const updateNoteSubject = prepareRun((accountId: string, guestId: string) =>
  db.update(accountNotes).set({ accountId }).where(eq(accountNotes.accountId, guestId)),
);

const updateDiscountUser = prepareRun((accountId: string, guestId: string) =>
  db.update(discountUses).set({ customerKey: accountId }).where(eq(discountUses.customerKey, guestId)),
);

const findAnyAddress = prepareGet((accountId: string) =>
  db.select().from(addresses).where(eq(addresses.accountId, accountId)).limit(1),
);

/**
 * The ids that an account's owner had as a guest. Their rows are deleted, and the audit goes on naming them; the basket of
 * each order leads to its guest's.
 */
export function guestIdsBehind(accountId: string): string[] {
  return listOrdersOfGuest(accountId).flatMap(({ basketKey }) => [
    idOfBasket(basketKey),
    ...basketKey.split("-").slice(-1),
  ]);
}
