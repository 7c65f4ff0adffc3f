import { Fragment } from "react";
import { formatNumber } from "~/domain/kernel/text/numbers";

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

interface PaginationProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly hrefOf: (page: number) => string;
}

/** Previous, the pages around this one, Next. Renders nothing for a single page. */
function Pagination({ page, pages, hrefOf }: PaginationProps) {
  if (pages < 2) return null;
  const near = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((first, second) => first - second);
  return (
    <nav aria-label="Pages">
      <ul className="pagination">
        {page > 1 && (
          <li>
            <a href={hrefOf(page - 1)} rel="prev">
              Previous
            </a>
          </li>
        )}
        {near.map((number, index) => (
          <Fragment key={number}>
            {number - (near[index - 1] ?? 0) > 1 && (
              <li aria-hidden="true">
                <span>…</span>
              </li>
            )}
            <li>
              <a
                href={hrefOf(number)}
                aria-current={number === page ? "page" : undefined}
                aria-label={`Page ${number} of ${pages}`}
              >
                {number}
              </a>
            </li>
          </Fragment>
        ))}
        {page < pages && (
          <li>
            <a href={hrefOf(page + 1)} rel="next">
              Next
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
