import { mayChangeView, savedViewsOf } from "~/domain/backoffice/staff/saved-views.server";
import type { Filters } from "~/domain/people/staff/list-filters.server";
import type { Asked, List, ListAddress } from "~/domain/people/staff/lists.server";
import { pageOf, searchOf } from "~/web/list-query";
import { PATHS } from "./paths";
import { type StaffRequest, staffLoader } from "./staff-route.server";

/** The lists of the back office: what their addresses ask for, and what their pages are given. */

type Values = Pick<URLSearchParams, "get"> | FormData;

/** What an address, or a form with the same fields, asks of a list. */
export function askedOf<Kind extends Filters, Order extends string>(
  list: ListAddress<Kind, Order>,
  values: Values,
): Asked<Kind, Order> {
  const textOf = (name: string) => String(values.get(name) ?? "");
  const filtered = Object.entries(list.filters).map(([name, filter]) => [name, filter.read(textOf(name))]);
  const sort = list.orders.find((order) => order === textOf("sort")) ?? list.orders[0];
  const asked = { q: searchOf(values), page: pageOf(values), ...Object.fromEntries(filtered), sort };
  return asked as Asked<Kind, Order>;
}

const paramsOf = (request: Request) => new URL(request.url).searchParams;

/**
 * The loader of a list's page: a page of its lines, its saved views, and what else the page shows. `show` makes of the
 * rows what the page says of them, so that nothing else leaves the loader.
 */
export function listLoader<Kind extends Filters, Order extends string, Line, More extends object, Shown = Line>(
  list: List<Kind, Order, Line>,
  moreOf: (at: StaffRequest, query: Asked<Kind, Order>) => More = () => ({}) as More,
  show: (rows: readonly Line[], at: StaffRequest) => readonly Shown[] = (rows) => rows as readonly unknown[] as Shown[],
) {
  return staffLoader(list.permission, (at) => {
    const query = askedOf(list, paramsOf(at.request));
    const { rows, total } = list.read(query, { now: at.now, role: at.staff.role });
    const shown = { rows: show(rows, at), total, size: list.size };
    return { query, ...shown, ...listFacts(list, query, at), ...moreOf(at, query) };
  });
}

/** What the page of a list is given besides its lines: its address, its order, and its saved views. */
export function listFacts<Kind extends Filters, Order extends string>(
  list: ListAddress<Kind, Order>,
  query: Asked<Kind, Order>,
  { request, staff }: StaffRequest,
) {
  const path = pathOf(list);
  const asked = viewAsked(list, paramsOf(request));
  const views = savedViewsOf(list.name, staff.staffId).map((view) => ({
    id: view.id,
    name: view.name,
    isShared: view.isShared,
    href: `${path}?${view.query}`,
    isCurrent: viewAsked(list, new URLSearchParams(view.query)) === asked,
    mayChange: mayChangeView(view, staff),
  }));
  const isNew = asked !== "" && !views.some(({ isCurrent }) => isCurrent);
  const saveAt = isNew ? `${PATHS.saveView}?list=${list.name}&${asked}` : null;
  return { path, usual: list.usual(query), views, saveAt };
}

const BACK_OFFICE = "/hyperloop";

export const pathOf = ({ name }: Pick<ListAddress, "name">) => `${BACK_OFFICE}/${name}`;

/** What an address asks of a list: its filters and order where they are not the usual ones, without the search. */
export function viewAsked(list: ListAddress, params: Values): string {
  const { q: _, page: __, ...asked }: Readonly<Record<string, string | number>> = askedOf(list, params);
  const usual: typeof asked = askedOf(list, new URLSearchParams());
  const chosen = Object.entries(asked).filter(([name, value]) => value !== usual[name]);
  return new URLSearchParams(chosen.map(([name, value]) => [name, String(value)])).toString();
}
