import type { ReactNode } from "react";
import { SelectField, type SelectOption } from "~/ui/field";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { type Column, Table } from "~/ui/table";
import { pageAddress } from "~/web/list-query";
import { StaffFrame, type StaffFrameProps } from "./frame";

interface Filter<Name> {
  /** The name of its choice in the query. */
  readonly name: Name;
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly width?: "s" | "m";
}

interface StaffListProps<
  Row extends { readonly id: string },
  Query extends { readonly q: string; readonly page: number },
> extends Omit<StaffFrameProps, "children"> {
  /** The list's address; without a query it shows everything. */
  readonly path: string;
  /** As the loader gave it: the query, and one page of what was found. */
  readonly view: {
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
  /** Said where nothing was found. */
  readonly empty: string;
  /** Puts something around the table, such as a form for ticked parcels in it. */
  readonly around?: (table: ReactNode) => ReactNode;
  /** Between the title and the filters: figures, a banner. */
  readonly children?: ReactNode;
}

/** A list page of the back office: search, filters, a table of one page of rows, and links to the other pages. */
export function StaffList<
  Row extends { readonly id: string },
  Query extends { readonly q: string; readonly page: number },
>(props: StaffListProps<Row, Query>) {
  const { path, view, hint, filters = [], fields, more, caption, columns, empty, around, children } = props;
  const { query, rows, total, size } = view;
  const table = (
    <Table caption={caption} captionHidden columns={columns} rows={rows} empty={<p>{empty}</p>} />
  );
  return (
    <StaffFrame title={props.title} lead={props.lead} actions={props.actions}>
      {children}
      <ListFilters path={path} search={query.q} hint={hint} more={more}>
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
      <ListFoot
        page={query.page}
        size={size}
        total={total}
        hrefOf={(page) => pageAddress(path, { ...query }, page)}
      />
    </StaffFrame>
  );
}
