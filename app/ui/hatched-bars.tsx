import { useId } from "react";
import { ChartTable } from "./chart-table";

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** The formatted value beside the bar. */
  readonly shown: string;
  /** After the value, in grey. */
  readonly note?: string;
}

export interface HatchedBarsProps {
  readonly title: string;
  /** The table's headings: what a bar is, and what it measures. */
  readonly axis: string;
  readonly measure: string;
  readonly bars: readonly Bar[];
}

/** Horizontal hatched bars, each with its value; the last one is in the thread's colour. */
export function HatchedBars({ title, axis, measure, bars }: HatchedBarsProps) {
  const id = useId().replace(/[^a-z0-9]/gi, "");
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className="chart">
      <figcaption className="visually-hidden">{title}</figcaption>
      <svg width="0" height="0" aria-hidden="true" className="chart-weaves">
        <defs>
          <Weave id={`${id}a`} colour="#4a5560" />
          <Weave id={`${id}b`} colour="#a81f35" />
        </defs>
      </svg>
      <ul className="hatched-bars">
        {bars.map(({ name, value, shown, note }, place) => (
          <li key={name}>
            <span>{name}</span>
            <svg height="26" width="100%" aria-hidden="true">
              <rect
                width={`${((100 * Math.max(0, value)) / most).toFixed(1)}%`}
                height="26"
                fill={`url(#${id}${place === bars.length - 1 ? "b" : "a"})`}
              />
            </svg>
            <span className="hatched-value">
              <b>{shown}</b> {note}
            </span>
          </li>
        ))}
      </ul>
      <ChartTable
        caption={title}
        axis={axis}
        columns={[measure]}
        rows={bars.map(({ name, shown, note }) => ({
          label: name,
          cells: [note ? `${shown} (${note})` : shown],
        }))}
      />
    </figure>
  );
}

/** The hatching: cloth with regular lighter threads. */
function Weave({ id, colour }: { readonly id: string; readonly colour: string }) {
  return (
    <pattern id={id} width="7" height="26" patternUnits="userSpaceOnUse">
      <rect width="7" height="26" fill={colour} />
      <path d="M6 0V26" stroke="#fff" strokeOpacity=".45" />
    </pattern>
  );
}
