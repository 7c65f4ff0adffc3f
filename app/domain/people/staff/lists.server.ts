import { and, getTableColumns, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, write } from "#db/client.server";
import { countingRows, countRows, prepareAll, prepareGet } from "#db/queries.server";
import { type Sort, sortsOf } from "#db/sorting.server";
import { cachedCount } from "~/domain/kernel/limits/large-counts.server";
import { recordAuditEvent } from "./audit.server";
import type { Filter, Filters, Question } from "./list-filters.server";
import type { Permission, StaffRole } from "./permissions";

/**
 * A list of the staff's is declared once: its table, what is always left out, what a search finds, its filters, its
 * orders, and what a line shows. One function counts it and reads a page of it.
 */

/** Who reads a list, and when. */
export interface Reader {
  readonly now: Date;
  readonly role: StaffRole;
}

/** What is asked of a list. */
export type Asked<Kind extends Filters, Order extends string> = {
  readonly q: string;
  readonly page: number;
  /** Empty for its usual order. */
  readonly sort: Order;
} & { readonly [Word in keyof Kind]: Kind[Word] extends Filter<infer Value> ? Value : never };

/** What the address of a list may ask for. */
export interface ListAddress<Kind extends Filters = Filters, Order extends string = string> {
  /** Also its address, below that of the back office. */
  readonly name: string;
  readonly permission: Permission;
  readonly filters: Kind;
  /** What it may be sorted by, its usual order first. */
  readonly orders: readonly [Order, ...Order[]];
  /** What it is sorted by where nothing is asked. */
  usual(asked: Asked<Kind, Order>): string;
  readonly file?: {
    readonly permission: Permission;
    /** Its head and its lines, whatever page is asked. Who took them is recorded. */
    read(asked: Asked<Kind, Order>, taker: Taker): Cell[][];
  };
}

type Cell = string | number | null;

/** Who takes a file. */
interface Taker extends Reader {
  readonly staffId: string;
}

const addresses = new Map<string, ListAddress>();

/** Declares what an address may ask for, for the views that are saved of it. */
export function declareAddress<Kind extends Filters, Order extends string>(
  address: ListAddress<Kind, Order>,
): ListAddress<Kind, Order> {
  addresses.set(address.name, address);
  return address;
}

/** Every list that was declared. */
export const listAddresses = (): readonly ListAddress[] => [...addresses.values()];

/** The list of this name; undefined for an unknown one. */
export const listNamed = (name: string) => addresses.get(name);

/** A query for lines, with its joins. */
interface Lines<Row> {
  where(condition: SQL): {
    orderBy(...order: SQL[]): {
      all(): Row[];
      getSQL(): SQL;
      prepare(): Record<"run" | "get", (values: Record<string, unknown>) => unknown> & {
        all(values: Record<string, unknown>): Row[];
      };
    };
  };
}

type Columns = Readonly<Record<string, SQLWrapper>>;
type OrderOf<Sorted extends Columns> = Sort<keyof Sorted & string>;

interface Declared<Row, Line, Kind extends Filters, Sorted extends Columns> {
  readonly name: string;
  readonly permission: Permission;
  /** What tells rows apart; those with the same value are in its order. */
  readonly id: SQLiteColumn;
  /** Rows of a page. */
  readonly size?: number;
  /** What each row of it fulfils. */
  readonly always?: SQL;
  /** What is found by these words, which are not empty. */
  readonly search: (words: string, asked: Asked<Kind, "" | OrderOf<Sorted>>, reader: Reader) => SQL | undefined;
  /** Whether what is searched is found on the way through the order, because it may be much. */
  readonly isSearchedInOrder?: boolean;
  readonly filters: Kind;
  readonly sorts: Sorted;
  readonly usual: OrderOf<Sorted> | ((asked: Asked<Kind, "" | OrderOf<Sorted>>) => OrderOf<Sorted>);
  /** Orders whose index holds the filters too: a page is found on the way through it. */
  readonly inOrder?: readonly (keyof Sorted & string)[];
  readonly lines: () => Lines<Row>;
  /** What a page shows of its rows, where that is not what was read. */
  readonly show?: (rows: Row[], reader: Reader) => Line[];
  /** The same lines as a file for spreadsheets. */
  readonly file?: {
    readonly permission: Permission;
    /** Of so many rows at most. */
    readonly most: number;
    /** What is recorded of it besides the number of its rows. */
    readonly recorded: (asked: Asked<Kind, "" | OrderOf<Sorted>>) => { readonly id: string; readonly after?: object };
    readonly columns: Readonly<Record<string, (line: Line) => Cell>>;
  };
}

export interface List<Kind extends Filters, Order extends string, Line> extends ListAddress<Kind, Order> {
  readonly size: number;
  /** One page, and how many rows there are in all. What is not asked is as usual. */
  read(asked: Partial<Asked<Kind, Order>>, reader: Reader, size?: number): { rows: Line[]; total: number };
  /** How many rows these filters leave, without a search. A large number is counted once a minute. */
  count(asked: Partial<Asked<Kind, Order>>, now: Date): number;
}

/** These columns of a table. */
export function columnsOf<Table extends SQLiteTable, const Name extends keyof Table["$inferSelect"] & string>(
  table: Table,
  ...names: readonly Name[]
): Lines<Pick<Table["$inferSelect"], Name>> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => names.some((one) => one === name));
  return db.select(Object.fromEntries(columns)).from<SQLiteTable>(table) as Lines<Table["$inferSelect"]>;
}

const A_PAGE = 25;

const useIndex = (column: SQLWrapper) => sql`${column}`;
/** The "+" keeps SQLite from using the column's index. */
const lookAt = (column: SQLWrapper) => sql`+${column}`;

export function list<Row, const Kind extends Filters, const Sorted extends Columns, Line = Row>(
  table: SQLiteTable,
  declared: Declared<Row, Line, Kind, Sorted>,
): List<Kind, "" | OrderOf<Sorted>, Line> {
  type Wanted = Asked<Kind, "" | OrderOf<Sorted>>;
  const { name, permission, id, size: usualSize = A_PAGE, filters, search, lines, show } = declared;

  const complete = (asked: Partial<Wanted>) => {
    const usual = Object.entries(filters).map(([word, filter]) => [word, filter.read("")]);
    return { q: "", page: 1, sort: "", ...Object.fromEntries(usual), ...asked } as Wanted;
  };
  const usualOf = (wanted: Wanted) => (typeof declared.usual === "function" ? declared.usual(wanted) : declared.usual);
  const sorts = sortsOf(declared.sorts, { usual: usualOf(complete({})), id });
  const wordOf = (wanted: Wanted, word: string) => String(wanted[word as keyof Wanted] ?? "");
  const wordsOf = (wanted: Wanted) => Object.keys(filters).map((word) => wordOf(wanted, word));
  const asks = (wanted: Wanted) =>
    Object.entries(filters).filter(([word, filter]) => wordOf(wanted, word) !== filter.read(""));
  const filtered = (wanted: Wanted, question: Question) =>
    and(
      declared.always,
      ...Object.entries(filters).map(([word, filter]) => filter.where(wordOf(wanted, word), question)),
    );
  const sortOf = (wanted: Wanted) => wanted.sort || usualOf(wanted);

  // Ids first: a page far down the list then reads no more than an index.
  function pageQuery(where: SQL | undefined, order: SQL[], size: number, first: number) {
    const chosen = db
      .select({ id })
      .from(table)
      .where(where)
      .orderBy(...order)
      .limit(size)
      .offset(first);
    return lines()
      .where(inArray(id, chosen))
      .orderBy(...order);
  }

  const columnFor = (wanted: Wanted) =>
    declared.inOrder?.some((one) => one === sortOf(wanted).replace(/^-/, "")) ? lookAt : useIndex;

  const prepared = new Map<string, ReturnType<typeof prepareQueries>>();

  function prepareQueries(wanted: Wanted) {
    const sort = sortOf(wanted);
    const column = columnFor(wanted);
    return {
      rows: prepareAll((now: Date, size: number, first: number) =>
        pageQuery(filtered(wanted, { now, column }), sorts.orderBy(sort), size, first),
      ),
      count: prepareGet((now: Date) => countingRows(table, filtered(wanted, { now, column: useIndex }))),
    };
  }

  /** What is asked most, without a search and by filters that have few values, is prepared once. */
  function queriesFor(wanted: Wanted) {
    const key = [sortOf(wanted), ...wordsOf(wanted)].join(" ");
    const queries = prepared.get(key) ?? prepareQueries(wanted);
    prepared.set(key, queries);
    return queries;
  }

  const hasFewValues = (wanted: Wanted) => asks(wanted).every(([, filter]) => !filter.isOpen);

  function count(asked: Partial<Wanted>, now: Date): number {
    const wanted = complete(asked);
    if (!hasFewValues(wanted)) return countRows(table, filtered(wanted, { now, column: useIndex }));
    const counted = () => queriesFor(wanted).count(now)?.found ?? 0;
    return cachedCount([name, ...wordsOf(wanted)].join(" "), now, counted);
  }

  function find(wanted: Wanted, reader: Reader, size: number): { found: Row[]; total: number } {
    const { q, page } = wanted;
    const { now } = reader;
    const first = (page - 1) * size;
    const isFew = q !== "" || asks(wanted).some(([, filter]) => filter.isFew);
    if (!isFew && hasFewValues(wanted)) {
      return { found: queriesFor(wanted).rows(now, size, first), total: count(wanted, now) };
    }
    const searched = q === "" ? undefined : search(q, wanted, reader);
    const where = and(filtered(wanted, { now, column: isFew ? lookAt : columnFor(wanted) }), searched);
    const order = sorts.orderBy(sortOf(wanted), isFew && !declared.isSearchedInOrder);
    return { found: pageQuery(where, order, size, first).all(), total: countRows(table, where) };
  }

  function read(asked: Partial<Wanted>, reader: Reader, size = usualSize) {
    const { found, total } = find(complete(asked), reader, size);
    // Without `show`, a line is the row.
    return { rows: show ? show(found, reader) : (found as unknown[] as Line[]), total };
  }

  const { file } = declared;
  const address = {
    ...{ name, permission, filters, orders: sorts.words, usual: usualOf },
    file: file && {
      permission: file.permission,
      read(asked: Wanted, taker: Taker): Cell[][] {
        // In the usual order, whatever the page's: it decides which rows are left out where there are more.
        const { rows } = read({ ...asked, page: 1, sort: "" }, taker, file.most);
        const { id, after } = file.recorded(asked);
        const done = { action: file.permission, object: { type: name, id }, after: { rows: rows.length, ...after } };
        write((tx) => recordAuditEvent(tx, { staffId: taker.staffId, now: taker.now, ...done }));
        const cells = Object.values(file.columns);
        return [Object.keys(file.columns), ...rows.map((line) => cells.map((cell) => cell(line)))];
      },
    },
  };
  declareAddress(address);
  return { ...address, size: usualSize, read, count };
}
