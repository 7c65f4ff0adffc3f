import { useLoaderData } from "@remix-run/react";
import { foundOrders } from "~/domain/backoffice/search/found-orders.server";
import { foundPeople } from "~/domain/backoffice/search/found-people.server";
import { foundBatches, foundVouchers } from "~/domain/backoffice/search/found-vouchers.server";
import { KINDS, type Kind, MOST_FOUND } from "~/domain/backoffice/search/kinds";
import { search, searchAddresses } from "~/domain/backoffice/search/search.server";
import { FEWEST_CHARACTERS, piecesOf, readSearch } from "~/domain/backoffice/search/terms";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { shipmentLines } from "~/domain/operations/printing/print-queue.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Badge } from "~/ui/badge";
import { Tabs } from "~/ui/tabs";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { choiceIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { batchRow, type HitRow, orderRow, personRow, shipmentRow, voucherRow } from "./hit-rows";

export const handle: ScreenHandle<{ words: string }> = {
  title: ({ words }) => `${words === "" ? "Search" : `“${words}”: search`} – HyperLoop`,
  noindex: true,
};

/** Of each kind on the page of everything, and over another page. */
const FIRST = 5;
const FIRST_IN_BRIEF = 3;

export const loader = staffLoader("search.use", ({ request, staff, now }) => {
  const words = readSearch(searchIn(request));
  const kind = choiceIn(request, "kind", ["all", ...KINDS]);
  const first = choiceIn(request, "brief", ["", "1"]) === "1" ? FIRST_IN_BRIEF : FIRST;
  const isInside = choiceIn(request, "inside", ["", "1"]) === "1";
  const begun = isInside ? null : searchAddresses(words, staff.role);
  const found = begun ?? (words === "" ? [] : search(words, staff.role));
  const shown = found
    .filter((one) => kind === "all" || one.kind === kind)
    .map((one) => ({ ...one, ids: kind === "all" ? one.ids.slice(0, first) : one.ids }));
  const idsOf = (kind: Kind) => shown.find((one) => one.kind === kind)?.ids ?? [];
  return {
    ...{ words, kind, isInside },
    /** Found by the beginning of an address alone. */
    isBegun: begun !== null,
    isShort: words !== "" && [...words.replace(/[\s-]/g, "")].length < FEWEST_CHARACTERS,
    tabs: found.map((one) => ({ kind: one.kind, count: one.ids.length, isMore: one.isMore })),
    people: foundPeople(idsOf("person")),
    orders: foundOrders(idsOf("order")),
    vouchers: foundVouchers(idsOf("voucher"), isPermitted(staff.role, "orders.read"), now),
    shipments: shipmentLines(idsOf("shipment")),
    batches: foundBatches(idsOf("batch")),
  };
});

const KIND_LABELS: Readonly<Record<Kind, string>> = {
  person: "People",
  order: "Orders",
  voucher: "Vouchers",
  shipment: "Parcels",
  batch: "Partner orders",
};

const countOf = (count: number, isMore: boolean) => (isMore ? `${count}+` : String(count));

export default function Search() {
  const view = useLoaderData<typeof loader>();
  const { staff, words, kind, tabs } = view;
  const total = tabs.reduce((sum, { count }) => sum + count, 0);
  const isMore = tabs.some((tab) => tab.isMore);
  const addressOf = (kind: string, isInside = view.isInside) => {
    const asked = { q: words, ...(kind === "all" ? {} : { kind }), ...(isInside ? { inside: "1" } : {}) };
    return `${PATHS.search}?${new URLSearchParams(asked)}`;
  };
  const lead = view.isBegun ? (
    <>
      Only addresses that begin like this were searched. <a href={addressOf(kind, true)}>Look inside addresses too</a>
    </>
  ) : (
    leadOf(view, total)
  );
  const rows: Record<Kind, HitRow[]> = {
    person: view.people.map((person) => personRow(person, staff.role)),
    order: view.orders.map((order) => orderRow(order, staff.role)),
    voucher: view.vouchers.map((voucher) => voucherRow(voucher, staff.role)),
    shipment: view.shipments.map((shipment) => shipmentRow(shipment, staff.role)),
    batch: view.batches.map(batchRow),
  };
  return (
    <StaffFrame title={titleOf(words, total, isMore)} lead={lead}>
      {total > 0 && (
        <Tabs
          label="Kind"
          tabs={[
            {
              href: addressOf("all"),
              label: "Everything",
              count: countOf(total, isMore),
              current: kind === "all",
            },
            ...tabs
              .filter(({ count }) => count > 0)
              .map((tab) => ({
                href: addressOf(tab.kind),
                label: KIND_LABELS[tab.kind],
                count: countOf(tab.count, tab.isMore),
                current: kind === tab.kind,
              })),
          ]}
        />
      )}
      <div className="hits" data-total={countOf(total, isMore)}>
        {tabs.map(
          (tab) =>
            rows[tab.kind].length > 0 && (
              <section key={tab.kind}>
                <h2>
                  {KIND_LABELS[tab.kind]} <span>{countOf(tab.count, tab.isMore)}</span>
                </h2>
                <HitRows rows={rows[tab.kind]} words={words} />
                {tab.count > rows[tab.kind].length && (
                  <p>
                    <a href={addressOf(tab.kind)}>
                      All {countOf(tab.count, tab.isMore)} {KIND_LABELS[tab.kind].toLowerCase()}
                    </a>
                  </p>
                )}
                {kind === tab.kind && tab.isMore && (
                  <p className="muted">These are the newest {MOST_FOUND}. Type more to find older ones.</p>
                )}
              </section>
            ),
        )}
      </div>
    </StaffFrame>
  );
}

function titleOf(words: string, total: number, isMore: boolean): string {
  if (words === "") return "Search";
  if (total === 0) return `Nothing found for “${words}”`;
  const found = isMore ? `${total}+ results` : formatFigureOf(total, "result", "results");
  return `${found} for “${words}”`;
}

function leadOf({ words, isShort }: { words: string; isShort: boolean }, total: number): string {
  if (isShort && total === 0) return `Type at least ${FEWEST_CHARACTERS} letters or figures.`;
  if (words !== "" && total === 0) return "Try part of the name, the postcode or the last four of a card or voucher.";
  return "We look in names, contact details and numbers, never in what people wrote.";
}

/** The rows as a list; what was searched for is marked. */
function HitRows({ rows, words }: { readonly rows: readonly HitRow[]; readonly words: string }) {
  return (
    <ul className="rows">
      {rows.map((row) => (
        <li key={row.id}>
          <div>
            <a className="row-name" href={row.href}>
              <Marked text={row.name} words={words} />
            </a>
            <p className="row-facts">
              <Marked text={row.facts} words={words} />
            </p>
          </div>
          <p className="row-figure">{row.figure}</p>
          <p className="row-state">
            <Badge tone={row.state[1]}>{row.state[0]}</Badge>
          </p>
          <p className="row-actions">
            {row.actions.map(({ label, href }) => (
              <a key={label} href={href}>
                {label}
                <VisuallyHidden>, {row.name}</VisuallyHidden>
              </a>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  return piecesOf(text, words).map(({ text: piece, isHit }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
    isHit ? <mark key={place}>{piece}</mark> : piece,
  );
}
