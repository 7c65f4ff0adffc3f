import { type Column, nextSort, type Sorting, sortName } from "./table";

/** The links of a table's headings as a menu, for narrow screens, which show no headings. */
export function SortMenu({
  columns,
  sorting,
}: {
  readonly columns: readonly Pick<Column<never>, "label" | "sort">[];
  readonly sorting: Sorting;
}) {
  const sortable = columns.flatMap(({ label, sort }) => (sort === undefined ? [] : [{ label, sort }]));
  const current = sortable.find(({ sort }) => sortName(sort) === sortName(sorting.current));
  if (sortable.length === 0) return null;
  return (
    <details className="sort-menu">
      <summary>Sort{current && `: ${current.label.toLowerCase()}`}</summary>
      <ul>
        {sortable.map(({ label, sort }) => (
          <li key={sort}>
            <a
              href={sorting.hrefOf(nextSort(sort, sorting.current))}
              aria-current={current?.sort === sort ? "true" : undefined}
            >
              {current?.sort === sort ? "Reverse the order" : label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
