import { useId } from "react";
import { ChartTable } from "./chart-table";

export interface ColumnChartProps {
  readonly title: string;
  readonly axis: string;
  readonly labels: readonly string[];
  /** Whole numbers, 0 or more. */
  readonly values: readonly number[];
  /** Formats a value. */
  readonly show: (value: number) => string;
}

/** Its least width too, so that its text is never drawn smaller than others. */
const WIDTH = 960;
const LEFT = 96;
/** Half of the last label is here. */
const RIGHT = 12;
const HEIGHT = 180;

/** Hatched columns by day or hour, drawn on the server. */
export function ColumnChart({ title, axis, labels, values, show }: ColumnChartProps) {
  const id = useId().replace(/[^a-z0-9]/gi, "");
  const most = roundUp(Math.max(1, ...values));
  const pitch = (WIDTH - LEFT - RIGHT) / Math.max(1, labels.length);
  const every = Math.ceil(labels.length / 8);
  const yOf = (value: number) => 14 + HEIGHT * (1 - value / most);
  return (
    <figure className="chart">
      <div className="chart-head">
        <figcaption>{title}</figcaption>
      </div>
      <p className="chart-hint muted">Swipe the chart sideways to see all of it →</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls sideways */}
      <section className="chart-scroll" tabIndex={0} aria-label={`${title}, chart`}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 42}`} role="img" aria-label={`${title}: the table below says the same`}>
          <defs>
            <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse">
              <rect width="7" height="7" fill="#4a5560" />
              <path d="M0 6H7" stroke="#fff" strokeOpacity=".45" />
            </pattern>
          </defs>
          {[0, most / 2, most].map((value) => (
            <g key={value}>
              <path d={`M${LEFT} ${yOf(value)}H${WIDTH}`} className="chart-rule" />
              <text x={LEFT - 8} y={yOf(value) + 5} textAnchor="end">
                {show(value)}
              </text>
            </g>
          ))}
          {values.map((value, place) => (
            <rect
              key={labels[place]}
              x={LEFT + place * pitch + pitch * 0.12}
              y={yOf(value)}
              width={pitch * 0.76}
              height={HEIGHT + 14 - yOf(value)}
              fill={`url(#${id})`}
            />
          ))}
          {labels.map((label, place) =>
            place % every === 0 ? (
              <text key={label} x={LEFT + (place + 0.5) * pitch} y={HEIGHT + 34} textAnchor="middle">
                {label}
              </text>
            ) : null,
          )}
        </svg>
      </section>
      <ChartTable
        caption={title}
        axis={axis}
        columns={[title]}
        rows={labels.map((label, place) => ({ label, cells: [show(values[place] ?? 0)] }))}
      />
    </figure>
  );
}

/** The next even number of one or two digits followed by zeros. */
function roundUp(value: number): number {
  const ten = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / (2 * ten)) * 2 * ten;
}
