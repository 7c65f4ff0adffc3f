import type { ReactNode } from "react";

export interface Kpi {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Figures in a row, divided by dashed rules. */
export function Kpis({ kpis }: { readonly kpis: readonly Kpi[] }) {
  return (
    <dl className="kpis">
      {kpis.map((kpi) => (
        <div key={kpi.name}>
          <dt>{kpi.name}</dt>
          <dd>{kpi.value}</dd>
          {kpi.note && <dd className="kpi-note">{kpi.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
