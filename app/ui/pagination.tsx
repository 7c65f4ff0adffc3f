import { Fragment } from "react";

export interface PaginationProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly hrefOf: (page: number) => string;
  readonly label?: string;
}

/** Previous, the pages around this one, Next. Renders nothing for a single page. */
export function Pagination({ page, pages, hrefOf, label = "Pages" }: PaginationProps) {
  if (pages < 2) return null;
  const near = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((first, second) => first - second);
  return (
    <nav aria-label={label}>
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
