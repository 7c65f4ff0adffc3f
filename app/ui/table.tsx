import type { ReactNode } from "react";
import { classes } from "./classes";

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly numeric?: boolean;
  /** For a column of links: its name is announced but not shown. */
  readonly labelHidden?: boolean;
}

export interface TableRow {
  readonly key: string;
  /** By column key. */
  readonly cells: Readonly<Record<string, ReactNode>>;
}

export interface TableProps {
  readonly caption: string;
  /** For a table whose heading just above says the same. */
  readonly captionHidden?: boolean;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  /** Shown instead of a table without rows. */
  readonly empty?: ReactNode;
}

/** Explicit roles, which some browsers drop from a table laid out as a grid. */
const AS = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** A data table. On a narrow screen every row becomes a small grid of named values. */
export function Table({ caption, captionHidden, columns, rows, empty }: TableProps) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <table className="table" {...AS.table}>
      <caption className={captionHidden ? "visually-hidden" : undefined}>{caption}</caption>
      <thead {...AS.rowgroup}>
        <tr {...AS.row}>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              {...AS.columnheader}
              className={classes(column.numeric && "numeric") || undefined}
            >
              {column.labelHidden ? <span className="visually-hidden">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.rowgroup}>
        {rows.map((row) => (
          <tr key={row.key} {...AS.row}>
            {columns.map((column) => (
              <td key={column.key} {...AS.cell} className={classes(column.numeric && "numeric") || undefined}>
                <span className="table-label" aria-hidden="true">
                  {column.labelHidden ? "" : column.label}
                </span>
                <span>{row.cells[column.key]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
