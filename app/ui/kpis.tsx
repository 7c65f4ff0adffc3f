import type { ReactNode } from "react";
import { formatNumber } from "../domain/kernel/text/numbers";

type Figure = number | string;
/** Figures by their names, in order. */
export type KpiFigures = Readonly<Record<string, Figure | Kpi>>;

interface Kpi {
  readonly value: Figure;
  readonly note: ReactNode;
  /** How it has changed since the period before, in words. */
  readonly change?: string;
}

/** Figures in a row, divided by dashed rules. */
export function Kpis({ kpis }: { readonly kpis: KpiFigures }) {
  return (
    <dl className="kpis">
      {Object.entries(kpis).map(([name, kpi]) => {
        const { value, note } = typeof kpi === "object" ? kpi : { value: kpi, note: null };
        const change = typeof kpi === "object" ? kpi.change : undefined;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === "number" ? formatNumber(value) : value}</dd>
            {note && <dd className="kpi-note">{note}</dd>}
            {change && <dd className="kpi-note kpi-change">{change}</dd>}
          </div>
        );
      })}
    </dl>
  );
}
