import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatDay } from "~/domain/kernel/time/format-days";
import { isPermitted } from "~/domain/people/staff/permissions";
import {
  DISCOUNT_LIST,
  discountFigures,
  discountWithUses,
  switchDiscount,
} from "~/domain/shop/discounts/admin-discounts.server";
import { discountsWaiting } from "~/domain/shop/discounts/discount-approval.server";
import { WAITS_MESSAGE } from "~/domain/shop/discounts/forms";
import { lastDayOf } from "~/domain/shop/discounts/rules";
import { listLoader } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { staffAction } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Kpis } from "~/ui/kpis";
import { PostForm } from "~/ui/post-form";
import { CellNote } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { Flash } from "~/web/flash";
import { seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formatFirstDay, worthOf } from "./discount-labels";

export const handle: ScreenHandle = { title: "Discounts – HyperLoop", noindex: true };

export const loader = listLoader(DISCOUNT_LIST, ({ now }) => ({
  now,
  waiting: discountsWaiting(),
  figures: discountFigures(now),
}));

/** Switches one code on or off, and leads back to the list as it was asked for. */
export const action = staffAction("discounts.change", async ({ request, staff, form, now }) => {
  const isActive = form.get("intent") === "activate";
  const id = String(form.get("discount") ?? "");
  const changed = switchDiscount(id, isActive, staff.staffId, now);
  const firstDay = formatFirstDay(discountWithUses(id, now)?.discount.startsAt, now);
  return await seeOther(`${PATHS.discounts}${new URL(request.url).search}`, {
    flash: flashOf(isActive, changed, firstDay),
  });
});

function flashOf(isActive: boolean, changed: ReturnType<typeof switchDiscount>, firstDay: string | null): Flash {
  if (!changed.ok) {
    const gone = "That discount code no longer exists. Nothing has changed.";
    return { tone: "bad", message: changed.reason === "waits" ? `${WAITS_MESSAGE}.` : gone };
  }
  if (changed.isHeld) return { tone: "warn", message: "The code works once a second person approves it." };
  return { tone: "ok", message: isActive ? `The code is on. ${firstDay ?? ""}`.trim() : "The code is off." };
}

export default function Discounts() {
  const view = useLoaderData<typeof loader>();
  const { figures, waiting } = view;
  const canChange = isPermitted(view.staff.role, "discounts.change");
  return (
    <StaffList
      view={view}
      title="Discounts"
      actions={
        canChange && (
          <LinkButton href={`${PATHS.discounts}/new`} size="staff">
            Create discount code
          </LinkButton>
        )
      }
      filters={[{ name: "status", label: "Status", options: FILTERS }]}
      caption="Discount codes"
      columns={[
        {
          label: "Code",
          sort: "code",
          cell: ({ id, code, description }) => (
            <>
              <a className="staff-code" href={`${PATHS.discounts}/${id}`}>
                {code}
              </a>
              <CellNote>{description}</CellNote>
            </>
          ),
        },
        {
          label: "Status",
          cell: ({ state, startsAt }) => {
            const firstDay = formatFirstDay(startsAt, view.now);
            return (
              <>
                <StatusBadge of="discount" is={state} />
                {firstDay && <CellNote>{firstDay}</CellNote>}
              </>
            );
          },
        },
        { label: "Value", numeric: true, cell: (line) => worthOf(line) },
        {
          label: "Uses",
          sort: "-uses",
          numeric: true,
          cell: ({ usedCount, maxUses }) => (maxUses === null ? usedCount : `${usedCount} of ${maxUses}`),
        },
        {
          label: "Minimum order",
          numeric: true,
          cell: ({ minimumOrderPence: pence }) => (pence === null ? "None" : formatPence(pence)),
        },
        {
          label: "Last day",
          sort: "-last-day",
          cell: ({ expiresAt }) => (expiresAt ? formatDay(lastDayOf(expiresAt)) : "None"),
        },
        { label: "Actions", labelHidden: true, cell: (line) => canChange && <LineActions line={line} /> },
      ]}
      ticks={{
        acts: canChange ? [{ label: "Switch off", href: `${PATHS.discounts}/ticked/switch-off` }] : [],
        nameOf: ({ code }) => code,
      }}
      empty="No discount codes found"
    >
      <Kpis
        kpis={{
          Codes: figures.total,
          Active: figures.active,
          "Paid orders with a code": figures.uses,
          Discount: formatPence(figures.givenPence),
        }}
      />
      {waiting > 0 && (
        <Banner tone="warn" action={<a href={`${PATHS.discounts}?status=waiting`}>See waiting discounts</a>}>
          {waiting === 1 ? "A discount is waiting" : `${waiting} discounts are waiting`} for a second person’s approval.
        </Banner>
      )}
    </StaffList>
  );
}

const FILTERS = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "not_yet", label: "Starts later" },
  { value: "inactive", label: "Inactive" },
  { value: "expired", label: "Expired" },
  { value: "waiting", label: "Waiting" },
];

interface LineProps {
  readonly line: ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];
}

function LineActions({ line }: LineProps) {
  const of = <VisuallyHidden> {line.code}</VisuallyHidden>;
  return (
    <div className="staff-acts">
      {line.state === "waiting" ? (
        <a href={`${PATHS.discounts}/${line.id}`}>View{of}</a>
      ) : (
        <PostForm>
          <input type="hidden" name="discount" value={line.id} />
          <Button size="staff" variant="line" name="intent" value={line.isActive ? "deactivate" : "activate"}>
            {line.isActive ? "Switch off" : "Switch on"}
            {of}
          </Button>
        </PostForm>
      )}
      <a href={`${PATHS.discounts}/${line.id}/delete`}>Delete{of}</a>
    </div>
  );
}
