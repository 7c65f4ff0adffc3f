import type { ReactNode } from "react";

export interface DescriptionItem {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values in rows, such as an order's number, date and sum. */
export function DescriptionList({ items }: { readonly items: readonly DescriptionItem[] }) {
  return (
    <dl className="description-list">
      {items.map((item) => (
        <div key={item.name}>
          <dt>{item.name}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
