import { getFormProps, useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { emailLeavesAt } from "~/domain/diary/loops/completion";
import { capitalise, formatCountOf } from "~/domain/kernel/text/numbers";
import { londonTime } from "~/domain/kernel/time/instants";
import { type CarrierGiven, carrierForm, carrierNameOf, trackingNumberOf } from "~/domain/operations/printing/forms";
import { shipmentsNamed } from "~/domain/operations/printing/print-queue.server";
import type { ShipmentResult } from "~/domain/operations/printing/shipment-records.server";
import {
  noteShipmentDelivered,
  noteShipmentShipped,
  sendToPrinter,
} from "~/domain/operations/printing/shipment-steps.server";
import { typedReason } from "~/domain/people/staff/forms";
import { MOST_AT_ONCE, type ShipmentRefusal, STEPS, type Step } from "~/domain/shop/order-rules/shipments";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Button } from "~/ui/button";
import { problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { readForm } from "~/web/read-form";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { CarrierFields } from "./carrier-fields";
import { WhyUnreviewed } from "./printer-panel";
import { formatBooks, formatUnreviewed, OLD_TICKET, REFUSALS, STEP_LABELS, whyFieldOf } from "./printing-labels";

export const handle: ScreenHandle = { title: "Parcels on their way – HyperLoop", noindex: true };

function stepNamed(step: string): Step {
  if (!Object.hasOwn(STEPS, step)) notFound();
  return step as Step;
}

/** Asks before several shipments move on at once. */
export const loader = staffLoader("printing.change", ({ request, param }) => {
  const step = stepNamed(param("step"));
  const ids = (new URL(request.url).searchParams.get("shipments") ?? "").split(",").slice(0, MOST_AT_ONCE);
  const lines = shipmentsNamed(ids).map((line) => ({ ...line, problem: problemOf(step, line) }));
  return { step, lines };
});

function problemOf(step: Step, line: ReturnType<typeof shipmentsNamed>[number]): ShipmentRefusal | null {
  if (step === "send") return line.sending;
  return line.state === STEPS[step].from ? null : "not_now";
}

export const action = staffAction("printing.change", async ({ staff, param, form, now }) => {
  const step = stepNamed(param("step"));
  const ids = [...new Set(form.getAll("shipment").map(String))].slice(0, MOST_AT_ONCE);
  if (ids.length === 0) {
    return await seeOther(PATHS.printQueue, {
      flash: { tone: "bad", message: "Please tick at least one parcel." },
    });
  }
  const action = step === "ship" ? shipping(form, ids) : { ok: true as const, move: movesOf(form)[step] };
  if (!action.ok) return action.again;
  const results = ids.map((id) => action.move(id, staff.staffId, now));
  const refused = results.flatMap((result) => (result.ok ? [] : [REFUSALS[result.reason]]));
  const moved = formatCountOf(ids.length - refused.length, "parcel is", "parcels are");
  return await seeOther(`${PATHS.printQueue}?view=${STEPS[step].to}`, {
    flash: {
      tone: refused.length > 0 ? "warn" : "ok",
      message: `${capitalise(moved)} ${STEP_LABELS[step].done}.`,
      more:
        refused.length > 0
          ? `${refused.length} not: ${[...new Set(refused)].join(" ")}`
          : `The emails go out at ${londonTime(emailLeavesAt(now))}. Until then you can undo each one on its page.`,
    },
  });
});

type Move = (shipmentId: string, staffId: string, now: Date) => ShipmentResult;
const movesOf = (form: FormData): Readonly<Record<"send" | "deliver", Move>> => ({
  send: (id, staffId, now) => sendToPrinter(id, { staffId, whyUnreviewed: typedReason(form, whyFieldOf(id)) }, now),
  deliver: noteShipmentDelivered,
});

/** The carrier and each shipment's number, as they were typed; nothing moves while one of them does not fit. */
function shipping(form: FormData, ids: readonly string[]) {
  const chosen = String(form.get("carrier") ?? "");
  const typed = Object.fromEntries(ids.map((id) => [id, String(form.get(nameOf(id)) ?? "").slice(0, 200)]));
  const numbers = new Map(ids.map((id) => [id, trackingNumberOf(typed[id] ?? "", chosen)]));
  const wrong = [...numbers].flatMap(([id, read]) => (read.ok ? [] : [{ id, message: read.message }]));
  const submission = readForm(form, carrierForm);
  if (submission.status !== "success" || wrong.length > 0) {
    return { ok: false as const, again: unprocessable("ship", submission.reply(), { typed, wrong }) };
  }
  const carrier = carrierNameOf(submission.value);
  const move: Move = (id, staffId, now) => {
    const read = numbers.get(id);
    return noteShipmentShipped(id, { carrier, trackingNumber: read?.ok ? read.number : "" }, staffId, now);
  };
  return { ok: true as const, move };
}

const nameOf = (shipmentId: string) => `tracking-${shipmentId}`;

export default function Batch() {
  const { step, lines } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<CarrierGiven>({ id: "batch", lastResult: actionData?.reply });
  const words = STEP_LABELS[step];
  const ready = lines.filter(({ problem }) => problem === null);
  const held = lines.filter(({ problem }) => problem !== null);
  const wrong = actionData?.wrong ?? [];
  return (
    <StaffFrame
      title={words.title}
      lead={words.lead}
      back={{ label: "Print queue", href: `${PATHS.printQueue}?view=${STEPS[step].from}` }}
    >
      <ErrorSummary
        problems={[...problemsOf(form), ...wrong.map(({ id, message }) => ({ message, field: nameOf(id) }))]}
      />
      {held.length > 0 && (
        <section className="staff-panel">
          <h2>Not moved</h2>
          <ul className="staff-acts-done">
            {held.map((line) => (
              <li key={line.id}>
                <a href={`${PATHS.printQueue}/${line.id}`}>{line.title}</a>, {line.reference}:{" "}
                {line.problem && REFUSALS[line.problem]}
              </li>
            ))}
          </ul>
        </section>
      )}
      {ready.length === 0 ? (
        <section className="staff-panel">
          <p>There’s nothing to move.</p>
        </section>
      ) : (
        <PostForm {...getFormProps(form)} className="form-stack">
          {step === "ship" && <CarrierFields fields={fields} />}
          <ul className="staff-acts-done staff-shipments">
            {ready.map((line) => (
              <li key={line.id}>
                <input type="hidden" name="shipment" value={line.id} />
                <b>{line.title}</b>, {line.reference}: {formatBooks(line.books)}, for {line.owner}
                {step === "send" && line.warningCount > 0 && (
                  <>
                    ,{" "}
                    <a href={`${PATHS.printQueue}/${line.id}`}>
                      {formatCountOf(line.warningCount, "thing to check", "things to check")}
                    </a>
                  </>
                )}
                {step === "send" && line.unreviewed > 0 && (
                  <>
                    <p>{formatUnreviewed(line.unreviewed)}</p>
                    <WhyUnreviewed shipmentId={line.id} label={`Why does ${line.reference} print anyway?`} />
                  </>
                )}
                {step === "ship" && !line.ticketMatchesAddress && (
                  <p>
                    {OLD_TICKET} <a href={`${PATHS.printQueue}/${line.id}`}>See the address</a>
                  </p>
                )}
                {step === "ship" && (
                  <TextField
                    label={`Tracking number of ${line.reference}`}
                    name={nameOf(line.id)}
                    id={nameOf(line.id)}
                    optional
                    width="m"
                    defaultValue={actionData?.typed?.[line.id]}
                    errors={wrong.filter(({ id }) => id === line.id).map(({ message }) => message)}
                  />
                )}
              </li>
            ))}
          </ul>
          <Button size="staff">{words.button}</Button>
        </PostForm>
      )}
    </StaffFrame>
  );
}
