import { useLoaderData } from "@remix-run/react";
import { londonTime } from "~/domain/kernel/time/instants";
import { hasPrinterApi, printOrderOf } from "~/domain/operations/printing/print-orders.server";
import { shipmentData } from "~/domain/operations/printing/print-queue.server";
import { reprintWaitingFor } from "~/domain/operations/printing/reprint-requests.server";
import { askForFiles } from "~/domain/operations/printing/shipment-actions.server";
import { notifyNow, undoableStepOf, undoShipmentStep } from "~/domain/operations/printing/shipment-undo.server";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { nextStep, type ShipmentRefusal, type ShipmentState } from "~/domain/shop/order-rules/shipments";
import { disputesOfOrder } from "~/domain/shop/orders/dispute-records.server";
import { DisputeBand, formatDispute } from "~/hyperloop/dispute-band";
import { StaffFrame } from "~/hyperloop/frame";
import { respondWithOutcome } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { AskedBand } from "./asked-band";
import { PrintFiles } from "./print-files";
import { PrinterPanel } from "./printer-panel";
import { formatUnreviewed, OLD_TICKET, REFUSALS, STEP_LABELS } from "./printing-labels";
import { ShipmentFacts } from "./shipment-facts";

export const handle: ScreenHandle = { title: "Shipment – HyperLoop", noindex: true };

export const loader = staffLoader("printing.read", ({ param, now }) => {
  const view = shipmentData(param("shipment")) ?? notFound();
  const undoable = undoableStepOf(view.line.id, now);
  const disputes = view.orderId === null ? [] : disputesOfOrder(view.orderId);
  return {
    ...view,
    undoable,
    asked: reprintWaitingFor(view.line.id) ?? null,
    hasPrinterApi,
    ...printOrderOf(view.line.id),
    disputes: disputes.map((dispute) => formatDispute(dispute, now)),
    actions: auditEventsOn("shipment", view.line.id),
  };
});

/** Has the files made, for the first time or again; or takes the last step back, or lets its email leave now. */
export const action = staffAction("printing.change", async ({ staff, param, form, now }) => {
  const shipmentId = param("shipment");
  const by = { staffId: staff.staffId, seen: String(form.get("seen") ?? "") };
  const intent = form.get("intent");
  const to = `${PATHS.printQueue}/${shipmentId}`;
  const refused = (refusal: ShipmentRefusal) => REFUSALS[refusal];
  if (intent === "undo") {
    const result = undoShipmentStep(shipmentId, by, now);
    return await respondWithOutcome({ result, to, done: "Undone. Nobody has been emailed.", refused });
  }
  if (intent === "tell_now") {
    return await respondWithOutcome({
      result: notifyNow(shipmentId, by, now),
      to,
      done: "The email is going out now.",
      refused,
    });
  }
  const result = askForFiles(shipmentId, staff.staffId, now);
  return await respondWithOutcome({
    result,
    to,
    done: "We’re making the files. It takes a few seconds.",
    refused,
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
      {view.undoable && canChange && <UndoBand state={line.state} until={new Date(view.undoable.until)} />}
      {view.asked && <AskedBand asked={view.asked} role={staff.role} />}
      {view.disputes
        .filter(({ stage }) => stage === "open" || stage === "inquiry")
        .map((dispute) => (
          <DisputeBand
            key={dispute.id}
            dispute={dispute}
            order={isPermitted(staff.role, "orders.read") ? { id: dispute.orderId, number: dispute.orderNumber } : null}
          />
        ))}
      {isWaiting && view.sending && view.sending !== "no_files" && (
        <Banner tone="warn">{REFUSALS[view.sending]}</Banner>
      )}
      {line.state === "printing" && !view.ticketMatchesAddress && <Banner tone="warn">{OLD_TICKET}</Banner>}
      {isWaiting && view.unreviewed > 0 && (
        <Banner tone="warn">
          <b>{formatUnreviewed(view.unreviewed)}</b> It can print once they have been, or once somebody says why it
          should print anyway. A flagged week always stops it.
        </Banner>
      )}
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Parcel</h2>
          <ShipmentFacts view={view} role={staff.role} />
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
          {view.reach.length > 0 && <p>For the carrier: {view.reach.join(", ")}</p>}
          {(isWaiting || line.state === "printing") && isPermitted(staff.role, "orders.correct_address") && (
            <p>
              <a href={`${PATHS.printQueue}/${line.id}/address`}>Correct the address</a>
            </p>
          )}
        </section>
      </div>
      {(view.hasPrinterApi || view.order) && (
        <PrinterPanel
          shipmentId={line.id}
          order={view.order}
          quote={quoteOf(view.costs)}
          unreviewed={isWaiting ? view.unreviewed : 0}
          isReady={isWaiting && view.sending === null}
          canChange={canChange}
          hasUndoBand={view.undoable !== null}
        />
      )}
      <div className="staff-panels">
        <section className="staff-panel" id="files">
          <h2>Files for the printer</h2>
          <PrintFiles
            shipmentId={line.id}
            shipmentState={line.state}
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
      </div>
    </StaffFrame>
  );
}

function quoteOf(costs: ShipmentShown["costs"]) {
  return costs && costs.quotedPence !== null && costs.quotedAt !== null
    ? { pence: costs.quotedPence, at: costs.quotedAt }
    : null;
}

/** What can still be taken back: until then nobody outside has heard of it. */
function UndoBand({ state, until }: { readonly state: ShipmentState; readonly until: Date }) {
  return (
    <Banner tone="info">
      <b>The email goes out at {londonTime(until)}.</b> Until then nobody has been told.
      <PostForm className="staff-undo">
        <input type="hidden" name="seen" value={state} />
        <Button size="staff" name="intent" value="undo">
          Undo
        </Button>
        <Button size="staff" variant="line" name="intent" value="tell_now">
          Send the email now
        </Button>
      </PostForm>
    </Banner>
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
      {wasSent && !isUnderWay && !view.asked && isPermitted(staff.role, "printing.reprint") && (
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
