import { and, asc, count, desc, eq, getTableColumns, type SQL } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { addresses } from "#db/schema";

/**
 * Saved addresses. Every query checks the owner: another account's address gets the same result as one that does not
 * exist. An account with addresses has exactly one default per kind.
 */

export type Address = typeof addresses.$inferSelect;

/** The fields that an address need not have: the columns that may be null. */
type OptionalField = { [Field in keyof Address]: null extends Address[Field] ? Field : never }[keyof Address];

/** An address as its form was sent. Optional fields that are left out stay unchanged; a country is then "GB". */
export type AddressInput = Pick<Address, "firstName" | "lastName" | "line1" | "city" | "postcode"> & {
  readonly [Field in OptionalField | "country"]?: string | undefined;
};

export type AddressKind = Address["kind"];

/** More than any customer delivers to. */
export const MOST_ADDRESSES = 20;

const owned = (accountId: string, kind: AddressKind) =>
  and(eq(addresses.accountId, accountId), eq(addresses.kind, kind));

const ownedOne = (accountId: string, addressId: string) =>
  and(eq(addresses.id, addressId), eq(addresses.accountId, accountId));

/** Delivery addresses: the default first, then oldest first. */
export const addressesOf = prepareAll((accountId: string) => inOrder(owned(accountId, "shipping")));

/** All addresses, including billing addresses, which only API clients use. */
export const addressesOfEveryKind = prepareAll((accountId: string) => inOrder(eq(addresses.accountId, accountId)));

function inOrder(which: SQL | undefined) {
  return db.select().from(addresses).where(which).orderBy(desc(addresses.isDefault), asc(addresses.createdAt));
}

export const addressOwnedBy = prepareGet((accountId: string, addressId: string) =>
  db.select().from(addresses).where(ownedOne(accountId, addressId)),
);

export type AddResult = { ok: true; address: Address } | { ok: false; reason: "too_many" };

/** Adds an address. The first of its kind is the default; a later one only on request. */
export function addAddress(
  accountId: string,
  words: AddressInput,
  options: { isDefault: boolean; kind?: AddressKind },
  now: Date,
): AddResult {
  const kind = options.kind ?? "shipping";
  return write((tx): AddResult => {
    const stored = countAddresses(accountId, kind)?.found ?? 0;
    if (stored >= MOST_ADDRESSES) return { ok: false, reason: "too_many" };
    const isDefault = options.isDefault || stored === 0;
    if (isDefault) clearDefault(tx, { accountId, kind }, now);
    const address = tx
      .insert(addresses)
      .values({ accountId, kind, ...columnsOf(words), isDefault, createdAt: now, updatedAt: now })
      .returning()
      .get();
    return { ok: true, address };
  });
}

const countAddresses = prepareGet((accountId: string, kind: AddressKind) =>
  db.select({ found: count() }).from(addresses).where(owned(accountId, kind)),
);

export type AddressResult = { ok: true } | { ok: false; reason: "not_found" };

/** Replaces an address. It becomes the default on request; only choosing another one ends that. */
export function changeAddress(
  request: { accountId: string; addressId: string },
  words: AddressInput,
  options: { isDefault: boolean },
  now: Date,
): AddressResult {
  const { accountId, addressId } = request;
  return write((tx): AddressResult => {
    const changed = tx
      .update(addresses)
      .set({ ...columnsOf(words), updatedAt: now })
      .where(ownedOne(accountId, addressId))
      .returning()
      .get();
    if (!changed) return { ok: false, reason: "not_found" };
    if (options.isDefault) setDefault(tx, changed, now);
    return { ok: true };
  });
}

export function makeDefault(accountId: string, addressId: string, now: Date): AddressResult {
  return write((tx): AddressResult => {
    const found = findOwnAddress(accountId, addressId);
    if (!found) return { ok: false, reason: "not_found" };
    setDefault(tx, { accountId, ...found }, now);
    return { ok: true };
  });
}

const findOwnAddress = prepareGet((accountId: string, addressId: string) =>
  db.select({ id: addresses.id, kind: addresses.kind }).from(addresses).where(ownedOne(accountId, addressId)),
);

/** Deletes an address. If it was the default, the oldest remaining one becomes the default. */
export function deleteAddress(accountId: string, addressId: string, now: Date): AddressResult {
  return write((tx): AddressResult => {
    const gone = deleteOwnAddress(accountId, addressId);
    if (!gone) return { ok: false, reason: "not_found" };
    const next = tx
      .select({ id: addresses.id })
      .from(addresses)
      .where(owned(accountId, gone.kind))
      .orderBy(asc(addresses.createdAt))
      .get();
    if (gone.isDefault && next) setDefault(tx, { ...gone, id: next.id }, now);
    return { ok: true };
  });
}

const deleteOwnAddress = prepareGet((accountId: string, addressId: string) =>
  db.delete(addresses).where(ownedOne(accountId, addressId)).returning(),
);

type Place = Pick<Address, "id" | "accountId" | "kind">;

function setDefault(tx: Transaction, place: Place, now: Date): void {
  clearDefault(tx, place, now);
  updateDefault(now, place.accountId, place.id);
}

const updateDefault = prepareRun((now: Date, accountId: string, placeId: string) =>
  db.update(addresses).set({ isDefault: true, updatedAt: now }).where(ownedOne(accountId, placeId)),
);

/** Clears the default of this kind. */
function clearDefault(_tx: Transaction, { accountId, kind }: Omit<Place, "id">, now: Date): void {
  updateNoDefault(now, accountId, kind);
}

const updateNoDefault = prepareRun((now: Date, accountId: string, kind: AddressKind) =>
  db
    .update(addresses)
    .set({ isDefault: false, updatedAt: now })
    .where(and(owned(accountId, kind), eq(addresses.isDefault, true))),
);

function columnsOf(words: AddressInput) {
  const { firstName, lastName, line1, city, postcode, country = "GB" } = words;
  const sent = optionalFields.flatMap((field) => (words[field] === undefined ? [] : [[field, words[field] || null]]));
  const optional: { [Field in OptionalField]?: string | null } = Object.fromEntries(sent);
  return { firstName, lastName, line1, city, postcode, country, ...optional };
}

const optionalFields = Object.entries(getTableColumns(addresses)).flatMap(([field, column]) =>
  column.notNull ? [] : [field as OptionalField],
);
