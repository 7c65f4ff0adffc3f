import { and, asc, gte, lte, ne } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { shipments } from "#db/schema";
import type { ShipmentAddress } from "~/domain/book/books/print-order.server";
import type { Binding } from "~/domain/kernel/book-format/bindings";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { addressOf, referenceOf, shipmentRows, ticketMatchesAddress, titleOf } from "./shipment-contents.server";

/** What was sent to the printer on one day, book by book, for the person who packs it. */

export interface PickLine {
  /** Of this binding of this shipment. */
  id: string;
  shipmentId: string;
  reference: string;
  title: string;
  binding: Binding;
  copies: number;
  pages: number;
  address: ShipmentAddress | null;
  /** Whether the printer's ticket has this address. */
  ticketMatchesAddress: boolean;
}

/** The books of a London day, in the order in which they were sent to the printer. */
export function pickList(day: string): PickLine[] {
  return listSent(startOfLondonDay(day), endOfLondonDay(day)).flatMap((row) =>
    row.shipment.prints.map(({ binding, copies, pages }) => ({
      id: `${row.shipment.id}-${binding}`,
      shipmentId: row.shipment.id,
      reference: referenceOf(row),
      title: titleOf(row),
      binding,
      copies,
      pages,
      address: addressOf(row),
      ticketMatchesAddress: ticketMatchesAddress(row),
    })),
  );
}

const listSent = prepareAll((from: Date, until: Date) =>
  shipmentRows(db)
    .where(and(gte(shipments.printingAt, from), lte(shipments.printingAt, until), ne(shipments.state, "waiting")))
    .orderBy(asc(shipments.printingAt), asc(shipments.id)),
);

/** The same for a file, which holds addresses: the audit says who took it. */
export function exportPickList(day: string, staffId: string, now: Date): PickLine[] {
  const lines = pickList(day);
  write((tx) =>
    recordAuditEvent(tx, {
      staffId,
      action: "printing.export",
      object: { type: "pick_list", id: day },
      after: { lines: lines.length },
      now,
    }),
  );
  return lines;
}
