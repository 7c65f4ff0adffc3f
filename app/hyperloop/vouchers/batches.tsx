import { useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/kernel/time/format-days";
import { BATCH_SORTS, listBatches } from "~/domain/shop/vouchers/batch-records.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { sortingOf } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { SortMenu } from "~/ui/sort-menu";
import { type Column, Table } from "~/ui/table";
import { choiceIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { BatchBadge, faceValue } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Partner orders – HyperLoop", noindex: true };

const MOST_SHOWN = 100;

/** Partner orders, those that wait first. */
export const loader = staffLoader("vouchers.read", ({ request }) => {
  const sort = choiceIn(request, "sort", BATCH_SORTS.words);
  return { batches: listBatches(MOST_SHOWN, sort), sort, usual: BATCH_SORTS.usual };
});

export default function Batches() {
  const { batches, sort, usual } = useLoaderData<typeof loader>();
  const sorting = sortingOf(PATHS.batches, { sort }, usual);
  return (
    <StaffFrame
      title="Partner orders"
      lead="Anything above one person’s limit needs a second person."
      back={{ label: "Vouchers", href: "/hyperloop/vouchers" }}
    >
      <SortMenu columns={COLUMNS} sorting={sorting} />
      <Table
        caption="Partner orders"
        captionHidden
        columns={COLUMNS}
        sorting={sorting}
        rows={batches}
        empty={<p>No partner orders yet.</p>}
      />
    </StaffFrame>
  );
}

type Line = ReturnType<typeof useLoaderData<typeof loader>>["batches"][number];

const COLUMNS: readonly Column<Line>[] = [
  {
    label: "What for",
    cell: ({ id, note, isTest }) => (
      <>
        <a href={`${PATHS.batches}/${id}`}>{note || "No note"}</a>
        {isTest && <span className="staff-mark">Test</span>}
      </>
    ),
  },
  { label: "Made", sort: "-made", cell: ({ createdAt }) => formatMoment(createdAt) },
  { label: "By", cell: ({ madeBy }) => madeBy },
  { label: "Vouchers", sort: "-vouchers", numeric: true, cell: ({ count }) => count },
  {
    label: "Total value",
    numeric: true,
    cell: ({ count, valuePence, currency }) => faceValue(count * valuePence, currency),
  },
  { label: "State", cell: (batch) => <BatchBadge batch={batch} /> },
];
