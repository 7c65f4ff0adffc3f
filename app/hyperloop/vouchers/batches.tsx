import { useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/time/format-days";
import { listBatches } from "~/domain/vouchers/batch-records.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Table } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";
import { BatchBadge, faceValue } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Partner orders – HyperLoop", noindex: true };

const MOST_SHOWN = 100;

/** The newest batches, those that wait first. */
export const loader = staffLoader("vouchers.read", () => {
  return { batches: listBatches(MOST_SHOWN) };
});

export default function Batches() {
  const { batches } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      title="Partner orders"
      lead="Anything above one person’s limit needs a second person."
      back={{ label: "Vouchers", href: "/hyperloop/vouchers" }}
    >
      <Table
        caption="Batches"
        captionHidden
        columns={[
          {
            label: "What for",
            cell: ({ id, note, isTest }) => (
              <>
                <a href={`${PATHS.batches}/${id}`}>{note || "No note"}</a>
                {isTest && <span className="staff-mark">Test</span>}
              </>
            ),
          },
          { label: "Made", cell: ({ createdAt }) => formatMoment(new Date(createdAt)) },
          { label: "By", cell: ({ madeBy }) => madeBy },
          { label: "Vouchers", numeric: true, cell: ({ count }) => count },
          {
            label: "Total value",
            numeric: true,
            cell: ({ count, valuePence, currency }) => faceValue(count * valuePence, currency),
          },
          { label: "State", cell: (batch) => <BatchBadge batch={batch} /> },
        ]}
        rows={batches}
        empty={<p>No partner orders yet.</p>}
      />
    </StaffFrame>
  );
}
