import { formatNumber } from "~/domain/kernel/text/numbers";
import { ChartTable } from "./chart-table";

/** One counted kind; kinds differ by pattern as well as by colour. */
export interface Series {
  readonly name: string;
  readonly thread: "solid" | "dashed" | "hollow";
  /** One value per position along the chart. */
  readonly values: readonly number[];
}

export interface StitchChartProps {
  readonly title: string;
  /** What the positions are, such as "Day", and their names: short below the chart, full in the table. */
  readonly axis: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** The singular of the counted thing: "order". */
  readonly unit: string;
}

/** Its least width too, so that its text is never drawn smaller than others. */
const WIDTH = 960;
const LEFT = 44;
/** Half of the last label is here. */
const RIGHT = 12;
const ROW = 8;
const MOST_ROWS = 30;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** A unit chart, drawn on the server: one stitch is one thing, or a round number of them when there are many. */
export function StitchChart({ title, axis, labels, series, unit }: StitchChartProps) {
  const totals = labels.map((_, place) => series.reduce((sum, one) => sum + (one.values[place] ?? 0), 0));
  const most = Math.max(0, ...totals);
  const each = STEPS.find((step) => most / step <= MOST_ROWS) ?? 100_000;
  const rows = Math.max(6, ...labels.map((_, place) => heightAt(series, place, each)));
  const floor = rows * ROW + 14;
  const pitch = (WIDTH - LEFT - RIGHT) / Math.max(1, labels.length);
  const gap = Math.min(3, pitch * 0.16);
  const marks = [0, Math.floor(rows / 2), rows].map((row) => ({ value: row * each, y: floor - row * ROW }));
  const every = Math.ceil(labels.length / 8);
  return (
    <figure className="chart">
      <div className="chart-head">
        <figcaption>{title}</figcaption>
        <ul className="chart-legend">
          {series.map(({ name, thread }) => (
            <li key={name}>
              <svg width="24" height="9" aria-hidden="true" className={`stitched-${thread}`}>
                <Threads d="M4 4.5h16" thread={thread} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </div>
      <p className="chart-hint muted">Swipe the chart sideways to see all of it →</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls sideways */}
      <section className="chart-scroll" tabIndex={0} aria-label={`${title}, chart`}>
        <svg viewBox={`0 0 ${WIDTH} ${floor + 26}`} role="img" aria-label={`${title}: the table below says the same`}>
          {marks.map(({ value, y }) => (
            <g key={y}>
              <path d={`M${LEFT} ${y}H${WIDTH}`} className="chart-rule" />
              <text x={LEFT - 8} y={y + 5} textAnchor="end">
                {formatNumber(value)}
              </text>
            </g>
          ))}
          {series.map(({ name, thread }, index) => (
            <Threads
              key={name}
              thread={thread}
              d={labels
                .map((_, place) => {
                  const below = heightAt(series.slice(0, index), place, each);
                  const own = stitchesOf(series[index]?.values[place] ?? 0, each);
                  const x = LEFT + place * pitch + gap + 2;
                  const run = Math.max(1, pitch - 2 * gap - 4);
                  return Array.from(
                    { length: own },
                    (_row, row) => `M${x.toFixed(1)} ${floor - (below + row) * ROW - 4}h${run.toFixed(1)}`,
                  ).join("");
                })
                .join("")}
            />
          ))}
          {labels.map((label, place) =>
            place % every === 0 ? (
              <text key={label} x={LEFT + (place + 0.5) * pitch} y={floor + 20} textAnchor="middle">
                {label}
              </text>
            ) : null,
          )}
        </svg>
      </section>
      {each > 1 && (
        <p className="muted small">
          One stitch is up to {formatNumber(each)} {unit}s.
        </p>
      )}
      <ChartTable
        caption={title}
        axis={axis}
        rows={labels.map((label, place) => ({
          label,
          cells: series.map(({ values }) => formatNumber(values[place] ?? 0)),
        }))}
        columns={series.map(({ name }) => name)}
      />
    </figure>
  );
}

/** Any value above zero has at least one stitch. */
const stitchesOf = (value: number, each: number) => Math.ceil(value / each);

const heightAt = (series: readonly Series[], place: number, each: number) =>
  series.reduce((sum, { values }) => sum + stitchesOf(values[place] ?? 0, each), 0);

/** Stitches along a path; a hollow one is a line within a wider line. */
function Threads({ d, thread }: { readonly d: string; readonly thread: Series["thread"] }) {
  return (
    <>
      <path d={d} className={`stitched stitched-${thread}`} />
      {thread === "hollow" && <path d={d} className="stitched-core" />}
    </>
  );
}
