import type { ReactNode } from "react";

export interface DescriptionItem {
  readonly name: string;
  readonly value: ReactNode;
}

/** Values by their names, in order; null leaves a row out. An array where names may repeat. */
export type Described = Readonly<Record<string, ReactNode>> | readonly DescriptionItem[];

function rowsOf(items: Described): readonly DescriptionItem[] {
  if (Array.isArray(items)) return items;
  const rows = Object.entries(items).map(([name, value]) => ({ name, value }));
  return rows.filter(({ value }) => value !== null);
}

/** Names and values in rows, such as an order's number, date and sum. */
export function DescriptionList({ items }: { readonly items: Described }) {
  return (
    <dl className="description-list">
      {rowsOf(items).map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
