import { useActionData, useLoaderData } from "@remix-run/react";
import { addNote, noteOwners, notesOfOrder } from "~/domain/backoffice/staff/notes.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { evidenceOf } from "~/domain/operations/disputes/evidence.server";
import { giftDestinationOf } from "~/domain/operations/printing/book-destinations.server";
import { shipmentsOfOrder } from "~/domain/operations/printing/print-queue.server";
import { placeLines } from "~/domain/people/addresses/forms";
import { auditEventsOn } from "~/domain/people/staff/audit-trail.server";
import { noteForm } from "~/domain/people/staff/forms";
import { isPermitted } from "~/domain/people/staff/permissions";
import { orderData } from "~/domain/shop/orders/admin-orders.server";
import { cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { disputesOfOrder, refundBar } from "~/domain/shop/orders/dispute-records.server";
import { refundRequestsOf } from "~/domain/shop/orders/refund-requests.server";
import { storedTextPath } from "~/domain/shop/terms/stored-path";
import { DisputeBand, formatDispute } from "~/hyperloop/dispute-band";
import { StaffFrame } from "~/hyperloop/frame";
import { besideNote, NotesPanel } from "~/hyperloop/notes-panel";
import { respondToForm } from "~/hyperloop/outcome.server";
import { personPath } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { STATUSES, StatusBadge } from "~/hyperloop/statuses";
import { AuditPanel } from "~/ui/audit-panel";
import { Badge } from "~/ui/badge";
import { formatAddress, GiftGoesTo } from "~/ui/book-address";
import { LinkButton } from "~/ui/button";
import { DescriptionList } from "~/ui/description-list";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { EvidencePanel } from "./evidence-panel";
import { formatBuyerCancels, KINDS } from "./order-labels";
import { OrderTimeline } from "./order-timeline";

export const handle: ScreenHandle = { title: "Order – HyperLoop", noindex: true };

export const loader = staffLoader("orders.read", ({ staff, param, now }) => {
  const view = orderData(param("order")) ?? notFound();
  const shipments = shipmentsOfOrder(view.order.id);
  const requests = refundRequestsOf(view.order.id);
  const gift = view.order.kind === "gift" ? giftDestinationOf({ orderId: view.order.id }) : null;
  const disputes = disputesOfOrder(view.order.id).map((dispute) => formatDispute(dispute, now));
  const { id, accountId } = view.order;
  return {
    staff,
    ...view,
    buyerCancels: formatBuyerCancels(accountId ? cancelStateOf(accountId, id, now) : undefined),
    notes: notesOfOrder(view.order.id),
    owners: noteOwners(),
    disputes,
    evidence: disputes.some(isUndecided) ? (evidenceOf(view.order.id, now)?.items ?? []) : [],
    shipments,
    requests,
    gift,
    bar: refundBar(view.order),
    actions: auditEventsOn("order", view.order.id),
  };
});

const isUndecided = ({ stage }: { stage: string }) => stage === "open" || stage === "inquiry";

/** Leaves a note for colleagues. */
export const action = staffAction("orders.note", async ({ staff, param, form, now }) => {
  const orderId = param("order");
  return await respondToForm(form, { id: "note", schema: noteForm }, (input) => ({
    result: addNote({ orderId }, input, staff.staffId, now),
    to: `/hyperloop/orders/${orderId}`,
    done: "The note is saved.",
    beside: besideNote,
  }));
});

export default function OrderPage() {
  const {
    staff,
    order,
    lines,
    tries,
    refunds,
    address,
    buyerId,
    buyerCancels,
    isPrinting,
    shipments,
    requests,
    disputes,
    notes,
    owners,
    gift,
    evidence,
    bar,
    actions,
  } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const isDisputed = disputes.some(({ stage }) => stage === "open");
  const isGift = order.kind === "gift";
  const path = `/hyperloop/orders/${order.id}`;
  return (
    <StaffFrame
      title={order.number}
      lead={
        <>
          <StatusBadge of="order" is={order.status} /> {isDisputed && <Badge tone="bad">Disputed</Badge>}
        </>
      }
      back={{ label: "Orders", href: "/hyperloop/orders" }}
      actions={
        <>
          {order.paidAt && (
            <LinkButton href={`${path}/receipt`} size="staff" variant="line">
              Receipt
            </LinkButton>
          )}
          {!isPrinting && isPermitted(staff.role, "orders.correct_address") && (
            <LinkButton href={`${path}/address`} size="staff" variant="line">
              Correct address
            </LinkButton>
          )}
          {order.paidAt &&
            !bar &&
            order.refundedPence < order.totalPence &&
            isPermitted(staff.role, "refunds.give") && (
              <LinkButton href={`${path}/refund`} size="staff" variant="danger">
                Refund
              </LinkButton>
            )}
        </>
      }
    >
      {disputes.map((dispute) => (
        <DisputeBand key={dispute.id} dispute={dispute} />
      ))}
      {disputes.filter(isUndecided).map((dispute) => (
        <EvidencePanel key={dispute.id} orderId={order.id} dispute={dispute} items={evidence} />
      ))}
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Order</h2>
          <DescriptionList
            items={[
              { name: "What", value: KINDS[order.kind] },
              ...lines.map((line) => ({
                name: `${line.quantity} × ${line.name}`,
                value:
                  line.withdrawnQuantity > 0
                    ? `${formatPence(line.quantity * line.unitPence)}, ${line.withdrawnQuantity} not to be printed`
                    : formatPence(line.quantity * line.unitPence),
              })),
              ...(order.discountPence > 0
                ? [
                    {
                      name: "Discount",
                      value: `${formatPence(-order.discountPence)} ${order.discountCode ?? ""}`.trim(),
                    },
                  ]
                : []),
              {
                name: "Delivery",
                value: order.deliveryPence === 0 ? "Free" : formatPence(order.deliveryPence),
              },
              ...(order.taxPence > 0 ? [{ name: "Tax", value: formatPence(order.taxPence) }] : []),
              { name: "Total", value: formatPence(order.totalPence) },
              { name: "Refunded", value: formatPence(order.refundedPence) },
              ...(buyerCancels ? [{ name: "Buyer can cancel", value: buyerCancels }] : []),
              { name: "Made under", value: <MadeUnder {...order} /> },
              ...disputes
                .filter(({ stage }) => stage === "open" || stage === "lost")
                .map(({ sum }) => ({ name: "Taken by the bank", value: `−${sum}` })),
            ]}
          />
        </section>
        <section className="staff-panel">
          <h2>Buyer and address</h2>
          <DescriptionList
            items={{
              Name: `${order.firstName} ${order.lastName}`.trim() || "Account deleted",
              Email:
                order.accountId && isPermitted(staff.role, "accounts.read") ? (
                  <a href={personPath({ id: order.accountId, isGuest: buyerId === null })}>
                    {order.email || "Account"}
                  </a>
                ) : (
                  order.email || "Account deleted"
                ),
              [isGift ? "Giver’s address" : "Goes to"]: address ? placeLines(address).join(", ") : "No address",
              "Book goes to": isGift ? (
                <GiftGoesTo gift={gift} seesShipments={isPermitted(staff.role, "printing.read")} />
              ) : null,
            }}
          />
        </section>
      </div>
      {shipments.length > 0 && (
        <section className="staff-panel">
          <h2>Books</h2>
          <ul className="staff-acts-done">
            {shipments.map((shipment) => (
              <li key={shipment.id}>
                <a href={`/hyperloop/print-queue/${shipment.id}`}>{shipment.title}</a>
                {shipment.isReprint && <span className="staff-mark">Reprint</span>}
                <br />
                {shipment.isReversed ? "Refunded: we won’t print it" : STATUSES.shipment[shipment.state][0]}
                {shipment.carrier && `, with ${shipment.carrier} ${shipment.trackingNumber ?? ""}`}
                <br />
                Goes to: {shipment.address ? formatAddress(shipment.address) : "No address"}
              </li>
            ))}
          </ul>
        </section>
      )}
      <OrderTimeline view={{ order, lines, tries, refunds, requests, disputes }} />
      <div className="staff-panels">
        <NotesPanel
          notes={notes}
          owners={owners}
          actionData={actionData}
          mayWrite={isPermitted(staff.role, "orders.note")}
          isMain={!disputes.some(isUndecided)}
        />
        <AuditPanel actions={actions} />
      </div>
    </StaffFrame>
  );
}

/** The wordings that the buyer could read on the day. */
function MadeUnder(order: { termsHash: string | null; privacyHash: string | null }) {
  if (!order.termsHash || !order.privacyHash) return "Not recorded";
  return (
    <>
      <a href={storedTextPath(order.termsHash)}>These terms</a>,{" "}
      <a href={storedTextPath(order.privacyHash)}>this privacy policy</a>
    </>
  );
}
