import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { formatDay, formatLondonDay } from "~/domain/kernel/time/format-days";
import { payoutsCompared } from "~/domain/operations/bookkeeping/payouts.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/field";
import { Kpis } from "~/ui/kpis";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import type { ScreenHandle } from "~/web/screen";
import { readSpan } from "./ledger-query.server";

export const handle: ScreenHandle = { title: "Payouts – HyperLoop", noindex: true };

/** As many days as the page shows unless others are named. */
const USUAL_DAYS = 31;

/** The payouts of some days, each beside what our ledger says. */
export const loader = staffLoader("ledger.read", ({ request, now }) => {
  const asked = new URL(request.url).searchParams;
  if (!asked.has("from")) asked.set("from", addDays(londonDay(now), -USUAL_DAYS));
  const span = readSpan(asked, now);
  const payouts = payoutsCompared(span).map(({ payout, oursPence, differencePence, differing }) => ({
    ...{ id: payout.id, amountPence: payout.amountPence, oursPence, differencePence, differing },
    left: formatLondonDay(payout.leftAt),
    arrives: formatLondonDay(payout.arrivesAt),
    state: stateOf(payout.status, payout.linesReadAt !== null || payout.isByHand),
  }));
  return { span, payouts };
});

function stateOf(status: "on_its_way" | "paid" | "failed", isRead: boolean): PayoutState {
  return status === "failed" || isRead ? status : "unread";
}

export default function PayoutsPage() {
  const { staff, span, payouts } = useLoaderData<typeof loader>();
  const sum = (pick: (one: (typeof payouts)[number]) => number) =>
    formatPence(payouts.reduce((total, one) => total + pick(one), 0));
  return (
    <StaffFrame
      title="Payouts"
      lead={`${formatDay(span.from)} to ${formatDay(span.until)}, UK days`}
      back={{ label: "Ledger", href: PATHS.ledger }}
      actions={
        isPermitted(staff.role, "ledger.export") && (
          <PostForm action={`${PATHS.payouts}/export`}>
            <input type="hidden" name="from" value={span.from} />
            <input type="hidden" name="until" value={span.until} />
            <Button size="staff">Payouts as CSV</Button>
          </PostForm>
        )
      }
    >
      <form className="staff-filters" method="get" action={PATHS.payouts}>
        <DateField label="From" name="from" defaultValue={span.from} />
        <DateField label="Until" name="until" defaultValue={span.until} />
        <Button size="staff" variant="line">
          Show
        </Button>
        <a href={PATHS.payouts}>The last month</a>
      </form>
      <Kpis
        kpis={{
          "Paid out": sum(({ amountPence }) => amountPence),
          "Our ledger says": sum(({ oursPence }) => oursPence),
          Difference: sum(({ differencePence }) => differencePence),
        }}
      />
      <Table
        caption="Payouts"
        captionHidden
        columns={[
          {
            label: "Sent",
            cell: ({ id, left }) => <a href={`${PATHS.payouts}/${id}`}>{left}</a>,
          },
          { label: "Arrives", cell: ({ arrives }) => arrives },
          { label: "State", cell: ({ state }) => <PayoutStateBadge state={state} /> },
          { label: "Paid out", numeric: true, cell: ({ amountPence }) => formatPence(amountPence) },
          { label: "Our ledger says", numeric: true, cell: ({ oursPence }) => formatPence(oursPence) },
          { label: "Difference", numeric: true, cell: ({ differencePence }) => formatPence(differencePence) },
          {
            label: "Lines",
            cell: ({ differing, differencePence }) =>
              differing > 0 ? (
                <Badge tone="bad">{formatFigureOf(differing, "line differs", "lines differ")}</Badge>
              ) : differencePence !== 0 ? (
                <Badge tone="bad">Not explained</Badge>
              ) : (
                "All agree"
              ),
          },
        ]}
        rows={payouts}
        empty={<p>No payouts were sent on these days.</p>}
      />
      <p className="muted">
        A payout is what the provider sends to our bank: sales, less refunds, disputes and fees. They’re read every
        night. One that differs raises an alarm until it agrees. Nothing here changes the ledger, so closed months stay
        as they are.
      </p>
    </StaffFrame>
  );
}

/** `unread`: the provider has not reported yet what it is made of. */
type PayoutState = "on_its_way" | "paid" | "failed" | "unread";

const STATES = {
  on_its_way: ["info", "On its way"],
  paid: ["good", "Arrived"],
  failed: ["bad", "Failed"],
  unread: ["pending", "Not read yet"],
} as const;

function PayoutStateBadge({ state }: { readonly state: PayoutState }) {
  const [tone, words] = STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}
