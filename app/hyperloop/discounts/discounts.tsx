import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  DISCOUNTS_A_PAGE,
  discountFigures,
  listDiscounts,
  switchDiscount,
} from "~/domain/discounts/admin-discounts.server";
import { discountsWaiting } from "~/domain/discounts/discount-approval.server";
import { WAITS_SENTENCE } from "~/domain/discounts/forms";
import { formatPence } from "~/domain/money/pounds";
import { isPermitted } from "~/domain/staff/permissions";
import { formatNumber } from "~/domain/text/numbers";
import { londonDay } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { Kpis } from "~/ui/kpis";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import type { Flash } from "~/web/flash";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { DiscountBadge, worthOf } from "./discount-labels";

const PATH = "/hyperloop/discounts";

export const handle: ScreenHandle = { title: "Discounts – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "discounts.read");
  const now = currentTime();
  const filter = choiceIn(request, "status", ["all", "active", "inactive", "expired", "waiting"]);
  const input = { q: searchIn(request), status: filter };
  const page = pageIn(request);
  const { rows, total } = listDiscounts({ search: input.q, filter }, page, now);
  const lines = rows.map((row) => ({ ...row, expiresOn: row.expiresAt && londonDay(row.expiresAt) }));
  const view = { staff, input, page, size: DISCOUNTS_A_PAGE, lines, total };
  const waiting = discountsWaiting();
  return data({ ...view, waiting, figures: discountFigures(now) }, { headers: PRIVATE });
}

/** Switches one code on or off, and leads back to the list as it was asked for. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "discounts.change");
  const form = formOf(request);
  const isActive = form.get("intent") === "activate";
  const changed = switchDiscount(String(form.get("discount") ?? ""), isActive, staff.staffId, currentTime());
  return await seeOther(`${PATH}${new URL(request.url).search}`, { flash: flashOf(isActive, changed) });
}

function flashOf(isActive: boolean, changed: ReturnType<typeof switchDiscount>): Flash {
  if (!changed.ok) {
    const gone = "There is no such discount code any more. Nothing was changed.";
    return { tone: "bad", message: changed.reason === "waits" ? `${WAITS_SENTENCE}.` : gone };
  }
  if (changed.isHeld)
    return { tone: "warn", message: "The code can be used once a second person approves it." };
  return { tone: "ok", message: isActive ? "The code can be used." : "The code is switched off." };
}

export default function Discounts() {
  const { staff, input, page, size, lines, total, figures, waiting } = useLoaderData<typeof loader>();
  const mayChange = isPermitted(staff.role, "discounts.change");
  return (
    <StaffFrame
      staff={staff}
      title="Discounts"
      actions={
        mayChange && (
          <LinkButton href={`${PATH}/new`} size="staff">
            Create discount code
          </LinkButton>
        )
      }
    >
      <Kpis
        kpis={[
          { name: "Codes", value: formatNumber(figures.total) },
          { name: "Active", value: formatNumber(figures.active) },
          { name: "Paid orders with a code", value: formatNumber(figures.uses) },
          { name: "Taken off", value: formatPence(figures.givenPence) },
        ]}
      />
      {waiting > 0 && (
        <Banner tone="warn" action={<a href={`${PATH}?status=waiting`}>Look at them</a>}>
          {waiting === 1 ? "A discount waits" : `${waiting} discounts wait`} for a second person’s approval.
        </Banner>
      )}
      <ListFilters path={PATH} search={input.q}>
        <SelectField label="Status" name="status" options={FILTERS} defaultValue={input.status} width="s" />
      </ListFilters>
      <Table
        caption="Discount codes, newest first"
        captionHidden
        columns={COLUMNS}
        rows={lines.map((line) => ({ key: line.id, cells: cellsOf(line, mayChange) }))}
        empty={<p>No discount codes found</p>}
      />
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, input, to)} />
    </StaffFrame>
  );
}

const FILTERS = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
  { value: "expired", label: "Expired" },
  { value: "waiting", label: "Waiting" },
];

const COLUMNS = [
  { key: "code", label: "Code" },
  { key: "state", label: "Status" },
  { key: "value", label: "Value", numeric: true },
  { key: "uses", label: "Uses", numeric: true },
  { key: "minimum", label: "Minimum order", numeric: true },
  { key: "expires", label: "Last day" },
  { key: "acts", label: "Actions", labelHidden: true },
];

type Line = ReturnType<typeof useLoaderData<typeof loader>>["lines"][number];

function cellsOf(line: Line, mayChange: boolean) {
  return {
    code: (
      <>
        <a className="staff-code" href={`${PATH}/${line.id}`}>
          {line.code}
        </a>
        <br />
        <span className="muted">{line.description}</span>
      </>
    ),
    state: <DiscountBadge state={line.state} />,
    value: worthOf(line),
    uses: line.maxUses === null ? line.usedCount : `${line.usedCount} of ${line.maxUses}`,
    minimum: line.minimumOrderPence === null ? "None" : formatPence(line.minimumOrderPence),
    expires: line.expiresOn ? formatDay(line.expiresOn) : "None",
    actions: mayChange && (
      <div className="staff-acts">
        {line.state === "waiting" ? (
          <a href={`${PATH}/${line.id}`}>
            View
            <VisuallyHidden> {line.code}</VisuallyHidden>
          </a>
        ) : (
          <PostForm>
            <input type="hidden" name="discount" value={line.id} />
            <Button
              size="staff"
              variant="line"
              name="intent"
              value={line.isActive ? "deactivate" : "activate"}
            >
              {line.isActive ? "Switch off" : "Switch on"}
              <VisuallyHidden> {line.code}</VisuallyHidden>
            </Button>
          </PostForm>
        )}
        <a href={`${PATH}/${line.id}/delete`}>
          Delete
          <VisuallyHidden> {line.code}</VisuallyHidden>
        </a>
      </div>
    ),
  };
}
