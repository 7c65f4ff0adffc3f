import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A column's name sorts upwards; with "-" before it, downwards. */
export type Sort<Name extends string> = Name | `-${Name}`;

/** How a list can be sorted. */
export interface Sorts<Name extends string> {
  /** What its address may ask for; nothing is its usual order. */
  readonly words: readonly ["", ...Sort<Name>[]];
  readonly usual: Sort<Name>;
  /**
   * The order of a query. With `isFew` it is made by sorting what was found, which is quicker for a search than walking
   * through the index of the order.
   */
  orderBy(sort: "" | Sort<Name>, isFew?: boolean): SQL[];
}

export type SortOf<Kind extends Sorts<string>> = Kind["words"][number];

/**
 * Makes the sorting of a list from its columns, each with what it sorts by. Rows with the same value follow in the order
 * of their ids, so that no page repeats or skips one: an index that serves a column ends in `id`.
 */
export function sortsOf<const Columns extends Readonly<Record<string, SQLWrapper>>>(
  columns: Columns,
  { usual, id }: { usual: Sort<keyof Columns & string>; id: SQLWrapper },
): Sorts<keyof Columns & string> {
  type Name = keyof Columns & string;
  const words = Object.keys(columns).flatMap((name) => [name as Name, `-${name}` as const as Sort<Name>]);
  const expressions = new Map<string, SQLWrapper>(Object.entries(columns));
  return {
    words: ["", ...words],
    usual,
    orderBy(sort, isFew = false) {
      const chosen: string = sort || usual;
      const direction = chosen.startsWith("-") ? desc : asc;
      const column = expressions.get(chosen.replace(/^-/, ""));
      if (!column) return [];
      return [direction(isFew ? sql`+${column}` : column), direction(id)];
    },
  };
}
