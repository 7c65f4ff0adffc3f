import type { ReactNode } from "react";
import { Button } from "./button";
import { TextField } from "./field";

export interface ListFiltersProps {
  /** Where the list is; asked for bare, it shows everything. */
  readonly path: string;
  /** What was searched for. */
  readonly search: string;
  /** What the search looks at. */
  readonly hint?: string;
  /** Further fields that narrow the list. */
  readonly children?: ReactNode;
  /** Links behind the button. */
  readonly more?: ReactNode;
}

/** What a long list of the staff's is narrowed by: a search, a few choices, and the way back to all of it. */
export function ListFilters({ path, search, hint, children, more }: ListFiltersProps) {
  return (
    <form className="staff-filters" method="get" action={path}>
      <TextField label="Search" name="q" type="search" maxLength={200} hint={hint} defaultValue={search} />
      {children}
      <Button size="staff">Filter</Button>
      <a href={path}>Clear</a>
      {more}
    </form>
  );
}
