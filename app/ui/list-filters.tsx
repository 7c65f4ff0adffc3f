import type { ReactNode } from "react";
import { Button } from "./button";
import { TextField } from "./field";

export interface ListFiltersProps {
  /** The list's path; without a query it shows everything. */
  readonly path: string;
  /** The current search. */
  readonly search: string;
  /** How the list is sorted, which filtering keeps. */
  readonly sort?: string;
  /** Names the fields that the search covers. */
  readonly hint?: string;
  readonly children?: ReactNode;
  /** Links after the button. */
  readonly more?: ReactNode;
}

/** The filters of a staff list: a search, a few choices, and a link back to the whole list. */
export function ListFilters({ path, search, sort, hint, children, more }: ListFiltersProps) {
  return (
    <form className="staff-filters" method="get" action={path}>
      <TextField label="Search" name="q" type="search" maxLength={200} hint={hint} defaultValue={search} />
      {children}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <Button size="staff" variant="line">
        Filter
      </Button>
      <a href={path}>Clear</a>
      {more}
    </form>
  );
}
