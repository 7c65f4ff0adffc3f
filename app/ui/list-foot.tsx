import { formatNumber } from "~/domain/kernel/text/numbers";
import { Pagination } from "./pagination";

export interface ListFootProps {
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly hrefOf: (page: number) => string;
}

/** Below a list: the range shown, the total, and the page links. */
export function ListFoot({ page, size, total, hrefOf }: ListFootProps) {
  if (total === 0) return null;
  const first = (page - 1) * size + 1;
  const last = Math.min(total, page * size);
  const pages = Math.ceil(total / size);
  if (page > pages) {
    return (
      <p className="staff-foot">
        <span className="muted">There’s nothing on page {formatNumber(page)}.</span>
        <a href={hrefOf(pages)}>Go to the last page, {formatNumber(pages)}</a>
      </p>
    );
  }
  return (
    <div className="staff-foot">
      <p className="muted">
        Showing {formatNumber(first)} to {formatNumber(last)} of {formatNumber(total)}
      </p>
      <Pagination page={page} pages={pages} hrefOf={hrefOf} />
    </div>
  );
}
