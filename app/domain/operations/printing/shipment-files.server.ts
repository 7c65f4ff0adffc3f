import { and, asc, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { type PrintSet, shipments } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import type { StoredFile } from "~/adapters/storage/contract";
import { makePrintOrder, type PrintedBook } from "~/domain/book/books/print-order.server";
import { BINDING_WORDS } from "~/domain/kernel/book-format/bindings";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { holdsEntries, whyTaken } from "~/domain/shop/order-rules/book-looks";
import { addressOf, booksIn, hashAddress, referenceOf, shipmentRowOf } from "./shipment-contents.server";

/**
 * The files of a shipment: made by a job, one set for each binding, and downloaded by staff who send them to the
 * printer.
 */

/**
 * Makes the printer's files of one shipment. A missing shipment, or one with files, is left as it is; a failure that
 * is ours to explain is stored. @throws Error where storage or the machine fails; the job is then tried again.
 */
export async function makeShipmentFiles(shipmentId: string, now: Date): Promise<void> {
  const row = shipmentRowOf(shipmentId);
  const isWanted = row?.shipment.filesState === "making" || row?.shipment.filesState === "failed";
  if (!row?.loop || row.shipment.state !== "waiting" || !isWanted) return;
  const deliverTo = addressOf(row);
  if (!deliverTo) return fail(shipmentId, "There’s no delivery address.", now);
  const prints: PrintSet[] = [];
  try {
    const printed = printedBefore(row.loop.id);
    for (const { binding, copies } of booksIn([row.shipment]).get(shipmentId) ?? []) {
      const input = { loopId: row.loop.id, binding, copies, reference: referenceOf(row), deliverTo };
      const made = await makePrintOrder(input, [...printed, ...prints.filter(hasFiles)]);
      if (!made.ok) return fail(shipmentId, made.detail, now);
      const { book, ticketKey } = made;
      const keys = { ...book.keys, ticket: ticketKey };
      prints.push({ ...book, copies, addressHash: hashAddress(deliverTo), keys });
    }
  } catch (error) {
    fail(shipmentId, error instanceof Error ? error.message : String(error), now);
    throw error;
  }
  if (prints.length === 0) return fail(shipmentId, "There’s no book in this parcel.", now);
  settle(shipmentId, { filesState: "ready", filesFailure: null, prints }, now);
}

/** What was printed of a loop before, first prints first. */
function printedBefore(loopId: string): PrintedBook[] {
  return listPrints(loopId).flatMap(({ prints }) => prints.filter(hasFiles));
}

const listPrints = prepareAll((loopId: string) =>
  db
    .select({ prints: shipments.prints })
    .from(shipments)
    .where(eq(shipments.loopId, loopId))
    .orderBy(asc(shipments.createdAt)),
);

function hasFiles(set: PrintSet): set is PrintSet & PrintedBook {
  return set.files !== undefined;
}

/** Says on the shipment that its files are not being made, because the job was set aside. */
export function noteFilesSetAside(tx: Transaction, shipmentId: string, now: Date): void {
  const filesFailure = "Making them stopped the worker twice. The alarm says what to do.";
  settle(shipmentId, { filesState: "failed", filesFailure }, now, tx);
}

function fail(shipmentId: string, why: string, now: Date): void {
  settle(shipmentId, { filesState: "failed", filesFailure: why.slice(0, 500) }, now);
}

function settle(
  shipmentId: string,
  to: Partial<typeof shipments.$inferInsert>,
  now: Date,
  writer: Pick<Transaction, "update"> = db,
): void {
  writer
    .update(shipments)
    .set({ ...to, updatedAt: now })
    .where(and(eq(shipments.id, shipmentId), eq(shipments.state, "waiting")))
    .run();
}

export const PRINT_FILES = ["interior", "cover", "ticket"] as const;
export type PrintFileKind = (typeof PRINT_FILES)[number];

export type OpenFileResult =
  | { ok: true; file: StoredFile; fileName: string }
  | { ok: false; reason: "not_found" | "no_reason" };

const NO_FILE = { ok: false, reason: "not_found" } as const;

/**
 * Opens one file of a shipment for a staff member and records it with its reason, because the file holds somebody's
 * whole year: its owner reads who took it (`printing/entry-views.server.ts`).
 */
export async function openPrintFile(
  input: { shipmentId: string; binding: string; kind: PrintFileKind },
  by: { staffId: string; reason: string | null },
  now: Date,
): Promise<OpenFileResult> {
  const row = shipmentRowOf(input.shipmentId);
  const made = row?.shipment.prints.find(({ binding }) => binding === input.binding);
  const key = made?.keys[input.kind];
  if (!row || !key) return NO_FILE;
  const reason = holdsEntries(input.kind) ? whyTaken(row.shipment.state, by.reason) : undefined;
  if (reason === null) return { ok: false, reason: "no_reason" };
  const file = await storage.read(key);
  if (!file) return NO_FILE;
  write((tx) => {
    recordAuditEvent(tx, {
      staffId: by.staffId,
      reason,
      action: "printing.download",
      object: { type: "shipment", id: input.shipmentId },
      now,
      after: { file: input.kind, binding: input.binding },
    });
  });
  const ending = input.kind === "ticket" ? "json" : "pdf";
  return {
    ok: true,
    file,
    fileName: `${referenceOf(row).toLowerCase()}-${BINDING_WORDS[made.binding].file}-${input.kind}.${ending}`,
  };
}
