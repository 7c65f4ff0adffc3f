import { formatPence } from "~/domain/kernel/money/pounds";
import { formatDay, formatMoment } from "~/domain/kernel/time/format-days";
import { costOf } from "~/domain/operations/printing/print-costs";
import type { shipmentData } from "~/domain/operations/printing/print-queue.server";
import { trackingPage } from "~/domain/operations/printing/tracking";
import { isPermitted, type StaffRole } from "~/domain/people/staff/permissions";
import { PATHS } from "~/hyperloop/paths";
import { DescriptionList } from "~/ui/description-list";
import { CAUSES, PAYERS } from "./cost-labels";
import { formatBooks } from "./printing-labels";

interface ShipmentFactsProps {
  readonly view: NonNullable<ReturnType<typeof shipmentData>> & {
    /** Whether its last step can still be taken back. */
    readonly undoable: object | null;
    readonly costs: Parameters<typeof costOf>[0];
  };
  readonly role: StaffRole;
}

/** What a shipment holds, whose it is, and where it has been. */
export function ShipmentFacts({ view, role }: ShipmentFactsProps) {
  return <DescriptionList items={rowsOf({ view, role })} />;
}

/** The number with its carrier's page, and the way to correct it once its email has left. */
function Tracking({ view: { line, undoable }, role }: ShipmentFactsProps) {
  const page = trackingPage(line.carrier ?? "", line.trackingNumber ?? "");
  const number = line.trackingNumber ?? "None";
  const hasLeft = (line.state === "shipped" && !undoable) || line.state === "delivered";
  return (
    <>
      {page ? <a href={page}>{number}</a> : number}{" "}
      {hasLeft && isPermitted(role, "printing.change") && (
        <a href={`${PATHS.printQueue}/${line.id}/tracking`}>Correct it</a>
      )}
    </>
  );
}

function rowsOf({ view, role }: ShipmentFactsProps) {
  const { line } = view;
  const costPence = costOf(view.costs);
  const moment = (at: Date | null, ahead: string) => (at ? formatMoment(at) : ahead);
  const link = (href: string | null, words: string, may: boolean) => (href && may ? <a href={href}>{words}</a> : words);
  return [
    { name: "Books", value: formatBooks(line.books) },
    {
      name: "Owner",
      value: link(view.ownerId && `/hyperloop/people/${view.ownerId}`, line.owner, isPermitted(role, "accounts.read")),
    },
    {
      name: "Order",
      value: view.orderId
        ? link(`/hyperloop/orders/${view.orderId}`, "Open the order", isPermitted(role, "orders.read"))
        : "None",
    },
    { name: "Expected", value: line.expectedDay ? formatDay(line.expectedDay) : "Not known" },
    { name: "In the queue since", value: moment(line.createdAt, "") },
    { name: "Printing started", value: moment(view.printingAt, "Not yet") },
    {
      name: "Sent",
      value: `${moment(view.shippedAt, "Not yet")}${line.carrier ? `, with ${line.carrier}` : ""}`,
    },
    { name: "Tracking number", value: <Tracking view={view} role={role} /> },
    { name: "Delivered", value: moment(view.deliveredAt, "Not yet") },
    ...(isPermitted(role, "print_costs.read")
      ? [
          {
            name: "Cost",
            value: (
              <>
                {costPence === null ? "Not known" : formatPence(costPence)}{" "}
                {isPermitted(role, "print_costs.change") && (
                  <a href={`${PATHS.printQueue}/${line.id}/cost`}>{costPence === null ? "Type it" : "Correct it"}</a>
                )}
              </>
            ),
          },
        ]
      : []),
    ...(view.reprintOf
      ? [
          {
            name: "Reprint",
            value: (
              <>
                {view.reprintCause && `${CAUSES[view.reprintCause]}. `}
                {view.reprintPayer && `${PAYERS[view.reprintPayer]}. `}
                {view.reprintReason && `“${view.reprintReason}” `}
                <a href={`${PATHS.printQueue}/${view.reprintOf}`}>Original</a>
              </>
            ),
          },
        ]
      : []),
    ...view.reprints.map(({ id, at }) => ({
      name: "Reprint",
      value: <a href={`${PATHS.printQueue}/${id}`}>{formatMoment(at)}</a>,
    })),
  ];
}
