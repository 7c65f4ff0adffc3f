import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mayDo } from "~/domain/staff/rights";
import { approveBatch, listBatches } from "~/domain/vouchers/batches.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { formatMoment, formatPence } from "~/ui/format";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { goOn, PRIVATE } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-door.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Batches of vouchers – HyperLoop", noindex: true };

const MOST_SHOWN = 100;

/** The newest batches, those that wait first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.read");
  return data({ staff, batches: listBatches(MOST_SHOWN) }, { headers: PRIVATE });
}

const REFUSALS = {
  own_batch: "A second person has to approve what you have made.",
  not_waiting: "This batch waits for nothing.",
} as const;

/** The second pair of eyes on a large batch. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.approve");
  const approved = approveBatch(String(formOf(request).get("batch") ?? ""), staff.staffId, readClock());
  return await goOn("/hyperloop/vouchers/batches", {
    flash: approved.ok
      ? { tone: "ok", message: "The batch is approved; its vouchers can be used." }
      : { tone: "bad", message: REFUSALS[approved.reason] },
  });
}

export default function Batches() {
  const { staff, batches } = useLoaderData<typeof loader>();
  const mayApprove = mayDo(staff.role, "vouchers.approve");
  return (
    <StaffFrame
      staff={staff}
      title="Batches of vouchers"
      lead="More than 20 vouchers, or more than £1,000 altogether, need a second person."
      back={{ label: "Vouchers", href: "/hyperloop/vouchers" }}
    >
      <Table
        caption="Batches"
        captionHidden
        columns={COLUMNS}
        rows={batches.map((batch) => ({
          key: batch.id,
          cells: {
            made: formatMoment(new Date(batch.createdAt)),
            by: batch.madeBy,
            note: batch.note,
            count: batch.count,
            value: formatPence(batch.count * batch.valuePence),
            state:
              batch.held === 0 ? (
                <Badge tone="good">In use</Badge>
              ) : (
                <>
                  <Badge tone="pending">Waits for approval</Badge>
                  {mayApprove && batch.madeByStaffId !== staff.staffId && (
                    <PostForm>
                      <input type="hidden" name="batch" value={batch.id} />
                      <Button size="staff" variant="line">
                        Approve
                      </Button>
                    </PostForm>
                  )}
                </>
              ),
          },
        }))}
        empty={<p>No batches have been made.</p>}
      />
    </StaffFrame>
  );
}

const COLUMNS = [
  { key: "made", label: "Made" },
  { key: "by", label: "By" },
  { key: "note", label: "What for" },
  { key: "count", label: "Vouchers", numeric: true },
  { key: "value", label: "Altogether", numeric: true },
  { key: "state", label: "State" },
];
