import { useLoaderData } from "@remix-run/react";
import { disputesOfOrder } from "~/domain/orders/dispute-records.server";
import { shipmentData } from "~/domain/printing/print-queue.server";
import { askForFiles } from "~/domain/printing/shipment-actions.server";
import { nextStep } from "~/domain/printing/shipments";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { isPermitted } from "~/domain/staff/permissions";
import { formatDay, formatMoment } from "~/domain/time/format-days";
import { DisputeBand, sayDispute } from "~/hyperloop/dispute-band";
import { StaffFrame } from "~/hyperloop/frame";
import { answerOutcome } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { PostForm } from "~/ui/post-form";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { PrintFiles } from "./print-files";
import { OLD_TICKET, REFUSALS, STEP_LABELS, sayBooks, sayUnreviewed } from "./printing-labels";

export const handle: ScreenHandle = { title: "Shipment – HyperLoop", noindex: true };

export const loader = staffLoader("printing.read", ({ param, now }) => {
  const view = shipmentData(param("shipment"));
  if (!view) notFound();
  const disputes = view.orderId === null ? [] : disputesOfOrder(view.orderId);
  return {
    ...view,
    disputes: disputes.map((dispute) => sayDispute(dispute, now)),
    actions: auditEventsOn("shipment", view.line.id),
  };
});

/** Has the files made, for the first time or again. */
export const action = staffAction("printing.change", async ({ staff, param, now }) => {
  const shipmentId = param("shipment");
  return await answerOutcome({
    result: askForFiles(shipmentId, staff.staffId, now),
    to: `${PATHS.printQueue}/${shipmentId}`,
    done: "We’re making the files. It takes a few seconds.",
    refused: (refusal) => REFUSALS[refusal],
  });
});

type ShipmentShown = ReturnType<typeof useLoaderData<typeof loader>>;

export default function ShipmentPage() {
  const view = useLoaderData<typeof loader>();
  const { staff, line, address, actions } = view;
  const canChange = isPermitted(staff.role, "printing.change");
  const isWaiting = line.state === "waiting";
  return (
    <StaffFrame
      title={line.title}
      lead={
        <>
          <StatusBadge of="shipment" is={line.state} />{" "}
          {isWaiting && <StatusBadge of="printFiles" is={line.filesState} />}{" "}
          <span className="staff-code">{line.reference}</span>
        </>
      }
      back={{ label: "Print queue", href: `${PATHS.printQueue}?view=${line.state}` }}
      actions={<Actions view={view} />}
    >
      {view.disputes
        .filter(({ stage }) => stage === "open" || stage === "inquiry")
        .map((dispute) => (
          <DisputeBand
            key={dispute.id}
            dispute={dispute}
            order={
              isPermitted(staff.role, "orders.read")
                ? { id: dispute.orderId, number: dispute.orderNumber }
                : null
            }
          />
        ))}
      {isWaiting && view.sending && view.sending !== "no_files" && (
        <Banner tone="warn">{REFUSALS[view.sending]}</Banner>
      )}
      {line.state === "printing" && !view.isTicketTrue && <Banner tone="warn">{OLD_TICKET}</Banner>}
      {isWaiting && view.unreviewed > 0 && (
        <p>
          <b>{sayUnreviewed(view.unreviewed)}</b> That doesn’t hold it back, but a flagged week does.
        </p>
      )}
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Parcel</h2>
          <DescriptionList items={shipmentRows(view)} />
        </section>
        <section className="staff-panel">
          <h2>Goes to</h2>
          {address ? (
            <p>
              {[address.name, ...address.lines, address.city, address.county, address.postcode]
                .filter((row) => row !== "")
                .map((row) => (
                  <span key={row}>
                    {row}
                    <br />
                  </span>
                ))}
              United Kingdom
            </p>
          ) : (
            <p>{REFUSALS.no_address}</p>
          )}
          {(isWaiting || line.state === "printing") && isPermitted(staff.role, "orders.correct_address") && (
            <p>
              <a href={`${PATHS.printQueue}/${line.id}/address`}>Correct the address</a>
            </p>
          )}
        </section>
      </div>
      <section className="staff-panel">
        <h2>Files for the printer</h2>
        <PrintFiles
          shipmentId={line.id}
          state={line.filesState}
          failure={view.filesFailure}
          prints={view.prints}
          mayOpen={canChange}
        />
        {isWaiting && canChange && view.making === null && (
          <PostForm>
            <Button size="staff" variant="line">
              {line.filesState === "none" ? "Make files" : "Make files again"}
            </Button>
          </PostForm>
        )}
      </section>
      <AuditPanel actions={actions} />
    </StaffFrame>
  );
}

function Actions({ view }: { readonly view: ShipmentShown }) {
  const { staff, line, sending, reprints } = view;
  const step = nextStep(line.state);
  const isReady = line.state !== "waiting" || sending === null;
  const wasSent = line.state === "shipped" || line.state === "delivered";
  const isUnderWay = reprints.some(({ state }) => state === "waiting" || state === "printing");
  return (
    <>
      {wasSent && !isUnderWay && isPermitted(staff.role, "printing.reprint") && (
        <LinkButton href={`${PATHS.printQueue}/${line.id}/reprint`} size="staff" variant="line">
          Print again
        </LinkButton>
      )}
      {step && isReady && isPermitted(staff.role, "printing.change") && (
        <LinkButton href={`${PATHS.printQueue}/batch/${step}?shipments=${line.id}`} size="staff">
          {STEP_LABELS[step].button}
        </LinkButton>
      )}
    </>
  );
}

function shipmentRows(view: ShipmentShown) {
  const { staff, line } = view;
  const moment = (at: Date | string | null, ahead: string) => (at ? formatMoment(new Date(at)) : ahead);
  const link = (href: string | null, words: string, may: boolean) =>
    href && may ? <a href={href}>{words}</a> : words;
  return [
    { name: "Books", value: sayBooks(line.books) },
    {
      name: "Owner",
      value: link(
        view.ownerId && `/hyperloop/accounts/${view.ownerId}`,
        line.owner,
        isPermitted(staff.role, "accounts.read"),
      ),
    },
    {
      name: "Order",
      value: view.orderId
        ? link(`/hyperloop/orders/${view.orderId}`, "Open the order", isPermitted(staff.role, "orders.read"))
        : "None",
    },
    { name: "Expected", value: line.expectedDay ? formatDay(line.expectedDay) : "Not known" },
    { name: "In the queue since", value: moment(line.createdAt, "") },
    { name: "Printing started", value: moment(view.printingAt, "Not yet") },
    {
      name: "Sent",
      value: `${moment(view.shippedAt, "Not yet")}${line.carrier ? `, with ${line.carrier}` : ""}`,
    },
    { name: "Tracking number", value: line.trackingNumber ?? "None" },
    { name: "Delivered", value: moment(view.deliveredAt, "Not yet") },
    ...(view.reprintOf
      ? [
          {
            name: "Reprint",
            value: (
              <>
                {view.reprintReason} <a href={`${PATHS.printQueue}/${view.reprintOf}`}>Original</a>
              </>
            ),
          },
        ]
      : []),
    ...view.reprints.map(({ id, at }) => ({
      name: "Reprint",
      value: <a href={`${PATHS.printQueue}/${id}`}>{formatMoment(new Date(at))}</a>,
    })),
  ];
}
