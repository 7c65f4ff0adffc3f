import type { ReactNode } from "react";
import { classes } from "./classes";

export interface Column<Row> {
  readonly label: string;
  readonly numeric?: boolean;
  /** For a date: it is not broken where there is room for whole rows. */
  readonly oneLine?: boolean;
  /** What the table is sorted by when its heading is first pressed: "name", or downwards "-date". */
  readonly sort?: string;
  /** For a column of links: its name is announced but not shown. */
  readonly labelHidden?: boolean;
  /** What a row shows in this column. */
  readonly cell: (row: Row) => ReactNode;
}

/** How a table is sorted now, and where each heading leads. */
export interface Sorting {
  readonly current: string;
  readonly hrefOf: (sort: string) => string;
}

export interface TableProps<Row extends { readonly id: string }> {
  readonly caption: string;
  /** For a table whose heading just above says the same. */
  readonly captionHidden?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly sorting?: Sorting;
  /** Shown instead of a table without rows. */
  readonly empty?: ReactNode;
}

/** Set explicitly, because some browsers drop the roles of a table laid out as a grid. */
const ROLE = {
  table: "table",
  rowgroup: "rowgroup",
  row: "row",
  columnheader: "columnheader",
  cell: "cell",
} as const;

/**
 * A data table. On a narrow screen each row is folded: its name and its state on one line, below them the other values
 * with their headings; between, a wide table scrolls sideways.
 */
export function Table<Row extends { readonly id: string }>(props: TableProps<Row>) {
  const { caption, captionHidden, columns, rows, sorting, empty } = props;
  if (rows.length === 0 && empty) return <>{empty}</>;
  const name = columns.find(({ labelHidden }) => !labelHidden);
  return (
    <div className="table-scroll">
      <table className="table" role={ROLE.table}>
        <caption className={captionHidden ? "visually-hidden" : undefined}>{caption}</caption>
        <thead role={ROLE.rowgroup}>
          <tr role={ROLE.row}>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                role={ROLE.columnheader}
                aria-sort={sorting && sortedBy(column, sorting)}
                className={column.numeric ? "numeric" : undefined}
              >
                <Heading column={column} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={ROLE.rowgroup}>
          {rows.map((row) => (
            <tr key={row.id} role={ROLE.row}>
              {columns.map((column) => (
                <td
                  key={column.label}
                  role={ROLE.cell}
                  className={
                    classes(
                      column.numeric && "numeric",
                      column.oneLine && "one-line",
                      column === name && "cell-name",
                    ) || undefined
                  }
                  data-label={column.labelHidden ? undefined : column.label}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is less in a cell than its value: below it, or behind it where rows are compact. */
export function CellNote({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {" "}
      <span className="cell-note">{children}</span>
    </>
  );
}

/** The column of a sorting, whichever way round. */
export const sortName = (sort: string) => sort.replace(/^-/, "");

function sortedBy({ sort }: { readonly sort?: string }, { current }: Sorting) {
  if (sort === undefined || sortName(sort) !== sortName(current)) return undefined;
  return current.startsWith("-") ? "descending" : "ascending";
}

/** What pressing a column's heading sorts by: the other way round where the table is sorted by it already. */
export function nextSort(sort: string, current: string): string {
  if (sortName(sort) !== sortName(current)) return sort;
  return current.startsWith("-") ? sortName(current) : `-${current}`;
}

interface HeadingProps {
  readonly column: Pick<Column<never>, "label" | "labelHidden" | "sort">;
  readonly sorting: Sorting | undefined;
}

function Heading({ column: { label, labelHidden, sort }, sorting }: HeadingProps) {
  if (labelHidden) return <span className="visually-hidden">{label}</span>;
  if (!sorting || sort === undefined) return label;
  return (
    <>
      <a href={sorting.hrefOf(nextSort(sort, sorting.current))}>{label}</a>
      <span className="narrow-heading">{label}</span>
    </>
  );
}
