import type { ReactNode } from "react";

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values under one another: an order's number, day and sum. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
