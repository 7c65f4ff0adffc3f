import { and, desc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, memoize, prepareAll } from "#db/queries.server";
import { accounts, searchEntries, vouchers } from "#db/schema";
import { guestsLike } from "~/domain/people/accounts/guests.server";
import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";
import { LAST_FOUR } from "~/domain/shop/vouchers/code";
import { readVoucherCode } from "~/domain/shop/vouchers/typed-code";
import { voucherHashes } from "~/domain/shop/vouchers/vouchers.server";
import { addressBegun, idsByAddress } from "./found-addresses.server";
import { type Kind, kindsFor, MOST_FOUND } from "./kinds";
import { matchOf } from "./terms";

/**
 * One box for staff: finds people, orders, vouchers, shipments and partner orders by a part of a name, an email
 * address, a postcode, an order's or tracking number, or the last four of a voucher or card. What people wrote is not
 * in the index, and who may not know customers finds their gifts by code alone. Triggers keep the index true
 * (`migrations/0023_search.sql`).
 */

export interface Found {
  kind: Kind;
  /** Newest first. */
  ids: string[];
  /** Whether there are more than these. */
  isMore: boolean;
}

/**
 * What this role may find by the beginning of an email address; null where nothing has an address that begins so, and for
 * who may not know customers.
 */
export function searchAddresses(words: string, role: StaffRole): Found[] | null {
  const begun = addressBegun(words);
  if (begun === null || !isPermitted(role, "orders.read")) return null;
  const found = kindsFor(role).map((kind) => foundOf(kind, idsByAddress(kind, begun, MOST_FOUND + 1)));
  return found.some(({ ids }) => ids.length > 0) ? found : null;
}

/** What this role may find by this search, kind by kind; kinds without results are included, with no ids. */
export function search(words: string, role: StaffRole): Found[] {
  const match = matchOf(words);
  const seesCustomers = isPermitted(role, "orders.read");
  return kindsFor(role).map((kind) => {
    const isOfStaff = kind === "voucher" && !seesCustomers;
    const exact = [...exactly(kind, words), ...(isOfStaff ? endingIn(words) : [])];
    const find = isOfStaff ? listMatchingOfBatches : listMatching(kind);
    const matched = match === null ? [] : find(match, MOST_FOUND + 1);
    return foundOf(kind, [...new Set([...exact, ...matched.map(({ id }) => id)])]);
  });
}

function foundOf(kind: Kind, all: readonly string[]): Found {
  const ids = kind === "person" ? withoutRepeats(all) : all;
  return { kind, ids: ids.slice(0, MOST_FOUND), isMore: ids.length > MOST_FOUND };
}

const INDEXES: Readonly<Record<Kind, SQL>> = {
  person: sql.raw("search_words_of_people"),
  order: sql.raw("search_words_of_orders"),
  voucher: sql.raw("search_words_of_vouchers"),
  shipment: sql.raw("search_words_of_shipments"),
  batch: sql.raw("search_words_of_batches"),
};

const listMatching = memoize((kind: Kind) =>
  prepareAll((match: string, most: number) =>
    db
      .select({ id: searchEntries.subjectId })
      .from(sql`${INDEXES[kind]} AS words`)
      .innerJoin(searchEntries, sql`${searchEntries.id} = words.rowid`)
      .where(sql`${INDEXES[kind]} MATCH ${match}`)
      .orderBy(sql`words.rowid DESC`)
      .limit(most),
  ),
);

/** The vouchers that staff made: what is searched of a gift is who bought and who receives it. */
const listMatchingOfBatches = prepareAll((match: string, most: number) =>
  db
    .select({ id: searchEntries.subjectId })
    .from(sql`${INDEXES.voucher} AS words`)
    .innerJoin(searchEntries, sql`${searchEntries.id} = words.rowid`)
    .innerJoin(vouchers, and(eq(vouchers.id, searchEntries.subjectId), isNotNull(vouchers.batchId)))
    .where(sql`${INDEXES.voucher} MATCH ${match}`)
    .orderBy(sql`words.rowid DESC`)
    .limit(most),
);

/** Vouchers by the last four characters of their code, for staff who may not search gifts by name. */
function endingIn(words: string): string[] {
  const lastFour = words.toUpperCase();
  return LAST_FOUR.test(lastFour) ? listWithLastFour(lastFour).map(({ id }) => id) : [];
}

const listWithLastFour = prepareAll((lastFour: string) =>
  db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(eq(vouchers.lastFour, lastFour))
    .orderBy(desc(vouchers.createdAt))
    .limit(MOST_FOUND),
);

/** A guest who bought several times is found once. */
function withoutRepeats(ids: readonly string[]): string[] {
  const guests = guestsLike(ids);
  return ids.filter((id) => {
    const same = guests.get(id);
    return same === undefined || same.find((one) => ids.includes(one)) === id;
  });
}

/** What the index cannot find: a voucher by its whole code, which is stored as a hash, and a name of two letters. */
function exactly(kind: Kind, words: string): string[] {
  if (kind === "voucher") {
    const code = readVoucherCode(words);
    return code === null ? [] : listWithCode(voucherHashes(code)).map(({ id }) => id);
  }
  if (kind === "person" && matchOf(words) === null && words !== "") {
    return listNamed(words).map(({ id }) => id);
  }
  return [];
}

const listWithCode = prepareAll((hashes: string[]) =>
  db.select({ id: vouchers.id }).from(vouchers).where(isIn(vouchers.codeHash, hashes)),
);

const listNamed = prepareAll((name: string) =>
  db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      or(
        eq(sql`lower(${accounts.firstName})`, sql`lower(${name})`),
        eq(sql`lower(${accounts.lastName})`, sql`lower(${name})`),
      ),
    )
    .limit(MOST_FOUND),
);
