import { useLoaderData } from "@remix-run/react";
import { BINDING_WORDS } from "~/domain/kernel/book-format/bindings";
import { capitalise, formatCountOf, formatNumber } from "~/domain/kernel/text/numbers";
import { isDay, londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { pickList } from "~/domain/operations/printing/pick-list.server";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { CellNote, type Column, Table } from "~/ui/table";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "Pick list – HyperLoop", noindex: true };

/** What was sent to the printer on a day, to print and to pack by. */
export const loader = staffLoader("printing.change", ({ request, now }) => {
  const asked = new URL(request.url).searchParams.get("day") ?? "";
  const day = isDay(asked) ? asked : londonDay(now);
  return { day, lines: pickList(day) };
});

type Line = ReturnType<typeof useLoaderData<typeof loader>>["lines"][number];

const COLUMNS: readonly Column<Line>[] = [
  {
    label: "Parcel",
    cell: ({ shipmentId, reference, title }) => (
      <>
        <a href={`${PATHS.printQueue}/${shipmentId}`}>{reference}</a>
        <CellNote>{title}</CellNote>
      </>
    ),
  },
  { label: "Copies", numeric: true, cell: ({ copies }) => formatNumber(copies) },
  {
    label: "Binding",
    cell: ({ binding }) => `${BINDING_WORDS[binding].name}, ${BINDING_WORDS[binding].packing}`,
  },
  { label: "Pages", numeric: true, cell: ({ pages }) => formatNumber(pages) },
  { label: "Goes to", cell: ({ address }) => <AddressLines address={address} /> },
  {
    label: "Ticket",
    cell: ({ shipmentId, reference, binding, ticketMatchesAddress }) => (
      <>
        <PostForm action={`${PATHS.printQueue}/${shipmentId}/files`}>
          <button type="submit" className="staff-action" name="file" value={`${binding} ticket`}>
            Ticket
            <VisuallyHidden>{`, ${reference}, ${BINDING_WORDS[binding].name.toLowerCase()}`}</VisuallyHidden>
          </button>
        </PostForm>
        {!ticketMatchesAddress && <b>It has the old address</b>}
      </>
    ),
  },
];

export default function PickList() {
  const { day, lines } = useLoaderData<typeof loader>();
  const copies = lines.reduce((sum, line) => sum + line.copies, 0);
  return (
    <StaffFrame
      title="Pick list"
      lead={capitalise(`${formatCountOf(copies, "book", "books")} sent to the printer on ${formatDay(day)}`)}
      back={{ label: "Print queue", href: PATHS.printQueue }}
      actions={
        <PostForm action={`${PATHS.printQueue}/pick-list/export`}>
          <input type="hidden" name="day" value={day} />
          <Button size="staff">As CSV</Button>
        </PostForm>
      }
    >
      <form className="staff-filters" method="get" action={`${PATHS.printQueue}/pick-list`}>
        <DateField label="Day" name="day" defaultValue={day} />
        <Button size="staff" variant="line">
          Show
        </Button>
      </form>
      <Table
        caption="Books sent to the printer"
        captionHidden
        columns={COLUMNS}
        rows={lines}
        empty={<p>Nothing was sent to the printer that day.</p>}
      />
    </StaffFrame>
  );
}

function AddressLines({ address }: { readonly address: Line["address"] }) {
  if (!address) return "No address";
  return [address.name, ...address.lines, address.city, address.county, address.postcode]
    .filter((row) => row !== "")
    .map((row) => (
      <span key={row}>
        {row}
        <br />
      </span>
    ));
}
