import { useLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { formatCountOf, formatNumber } from "~/domain/kernel/text/numbers";
import { formatDay, formatLondonDay } from "~/domain/kernel/time/format-days";
import {
  foundInViews,
  QUEUE_VIEWS,
  queueFigures,
  SHIPMENT_LIST,
  type ShipmentLine,
} from "~/domain/operations/printing/print-queue.server";
import { askForFiles } from "~/domain/operations/printing/shipment-actions.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { MOST_AT_ONCE, nextStep, STEPS, type Step } from "~/domain/shop/order-rules/shipments";
import { listLoader } from "~/hyperloop/lists.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffList } from "~/hyperloop/staff-list";
import { staffAction } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { Button, LinkButton } from "~/ui/button";
import { Kpis } from "~/ui/kpis";
import { PostForm } from "~/ui/post-form";
import { CellNote, type Column } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { pageAddress } from "~/web/list-query";
import { notFound, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formatBooks, formatThings, REFUSALS, STEP_LABELS } from "./printing-labels";

export const handle: ScreenHandle = { title: "Print queue – HyperLoop", noindex: true };

export const loader = listLoader(SHIPMENT_LIST, (_, { q }) => ({
  figures: queueFigures(),
  foundIn: q === "" ? null : foundInViews(q),
}));

/** Makes files at once; a step is confirmed on another page. */
export const action = staffAction("printing.change", async ({ staff, form, now }) => {
  const chosen = [...new Set(form.getAll("shipment").map(String))].slice(0, MOST_AT_ONCE);
  const intent = String(form.get("intent"));
  const view = QUEUE_VIEWS.find((one) => one === form.get("view")) ?? QUEUE_VIEWS[0];
  const list = pageAddress(
    PATHS.printQueue,
    { q: String(form.get("q") ?? "").slice(0, 200), view, sort: String(form.get("sort") ?? "").slice(0, 20) },
    1,
  );
  const back = { tone: "bad" as const, message: "Please tick at least one parcel." };
  if (chosen.length === 0) return await seeOther(list, { flash: back });
  if (Object.hasOwn(STEPS, intent)) {
    return await seeOther(`${PATHS.printQueue}/batch/${intent}?shipments=${encodeURIComponent(chosen.join(","))}`);
  }
  if (intent !== "files") notFound();
  const results = chosen.map((id) => askForFiles(id, staff.staffId, now));
  const refused = results.flatMap((result) => (result.ok ? [] : [REFUSALS[result.reason]]));
  const begun = results.length - refused.length;
  return await seeOther(list, {
    flash: {
      tone: refused.length > 0 ? "warn" : "ok",
      message: `Files are being made for ${formatCountOf(begun, "shipment", "shipments")}.`,
      ...(refused.length > 0 ? { more: `Not for ${refused.length}: ${[...new Set(refused)].join(" ")}` } : {}),
    },
  });
});

const VIEW_OPTIONS = [
  { value: "waiting", label: "To print" },
  { value: "printing", label: "At the printer" },
  { value: "shipped", label: "On their way" },
  { value: "delivered", label: "Delivered" },
  { value: "with_year", label: "Printed with the book" },
] as const;

export default function PrintQueue() {
  const view = useLoaderData<typeof loader>();
  const { query, figures } = view;
  const step = query.view === "with_year" ? null : nextStep(query.view);
  const mayMove = step !== null && isPermitted(view.staff.role, "printing.change");
  return (
    <StaffList
      view={view}
      title="Print queue"
      actions={
        isPermitted(view.staff.role, "printing.change") && (
          <LinkButton href={`${PATHS.printQueue}/pick-list`} size="staff" variant="line">
            Pick list
          </LinkButton>
        )
      }
      hint="Start of an order number, email address or tracking number"
      filters={[{ name: "view", label: "Where", options: VIEW_OPTIONS }]}
      caption={VIEW_OPTIONS.find(({ value }) => value === query.view)?.label ?? "Print queue"}
      columns={mayMove ? [TICK, ...COLUMNS] : COLUMNS}
      empty="No books here"
      around={(table) => (mayMove && view.rows.length > 0 ? <MoveForm step={step}>{table}</MoveForm> : table)}
    >
      <Kpis
        kpis={{
          "To print": figures.waiting,
          "At the printer": figures.printing,
          "On their way": figures.shipped,
          Delivered: figures.delivered,
          "Printed with the book": figures.with_year,
        }}
      />
      <FoundElsewhere />
    </StaffList>
  );
}

/** Where else a search has found something, because each view lists its own alone. */
function FoundElsewhere() {
  const { query, foundIn } = useLoaderData<typeof loader>();
  const others = VIEW_OPTIONS.filter(({ value }) => value !== query.view && (foundIn?.[value] ?? 0) > 0);
  if (others.length === 0) return null;
  return (
    <p role="status">
      Also found:{" "}
      {others.map(({ value, label }, place) => (
        <Fragment key={value}>
          {place > 0 && ", "}
          <a href={pageAddress(PATHS.printQueue, { q: query.q, view: value }, 1)}>
            {formatNumber(foundIn?.[value] ?? 0)} {label}
          </a>
        </Fragment>
      ))}
    </p>
  );
}

/** The table with what can be done to the shipments selected in it. */
function MoveForm({ step, children }: { readonly step: Step; readonly children: ReactNode }) {
  const { query } = useLoaderData<typeof loader>();
  return (
    <PostForm action={PATHS.printQueue}>
      <input type="hidden" name="view" value={query.view} />
      <input type="hidden" name="q" value={query.q} />
      <input type="hidden" name="sort" value={query.sort} />
      {children}
      <p className="row staff-batch">
        {step === "send" && (
          <Button size="staff" variant="line" name="intent" value="files">
            Make files
          </Button>
        )}
        <Button size="staff" name="intent" value={step}>
          {STEP_LABELS[step].button}
        </Button>
        <span className="muted">for ticked parcels</span>
      </p>
    </PostForm>
  );
}

type Line = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

const TICK: Column<Line> = {
  label: "Choose",
  labelHidden: true,
  cell: ({ id, title, reference }) => (
    <span className="check">
      <input type="checkbox" name="shipment" value={id} id={`shipment-${id}`} />
      <label htmlFor={`shipment-${id}`}>
        <VisuallyHidden>{`${title}, ${reference}`}</VisuallyHidden>
      </label>
    </span>
  ),
};

const COLUMNS: readonly Column<Line>[] = [
  {
    label: "Book",
    cell: (line) => (
      <>
        <a href={`${PATHS.printQueue}/${line.id}`}>{line.title}</a>
        {line.isReprint && <span className="staff-mark">Reprint</span>}
        {line.isTest && <span className="staff-mark">Test</span>}
        <CellNote>
          <span className="staff-code">{line.reference}</span>
        </CellNote>
      </>
    ),
  },
  { label: "State", cell: (line) => <LineState line={line} /> },
  { label: "Books", cell: ({ books }) => formatBooks(books) },
  { label: "Owner", cell: ({ owner }) => owner },
  {
    label: "In the queue since",
    oneLine: true,
    sort: "made",
    cell: ({ createdAt }) => formatLondonDay(createdAt),
  },
  {
    label: "Expected",
    oneLine: true,
    sort: "expected",
    cell: ({ expectedDay }) => (expectedDay ? formatDay(expectedDay) : "Not known"),
  },
];

interface LineStateProps {
  readonly line: Pick<
    ShipmentLine,
    "state" | "filesState" | "warningCount" | "isInDoubt" | "stale" | "carrier" | "trackingNumber"
  >;
}

/** Where a shipment of the queue is, and what is to be known before it moves on. */
function LineState({ line }: LineStateProps) {
  const isWaiting = line.state === "waiting";
  return (
    <>
      {isWaiting ? <StatusBadge of="printFiles" is={line.filesState} /> : <StatusBadge of="shipment" is={line.state} />}
      {isWaiting && line.filesState === "ready" && line.warningCount > 0 && (
        <CellNote>{formatThings(line.warningCount)}</CellNote>
      )}
      {isWaiting && line.isInDoubt && (
        <CellNote>
          <b>Payment in doubt</b>
        </CellNote>
      )}
      {line.stale && (
        <CellNote>
          <b>Made before the {line.stale} changed</b>
        </CellNote>
      )}
      {line.carrier && (
        <CellNote>
          {line.carrier} {line.trackingNumber}
        </CellNote>
      )}
    </>
  );
}
