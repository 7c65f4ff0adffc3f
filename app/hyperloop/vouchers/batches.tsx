import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoment } from "~/domain/time/format-days";
import { listBatches } from "~/domain/vouchers/batches.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Table } from "~/ui/table";
import { PRIVATE } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { BatchBadge, faceValue } from "./voucher-labels";

const PATH = "/hyperloop/vouchers/batches";

export const handle: ScreenHandle = { title: "Batches of vouchers – HyperLoop", noindex: true };

const MOST_SHOWN = 100;

/** The newest batches, those that wait first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.read");
  return data({ staff, batches: listBatches(MOST_SHOWN) }, { headers: PRIVATE });
}

export default function Batches() {
  const { staff, batches } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      staff={staff}
      title="Batches of vouchers"
      lead="What goes over what one person may give away needs a second person."
      back={{ label: "Vouchers", href: "/hyperloop/vouchers" }}
    >
      <Table
        caption="Batches"
        captionHidden
        columns={COLUMNS}
        rows={batches.map((batch) => ({
          key: batch.id,
          cells: {
            note: (
              <>
                <a href={`${PATH}/${batch.id}`}>{batch.note || "No note"}</a>
                {batch.isTest && <span className="staff-mark">Test</span>}
              </>
            ),
            made: formatMoment(new Date(batch.createdAt)),
            by: batch.madeBy,
            count: batch.count,
            value: faceValue(batch.count * batch.valuePence, batch.currency),
            state: <BatchBadge batch={batch} />,
          },
        }))}
        empty={<p>No batches have been made.</p>}
      />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "note", label: "What for" },
  { key: "made", label: "Made" },
  { key: "by", label: "By" },
  { key: "count", label: "Vouchers", numeric: true },
  { key: "value", label: "Altogether", numeric: true },
  { key: "state", label: "State" },
];
