import type { ReactNode } from "react";
import { Table, type TableProps } from "./table";

interface TablePanelProps<Row extends { readonly id: string }> extends Omit<TableProps<Row>, "caption"> {
  readonly title: string;
  /** What the table has, where that is more than the title. */
  readonly caption?: string;
}

/** A panel of a staff page with one table. */
export function TablePanel<Row extends { readonly id: string }>(props: TablePanelProps<Row>) {
  const { title, caption = title, ...table } = props;
  return (
    <section className="staff-panel">
      <h2>{title}</h2>
      <Table caption={caption} captionHidden {...table} />
    </section>
  );
}

interface ListPanelProps {
  readonly title: string;
  readonly empty: string;
  readonly className?: string;
  /** The list's items. */
  readonly children: readonly ReactNode[];
  /** Below the list. */
  readonly more?: ReactNode;
}

/** A panel of a staff page with one list. */
export function ListPanel({ title, empty, className = "staff-acts-done", children, more }: ListPanelProps) {
  return (
    <section className="staff-panel">
      <h2>{title}</h2>
      {children.length === 0 && <p className="muted">{empty}</p>}
      <ul className={className}>{children}</ul>
      {more}
    </section>
  );
}
