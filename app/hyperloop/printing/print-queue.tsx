import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  listShipments,
  QUEUE_VIEWS,
  queueFigures,
  SHIPMENTS_A_PAGE,
} from "~/domain/printing/print-queue.server";
import { askForFiles } from "~/domain/printing/shipment-actions.server";
import { MOST_AT_ONCE, nextStep, STEPS } from "~/domain/printing/shipments";
import { isPermitted } from "~/domain/staff/permissions";
import { formatCountOf } from "~/domain/text/numbers";
import { formatDay } from "~/domain/time/format-days";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { Kpis } from "~/ui/kpis";
import { ListFilters } from "~/ui/list-filters";
import { ListFoot } from "~/ui/list-foot";
import { PostForm } from "~/ui/post-form";
import { Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { notFound, PRIVATE, seeOther } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { choiceIn, pageAddress, pageIn, searchIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { FilesBadge, REFUSALS, ShipmentBadge, STEP_LABELS, sayBooks, sayThings } from "./printing-labels";

const PATH = "/hyperloop/print-queue";

export const handle: ScreenHandle = { title: "Print queue – HyperLoop", noindex: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "printing.read");
  const view = choiceIn(request, "view", QUEUE_VIEWS);
  const input = { q: searchIn(request), view };
  const page = pageIn(request);
  const { rows, total } = listShipments({ search: input.q, view }, page);
  const counts = { staff, input, page, size: SHIPMENTS_A_PAGE, lines: rows, total };
  return data({ ...counts, figures: queueFigures() }, { headers: PRIVATE });
}

/** Makes files at once; a step is asked about on a page of its own. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "printing.change");
  const form = formOf(request);
  const chosen = [...new Set(form.getAll("shipment").map(String))].slice(0, MOST_AT_ONCE);
  const intent = String(form.get("intent"));
  const view = QUEUE_VIEWS.find((one) => one === form.get("view")) ?? QUEUE_VIEWS[0];
  const list = pageAddress(PATH, { q: String(form.get("q") ?? "").slice(0, 200), view }, 1);
  const back = { tone: "bad" as const, message: "Please tick the books it is about." };
  if (chosen.length === 0) return await seeOther(list, { flash: back });
  if (Object.hasOwn(STEPS, intent)) {
    return await seeOther(`${PATH}/batch/${intent}?shipments=${encodeURIComponent(chosen.join(","))}`);
  }
  if (intent !== "files") notFound();
  const answers = chosen.map((id) => askForFiles(id, staff.staffId, currentTime()));
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [REFUSALS[answer.reason] ?? ""]));
  const begun = answers.length - refused.length;
  return await seeOther(list, {
    flash: {
      tone: refused.length > 0 ? "warn" : "ok",
      message: `Files are being made for ${formatCountOf(begun, "shipment", "shipments")}.`,
      ...(refused.length > 0 ? { more: `Not of ${refused.length}: ${[...new Set(refused)].join(" ")}` } : {}),
    },
  });
}

const VIEW_OPTIONS = [
  { value: "waiting", label: "To print" },
  { value: "printing", label: "At the printer" },
  { value: "shipped", label: "On their way" },
  { value: "delivered", label: "Delivered" },
  { value: "with_year", label: "Come with their year" },
];

export default function PrintQueue() {
  const { staff, input, page, size, lines, total, figures } = useLoaderData<typeof loader>();
  const mayChange = isPermitted(staff.role, "printing.change") && input.view !== "with_year";
  const step = input.view === "with_year" ? null : nextStep(input.view);
  const table = (
    <Table
      caption={VIEW_OPTIONS.find(({ value }) => value === input.view)?.label ?? "Print queue"}
      captionHidden
      columns={step && mayChange ? [TICK, ...COLUMNS] : COLUMNS}
      rows={lines.map((line) => ({ key: line.id, cells: cellsOf(line) }))}
      empty={<p>No books here</p>}
    />
  );
  return (
    <StaffFrame staff={staff} title="Print queue">
      <Kpis
        kpis={[
          { name: "To print", value: figures.waiting },
          { name: "At the printer", value: figures.printing },
          { name: "On their way", value: figures.shipped },
          { name: "Delivered", value: figures.delivered },
          { name: "Come with their year", value: figures.with_year },
        ]}
      />
      <ListFilters
        path={PATH}
        search={input.q}
        hint="How the order number, the owner’s email or the tracking number begins"
      >
        <SelectField label="Where" name="view" options={VIEW_OPTIONS} defaultValue={input.view} width="s" />
      </ListFilters>
      {step && mayChange && lines.length > 0 ? (
        <PostForm action={PATH}>
          <input type="hidden" name="view" value={input.view} />
          <input type="hidden" name="q" value={input.q} />
          {table}
          <p className="row staff-batch">
            {step === "send" && (
              <Button size="staff" variant="line" name="intent" value="files">
                Make files
              </Button>
            )}
            <Button size="staff" name="intent" value={step}>
              {STEP_LABELS[step].button}
            </Button>
            <span className="muted">for what is ticked</span>
          </p>
        </PostForm>
      ) : (
        table
      )}
      <ListFoot page={page} size={size} total={total} hrefOf={(to) => pageAddress(PATH, input, to)} />
    </StaffFrame>
  );
}

const TICK = { key: "tick", label: "Choose", labelHidden: true };
const COLUMNS = [
  { key: "book", label: "Book" },
  { key: "state", label: "State" },
  { key: "books", label: "Books" },
  { key: "owner", label: "Whose" },
  { key: "expected", label: "Expected" },
];

type Line = ReturnType<typeof useLoaderData<typeof loader>>["lines"][number];

function cellsOf(line: Line) {
  return {
    tick: (
      <span className="check">
        <input type="checkbox" name="shipment" value={line.id} id={`shipment-${line.id}`} />
        <label htmlFor={`shipment-${line.id}`}>
          <VisuallyHidden>{`${line.title}, ${line.reference}`}</VisuallyHidden>
        </label>
      </span>
    ),
    book: (
      <>
        <a href={`${PATH}/${line.id}`}>{line.title}</a>
        {line.isReprint && <span className="staff-mark">Reprint</span>}
        {line.isTest && <span className="staff-mark">Test</span>}
        <br />
        <span className="staff-code muted">{line.reference}</span>
      </>
    ),
    state: (
      <>
        {line.state === "waiting" ? (
          <FilesBadge state={line.filesState} />
        ) : (
          <ShipmentBadge state={line.state} />
        )}
        {line.state === "waiting" && line.filesState === "ready" && line.warningCount > 0 && (
          <>
            <br />
            {sayThings(line.warningCount)}
          </>
        )}
        {line.state === "waiting" && line.isInDoubt && (
          <>
            <br />
            <b>Payment in doubt</b>
          </>
        )}
        {line.carrier && (
          <>
            <br />
            <span className="muted">
              {line.carrier} {line.trackingNumber}
            </span>
          </>
        )}
      </>
    ),
    books: sayBooks(line.books),
    owner: line.owner,
    expected: line.expectedDay ? formatDay(line.expectedDay) : "Not known",
  };
}
