import type { ReactNode } from "react";
import { formatNumber } from "../domain/text/numbers";

type Figure = number | string;
/** Figures by their names, in order. */
export type KpiFigures = Readonly<Record<string, Figure | { value: Figure; note: ReactNode }>>;

/** Figures in a row, divided by dashed rules. */
export function Kpis({ kpis }: { readonly kpis: KpiFigures }) {
  return (
    <dl className="kpis">
      {Object.entries(kpis).map(([name, kpi]) => {
        const { value, note } = typeof kpi === "object" ? kpi : { value: kpi, note: null };
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === "number" ? formatNumber(value) : value}</dd>
            {note && <dd className="kpi-note">{note}</dd>}
          </div>
        );
      })}
    </dl>
  );
}
