import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { SelectField, type SelectOption } from "~/ui/field";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { SortMenu } from "~/ui/sort-menu";
import { type Column, type Sorting, Table } from "~/ui/table";
import { pageAddress } from "~/web/list-query";
import { type BulkAct, BulkBar, tickColumn } from "./bulk";
import { StaffFrame, type StaffFrameProps } from "./frame";
import type { listFacts } from "./lists.server";
import { SavedViews } from "./saved-views";

interface Filter<Name> {
  /** The name of its choice in the query. */
  readonly name: Name;
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly width?: "s" | "m";
}

type ListQueryShape = {
  readonly q: string;
  readonly page: number;
  /** What it is sorted by; empty for its usual order. */
  readonly sort: string;
};

interface StaffListProps<Row extends { readonly id: string }, Query extends ListQueryShape>
  extends Omit<StaffFrameProps, "children"> {
  /** As its loader gave it: the query, and one page of what was found. */
  readonly view: ReturnType<typeof listFacts> & {
    readonly query: Query;
    readonly rows: readonly Row[];
    readonly total: number;
    /** How many rows a page has. */
    readonly size: number;
  };
  /** What the search looks at. */
  readonly hint?: string;
  readonly filters?: readonly Filter<keyof Query & string>[];
  /** Further fields behind the filters. */
  readonly fields?: ReactNode;
  /** Links behind the button of the filters. */
  readonly more?: ReactNode;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Shown where nothing was found. */
  readonly empty: string;
  /** What this role can do to selected lines, and what a line is called. */
  readonly ticks?: { readonly acts: readonly BulkAct[]; readonly nameOf: (row: Row) => string };
  /** Puts something around the table, such as a form for selected shipments in it. */
  readonly around?: (table: ReactNode) => ReactNode;
  /** Between the title and the filters: figures, a banner. */
  readonly children?: ReactNode;
}

/** A list page of the back office: search, filters, a table of one page of rows, and links to the other pages. */
export function StaffList<Row extends { readonly id: string }, Query extends ListQueryShape>(
  props: StaffListProps<Row, Query>,
) {
  const { view, hint, filters = [], fields, more, caption, empty, ticks, around, children } = props;
  const { path, query, usual, rows, total, size } = view;
  const isAllSelected = new URLSearchParams(useLocation().search).get("ticked") === "all";
  const acts = rows.length > 0 ? (ticks?.acts ?? []) : [];
  const columns =
    ticks && acts.length > 0 ? [tickColumn(ticks.nameOf, isAllSelected), ...props.columns] : props.columns;
  const sorting = sortingOf(path, { ...query }, usual);
  const table = (
    <>
      <SortMenu columns={columns} sorting={sorting} />
      <Table caption={caption} captionHidden columns={columns} rows={rows} sorting={sorting} empty={<p>{empty}</p>} />
      <BulkBar
        acts={acts}
        isMain={!props.actions}
        allHref={pageAddress(path, { ...query, ticked: "all" }, query.page)}
      />
    </>
  );
  return (
    <StaffFrame title={props.title} lead={props.lead} actions={props.actions}>
      <SavedViews views={view.views} saveAt={view.saveAt} />
      {children}
      <ListFilters path={path} search={query.q} sort={query.sort} hint={hint} more={more}>
        {filters.map(({ name, label, options, width = "s" }) => (
          <SelectField
            key={name}
            name={name}
            label={label}
            options={options}
            defaultValue={String(query[name])}
            width={width}
          />
        ))}
        {fields}
      </ListFilters>
      {around ? around(table) : table}
      <ListFoot page={query.page} size={size} total={total} hrefOf={(page) => pageAddress(path, { ...query }, page)} />
    </StaffFrame>
  );
}

/** How a list is sorted, with links that keep its filters and begin at its first page. */
export function sortingOf(path: string, query: Readonly<Record<string, string | number>>, usual: string): Sorting {
  return {
    current: String(query.sort || usual),
    hrefOf: (sort) => pageAddress(path, { ...query, sort: sort === usual ? "" : sort }, 1),
  };
}
