import SqliteFile from "better-sqlite3";
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema";
import { SECOND_MS } from "~/domain/kernel/time/durations";

/**
 * What a machine that lost its copies wrote after the last of them. Its database and the one that another machine went on
 * with have one past: the newest row that is the same in both says how far it reaches. What the old one wrote later, and
 * the new one has not, is missed. Open no database of the app here: both are copies that nobody uses.
 */

/** Customers' data, and what a person does about a row of it that is missed. */
export const GROUPS: readonly { what: string; tables: readonly SQLiteTable[]; advice: string }[] = [
  {
    what: "Years, weeks and drafts",
    tables: [schema.loops, schema.entries, schema.entryVersions, schema.drafts, schema.chosenPrompts],
    advice:
      "Years, weeks and their versions that are missing come back by the command below. Where the new machine has other words for a week, or none for a draft, send these to their writer, who decides.",
  },
  {
    what: "Photos and books",
    tables: [schema.photos, schema.bookFiles],
    advice:
      "A missing photo comes back by the command below; its file is in the bucket of photos. Where the new machine has another caption, place or turn, tell its owner. A book is made again when it is asked for.",
  },
  {
    what: "Orders and payments",
    tables: [
      ...[schema.orders, schema.orderLines, schema.payments, schema.refunds, schema.refundRequests, schema.disputes],
      ...[schema.ledger, schema.discountUses, schema.fulfilments],
    ],
    advice:
      "Look each payment up with the payment provider: what was taken or paid back there is true. Where money was taken and the order is missing, pay it back there and ask the customer to order again. Pay no refund twice.",
  },
  {
    what: "Vouchers and credits",
    tables: [schema.vouchers, schema.loopCredits],
    advice:
      "A voucher that was bought follows its order. One that was redeemed can be redeemed again: ask its owner to do so. Its code isn’t in this file.",
  },
  {
    what: "Printing",
    tables: [schema.shipments, schema.reprintRequests],
    advice: "Ask the printer whether the book was ordered before you send it again.",
  },
  {
    what: "Accounts and addresses",
    tables: [schema.accounts, schema.addresses, schema.consents, schema.accountNotes, schema.impersonations],
    advice:
      "A missing account comes back by the command below. Of one that is there, tell its owner which details to enter again; a changed password is the earlier one again.",
  },
  {
    what: "Emails and enquiries",
    tables: [schema.emails, schema.enquiries],
    advice: "Answer an enquiry from here. An email that was sent may be sent again.",
  },
  {
    what: "Work of the staff",
    tables: [schema.entryViews, schema.restoreRequests],
    advice: "It says who looked at what: keep it with your records of the accident.",
  },
];

/** Never told to anybody; codes and links are in the bodies of emails. */
const SECRET = /_(?:hash|sealed|body)$/;
/** Times that may lie ahead of the moment when they are written; the same one in both is no sign of a shared past. */
export const AHEAD = /^(?:expires|starts|due|deletion_due|next_try|next_email|evidence_leaves|arrives)_at$/;
export const TIME = /(?:^|_)at$/;
/** A row may be committed this much later than the time it has, after others that have a later one. */
const LONGEST_COMMIT_MS = 10 * SECOND_MS;

/** By the column that names it: whose a row is. */
const OWNERS: Readonly<Record<string, string>> = {
  account_id: "SELECT ?",
  redeemed_by_account_id: "SELECT ?",
  purchased_by_account_id: "SELECT ?",
  loop_id: "SELECT account_id FROM loops WHERE id = ?",
  order_id: "SELECT account_id FROM orders WHERE id = ?",
  shipment_id: "SELECT account_id FROM orders JOIN shipments ON shipments.order_id = orders.id WHERE shipments.id = ?",
};

type Row = Readonly<Record<string, unknown>>;

export interface MissedRow {
  table: string;
  key: string;
  /** Whose it is, where that is known. */
  account: { id: string; email: string } | null;
  /** Whether the new one has no such row at all; otherwise it has another. */
  isMissing: boolean;
  /** What the old one has, of a row that is there only what differs. */
  values: Row;
}

export interface Missed {
  /** The newest moment that both have; null where they have none. */
  sharedUntil: Date | null;
  groups: { what: string; advice: string; rows: MissedRow[] }[];
}

interface Table {
  name: string;
  keys: readonly string[];
  columns: readonly string[];
  /** When a row was written, as SQL of the alias; null where a table has no time. */
  written: ((alias: Alias) => string) | null;
  /** When it was changed last, at the latest. */
  changed: ((alias: Alias) => string) | null;
}

/** The schema of each alias. */
const SCHEMAS = { old: "main", now: "current" } as const;
type Alias = keyof typeof SCHEMAS;

/** A photo whose caption, place or turn was changed has no time of that; its year has. */
const changedWithYear = (alias: Alias) =>
  `coalesce((SELECT updated_at FROM ${SCHEMAS[alias]}.loops WHERE id = ${alias}.loop_id), 0)`;

/** What `old` wrote that `current` has not, both of this release. @throws when either cannot be read. */
export function findMissed(old: string, current: string): Missed {
  const connection = new SqliteFile(old, { readonly: true, fileMustExist: true });
  try {
    connection.prepare("ATTACH ? AS current").run(current);
    const sharedUntil = findSharedUntil(connection);
    const isErased = erasedIn(connection);
    const of = (table: SQLiteTable) =>
      missedOf(connection, tableOf(connection, getTableName(table)), { sharedUntil, isErased });
    const groups = GROUPS.map(({ what, advice, tables }) => ({
      ...{ what, advice },
      rows: tables.flatMap(of),
    }));
    return {
      sharedUntil: sharedUntil > 0 ? new Date(sharedUntil) : null,
      groups: groups.filter(({ rows }) => rows.length > 0),
    };
  } finally {
    connection.close();
  }
}

function tableOf(connection: SqliteFile.Database, name: string): Table {
  const info = connection
    .prepare<[string], { name: string; pk: number }>("SELECT name, pk FROM pragma_table_info(?)")
    .all(name);
  const columns = info.map((column) => column.name);
  const times = columns.filter((column) => TIME.test(column) && !AHEAD.test(column));
  const written = (alias: Alias) =>
    `max(${["0", ...times.map((time) => `coalesce(${alias}."${time}", 0)`)].join(", ")})`;
  const changed = name === "photos" ? (alias: Alias) => `max(${written(alias)}, ${changedWithYear(alias)})` : written;
  return {
    ...{ name, columns },
    keys: info.filter(({ pk }) => pk > 0).map((column) => column.name),
    ...(times.length > 0 ? { written, changed } : { written: null, changed: null }),
  };
}

const onKeys = ({ keys }: Table) => keys.map((key) => `now."${key}" = old."${key}"`).join(" AND ");

/**
 * Whatever the old one had committed before this is in its copies, because they follow one another. Every shop has the
 * discount that a migration makes.
 */
function findSharedUntil(connection: SqliteFile.Database): number {
  const names = connection
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*' AND name <> 'discounts'",
    )
    .pluck()
    .all();
  const newest = names.map((name) => {
    const table = tableOf(connection, name);
    // A row that is known by its minute can be written by both.
    if (!table.written || table.keys.length === 0 || table.keys.some((key) => TIME.test(key))) return 0;
    const [before, after] = [table.written("old"), table.written("now")];
    const same = `SELECT max(${before}) FROM main."${name}" AS old JOIN current."${name}" AS now ON ${onKeys(table)}`;
    return connection.prepare<[], number | null>(`${same} WHERE ${before} = ${after}`).pluck().get() ?? 0;
  });
  return Math.max(0, ...newest);
}

function missedOf(
  connection: SqliteFile.Database,
  table: Table,
  { sharedUntil, isErased }: { sharedUntil: number; isErased: (account: MissedRow["account"], row: Row) => boolean },
): MissedRow[] {
  const { name, keys, columns, written, changed } = table;
  const all = (alias: Alias) => `(${columns.map((column) => `${alias}."${column}"`).join(", ")})`;
  const isGone = `now."${keys[0]}" IS NULL`;
  const isAfter = written ? `${written("old")} > @sharedUntil - ${LONGEST_COMMIT_MS}` : "@sharedUntil >= 0";
  // A row that the new one changed later is no loss, unless the old one had changed it after its last copy too.
  const isLater = changed
    ? `(${changed("old")} > @sharedUntil OR ${changed("old")} > ${changed("now")})`
    : "@sharedUntil < 0";
  const found = connection
    .prepare<[{ sharedUntil: number }], Row>(
      `SELECT old.* FROM main."${name}" AS old LEFT JOIN current."${name}" AS now ON ${onKeys(table)}
       WHERE (${isGone} AND ${isAfter}) OR (NOT ${isGone} AND ${isLater} AND ${all("old")} IS NOT ${all("now")})`,
    )
    .all({ sharedUntil });
  const present = connection.prepare<unknown[], Row>(
    `SELECT * FROM current."${name}" WHERE ${keys.map((key) => `"${key}" = ?`).join(" AND ")}`,
  );
  return found.flatMap((row) => {
    const account = ownerOf(connection, name, row);
    if (isErased(account, row)) return [];
    const known = present.get(keys.map((key) => row[key]));
    const told = Object.entries(row).filter(
      ([column, value]) => value !== null && value !== "" && !keys.includes(column) && value !== known?.[column],
    );
    return {
      table: name,
      key: keys.map((key) => row[key]).join(" "),
      account,
      isMissing: known === undefined,
      values: Object.fromEntries(told.map(([column, value]) => [column, SECRET.test(column) ? "not shown" : value])),
    };
  });
}

function ownerOf(connection: SqliteFile.Database, table: string, row: Row): MissedRow["account"] {
  const ids = Object.entries(OWNERS)
    .filter(([column]) => typeof row[column] === "string")
    .map(([column, sql]) => connection.prepare<[unknown], string | null>(sql).pluck().get(row[column]));
  const id = table === "accounts" ? row.id : ids.find(Boolean);
  if (typeof id !== "string") return null;
  const email = connection.prepare<[string], string>("SELECT email FROM accounts WHERE id = ?").pluck().get(id);
  return { id, email: email ?? "" };
}

/** Nobody who was erased since is written down again. */
function erasedIn(connection: SqliteFile.Database) {
  const ids = new Set(connection.prepare<[], string>("SELECT account_id FROM current.erased_accounts").pluck().all());
  const emails = new Set(
    connection
      .prepare<[], string>("SELECT email FROM accounts WHERE id IN (SELECT account_id FROM current.erased_accounts)")
      .pluck()
      .all(),
  );
  return (account: MissedRow["account"], row: Row) =>
    ids.has(account?.id ?? "") || Object.values(row).some((value) => emails.has(String(value)));
}
