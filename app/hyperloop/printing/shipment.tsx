import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shipmentFacts } from "~/domain/printing/print-queue.server";
import { askForFiles } from "~/domain/printing/shipment-actions.server";
import { nextStep } from "~/domain/printing/shipments";
import { auditEventsOn } from "~/domain/staff/audit-trail.server";
import { isPermitted } from "~/domain/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { AuditPanel } from "~/ui/audit-panel";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Facts } from "~/ui/description-list";
import { formatDay, formatMoment } from "~/ui/format";
import { PostForm } from "~/ui/post-form";
import { PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { PrintFiles } from "./print-files";
import {
  FilesBadge,
  OLD_TICKET,
  REFUSALS,
  ShipmentBadge,
  STEP_WORDS,
  sayBooks,
  sayUnreviewed,
} from "./printing-labels";

const PATH = "/hyperloop/print-queue";

export const handle: ScreenHandle = { title: "Shipment – HyperLoop", noindex: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "printing.read");
  const facts = shipmentFacts(params.shipment ?? "");
  if (!facts) throw new Response(null, { status: 404 });
  return data({ staff, ...facts, actions: auditEventsOn("shipment", facts.line.id) }, { headers: PRIVATE });
}

/** Has the files made, or made anew. */
export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "printing.change");
  const shipmentId = params.shipment ?? "";
  const input = askForFiles(shipmentId, staff.staffId, currentTime());
  if (!input.ok && input.reason === "not_found") throw new Response(null, { status: 404 });
  return await seeOther(`${PATH}/${shipmentId}`, {
    flash: input.ok
      ? { tone: "ok", message: "The files are being made. It takes some seconds." }
      : { tone: "bad", message: REFUSALS[input.reason] ?? "" },
  });
}

type ShipmentShown = ReturnType<typeof useLoaderData<typeof loader>>;

export default function ShipmentPage() {
  const facts = useLoaderData<typeof loader>();
  const { staff, line, address, actions } = facts;
  const mayChange = isPermitted(staff.role, "printing.change");
  const isWaiting = line.state === "waiting";
  return (
    <StaffFrame
      staff={staff}
      title={line.title}
      lead={
        <>
          <ShipmentBadge state={line.state} /> {isWaiting && <FilesBadge state={line.filesState} />}{" "}
          <span className="staff-code">{line.reference}</span>
        </>
      }
      back={{ label: "Print queue", href: `${PATH}?view=${line.state}` }}
      actions={<Actions facts={facts} />}
    >
      {isWaiting && facts.sending && facts.sending !== "no_files" && (
        <Banner tone="warn">{REFUSALS[facts.sending]}</Banner>
      )}
      {line.state === "printing" && !facts.isTicketTrue && <Banner tone="warn">{OLD_TICKET}</Banner>}
      {isWaiting && facts.unreviewed > 0 && (
        <p>
          <b>{sayUnreviewed(facts.unreviewed)}</b> That does not keep it back; a week that is flagged does.
        </p>
      )}
      <div className="staff-panels">
        <section className="staff-panel">
          <h2>Shipment</h2>
          <Facts facts={shipmentRows(facts)} />
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
              <a href={`${PATH}/${line.id}/address`}>Correct the address</a>
            </p>
          )}
        </section>
      </div>
      <section className="staff-panel">
        <h2>Files for the printer</h2>
        <PrintFiles
          shipmentId={line.id}
          state={line.filesState}
          failure={facts.filesFailure}
          prints={facts.prints}
          mayOpen={mayChange}
        />
        {isWaiting && mayChange && facts.making === null && (
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

function Actions({ facts }: { readonly facts: ShipmentShown }) {
  const { staff, line, sending, reprints } = facts;
  const step = nextStep(line.state);
  const isReady = line.state !== "waiting" || sending === null;
  const wasSent = line.state === "shipped" || line.state === "delivered";
  const isUnderWay = reprints.some(({ state }) => state === "waiting" || state === "printing");
  return (
    <>
      {wasSent && !isUnderWay && isPermitted(staff.role, "printing.reprint") && (
        <LinkButton href={`${PATH}/${line.id}/reprint`} size="staff" variant="line">
          Print again
        </LinkButton>
      )}
      {step && isReady && isPermitted(staff.role, "printing.change") && (
        <LinkButton href={`${PATH}/batch/${step}?shipments=${line.id}`} size="staff">
          {STEP_WORDS[step].button}
        </LinkButton>
      )}
    </>
  );
}

function shipmentRows(facts: ShipmentShown) {
  const { staff, line } = facts;
  const moment = (at: Date | string | null, ahead: string) => (at ? formatMoment(new Date(at)) : ahead);
  const link = (href: string | null, words: string, may: boolean) =>
    href && may ? <a href={href}>{words}</a> : words;
  return [
    { name: "Books", value: sayBooks(line.books) },
    {
      name: "Whose",
      value: link(
        facts.ownerId && `/hyperloop/accounts/${facts.ownerId}`,
        line.owner,
        isPermitted(staff.role, "accounts.read"),
      ),
    },
    {
      name: "Order",
      value: facts.orderId
        ? link(
            `/hyperloop/orders/${facts.orderId}`,
            "Look at the order",
            isPermitted(staff.role, "orders.read"),
          )
        : "None",
    },
    { name: "Expected", value: line.expectedDay ? formatDay(line.expectedDay) : "Not known" },
    { name: "In line since", value: moment(line.createdAt, "") },
    { name: "Printer began", value: moment(facts.printingAt, "Not yet") },
    {
      name: "Sent out",
      value: `${moment(facts.shippedAt, "Not yet")}${line.carrier ? `, with ${line.carrier}` : ""}`,
    },
    { name: "Tracking number", value: line.trackingNumber ?? "None" },
    { name: "Delivered", value: moment(facts.deliveredAt, "Not yet") },
    ...(facts.reprintOf
      ? [
          {
            name: "Printed again",
            value: (
              <>
                {facts.reprintReason} <a href={`${PATH}/${facts.reprintOf}`}>The first one</a>
              </>
            ),
          },
        ]
      : []),
    ...facts.reprints.map(({ id, at }) => ({
      name: "Printed again",
      value: <a href={`${PATH}/${id}`}>{formatMoment(new Date(at))}</a>,
    })),
  ];
}
