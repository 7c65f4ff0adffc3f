import { useLoaderData } from "@remix-run/react";
import { formatLondonDay } from "~/domain/kernel/time/format-days";
import type { VoucherLine } from "~/domain/shop/vouchers/admin-vouchers.server";
import type { BatchCounts } from "~/domain/shop/vouchers/batch-records.server";
import { PATHS } from "~/hyperloop/paths";
import { StatusBadge } from "~/hyperloop/statuses";
import { ListFoot } from "~/ui/list-foot";
import { Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { pageAddress } from "~/web/list-query";
import { BATCH_TABS, type BatchTab } from "./voucher-labels";

interface Loaded {
  readonly batch: { readonly id: string };
  readonly counts: BatchCounts;
  readonly list: {
    readonly query: { readonly q: string; readonly page: number; readonly status: BatchTab };
    readonly rows: VoucherLine[];
    readonly total: number;
    readonly size: number;
  };
}

const TAB_NAMES: Readonly<Record<BatchTab, string>> = {
  all: "All",
  ACTIVE: "Not redeemed",
  REDEEMED: "Redeemed",
  EXPIRED: "Expired",
  CANCELLED: "Cancelled",
};

/** One page of a partner order's vouchers, each with the last four characters of its code. */
export function BatchVouchers() {
  const { batch, counts, list } = useLoaderData<Loaded>();
  const { query, rows, total, size } = list;
  const path = `${PATHS.batches}/${batch.id}`;
  const found: Readonly<Record<BatchTab, number>> = {
    all: counts.made,
    ACTIVE: counts.open,
    REDEEMED: counts.redeemed,
    EXPIRED: counts.expired,
    CANCELLED: counts.cancelled,
  };
  return (
    <section className="staff-panel">
      <h2>Vouchers</h2>
      <Tabs
        label="Which vouchers"
        tabs={BATCH_TABS.map((status) => ({
          label: TAB_NAMES[status],
          href: pageAddress(path, { status: status === "all" ? "" : status }, 1),
          count: found[status],
          current: status === query.status,
        }))}
      />
      <Table
        caption="Vouchers in this partner order"
        captionHidden
        columns={[
          {
            label: "Code",
            cell: ({ id, code }) => (
              <a className="staff-code" href={`${PATHS.vouchers}/${id}`}>
                {code}
              </a>
            ),
          },
          { label: "Status", cell: ({ status }) => <StatusBadge of="voucher" is={status} /> },
          { label: "Valid until", cell: ({ expiresAt }) => formatLondonDay(expiresAt) },
          {
            label: "For",
            cell: ({ redeemer, recipientName }) =>
              redeemer ?? recipientName ?? <span className="muted">Nobody yet</span>,
          },
        ]}
        rows={rows}
        empty={<p>None.</p>}
      />
      <ListFoot
        page={query.page}
        size={size}
        total={total}
        hrefOf={(page) => pageAddress(path, { status: query.status }, page)}
      />
    </section>
  );
}
