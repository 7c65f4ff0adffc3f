import type { ReactNode } from "react";
import { formatPence } from "../domain/kernel/money/pounds";
import { Chip } from "./chip";
import { classes } from "./classes";
import { Swatch } from "./swatch";
import type { ThemeName } from "./theme";

export interface PriceRow {
  readonly label: ReactNode;
  /** Whole pence, or text such as "Free". A discount is negative. */
  readonly amount: number | string;
  /** A discount code, shown as a chip after the label. */
  readonly chip?: string;
}

export interface PriceItem {
  readonly name: string;
  readonly detail?: string;
  readonly motif?: string;
  readonly theme?: ThemeName;
}

export interface PriceSummaryProps {
  readonly title?: string;
  readonly item?: PriceItem;
  readonly rows: readonly PriceRow[];
  readonly totalPence: number;
  readonly totalLabel?: string;
  /** Sticky beside a long form on wide screens. */
  readonly sticky?: boolean;
  /** On narrow screens it is one line above the form, which opens it; "open" where something in it is to be put right. */
  readonly fold?: "closed" | "open";
  /** Below the total: the discount form, the button. */
  readonly children?: ReactNode;
}

/** The price, on a double-ruled panel like a bookplate. */
export function PriceSummary(props: PriceSummaryProps) {
  const { title = "Your order", item, rows, totalPence, totalLabel = "Total", sticky = true, fold, children } = props;
  return (
    <>
      {fold && (
        // What it opens follows it, so that without its line the summary is simply there.
        <details className="price-fold" open={fold === "open"}>
          <summary>
            {item ? `${title}: ${item.name}` : title} <b className="figures">{formatPence(totalPence)}</b>
          </summary>
        </details>
      )}
      <aside className={classes("price-summary", sticky && "price-summary-sticky")} aria-label={title}>
        <h2>{title}</h2>
        {item && (
          <div className="price-item">
            {item.motif && <Swatch src={item.motif} theme={item.theme} size="small" />}
            <p>
              <b>{item.name}</b>
              {item.detail && <span>{item.detail}</span>}
            </p>
          </div>
        )}
        {item && <hr />}
        <dl className="price-rows">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may be markup, and rows are never reordered
            <div key={index}>
              <dt>
                {row.label}
                {row.chip && (
                  <>
                    {" "}
                    <Chip>{row.chip}</Chip>
                  </>
                )}
              </dt>
              <dd>{typeof row.amount === "number" ? formatPence(row.amount) : row.amount}</dd>
            </div>
          ))}
        </dl>
        <hr />
        <dl className="price-rows price-total">
          <div>
            <dt>{totalLabel}</dt>
            <dd>
              <span className="figures">{formatPence(totalPence)}</span>
            </dd>
          </div>
        </dl>
        {children}
      </aside>
    </>
  );
}
