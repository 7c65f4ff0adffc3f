import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newId } from "#db/identifiers";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { BINDING_WORDS, type Binding, bindingInFull } from "../book-format/bindings";
import { canBeBound } from "../book-format/format";
import type { BookWarning } from "../layout/pages";
import { describeFaults, type PreflightReport } from "../prepress/preflight-report";
import { PRINTER, type Printer } from "../prepress/printer";
import { throwIfChanged } from "./book-making.server";
import { readBookInput } from "./book-reader.server";
import { findDoublePages, renderBook } from "./book-renderer.server";
import { enlargeDoubles } from "./double-page-photos.server";
import { findTooLong } from "./long-weeks";
import { gatherPhotos } from "./photo-gathering.server";

/**
 * The files that a printer receives for one shipment: the block, the cover around it, and a job ticket with their
 * measures, the number of copies and the address. Nothing in them depends on when or where they were made, so the same
 * content gives the same bytes and the same file names.
 */

/** The address of a shipment, line by line as on the label. */
export interface ShipmentAddress {
  readonly name: string;
  readonly lines: readonly string[];
  readonly city: string;
  readonly county: string;
  readonly postcode: string;
}

export interface PrintOrderInput {
  readonly loopId: string;
  readonly binding: Binding;
  readonly copies: number;
  /** Our own reference, such as the order number. */
  readonly reference: string;
  readonly deliverTo: ShipmentAddress;
}

interface PrintFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** What the last check of the file found. */
  readonly preflight: PreflightReport;
}

/** The job ticket, as JSON; lengths are millimetres. */
export interface PrintTicket {
  readonly reference: string;
  readonly title: string;
  readonly copies: number;
  readonly binding: Binding;
  /** What was sold, in the shop's words. */
  readonly soldAs: string;
  readonly packing: string;
  readonly block: {
    readonly pages: number;
    readonly edition: "regular" | "large print";
    readonly trimWidth: number;
    readonly trimHeight: number;
    readonly bleed: number;
    readonly paper: string;
    readonly leafThickness: number;
  };
  readonly case: { readonly spineWidth: number; readonly turnIn: number; readonly boardThickness: number };
  readonly condition: string;
  readonly files: { readonly interior: PrintFile; readonly cover: PrintFile };
  readonly deliverTo: ShipmentAddress & { readonly country: "United Kingdom" };
}

export type PrintOrderResult =
  | {
      ok: true;
      ticket: PrintTicket;
      keys: { interior: string; cover: string; ticket: string };
      /** What a person should check before it is printed. */
      warnings: readonly BookWarning[];
      /** The content version that was typeset. */
      contentVersion: number;
    }
  | {
      ok: false;
      reason:
        | "not_found"
        | "not_signed_off"
        | "photo_unreadable"
        | "glyph_missing"
        | "too_large"
        | "too_long"
        | "preflight_failed"
        | "failed"
        | Exclude<ReturnType<typeof canBeBound>, { ok: true }>["reason"];
      detail: string;
    };

const MOST_COPIES = 99;

/**
 * Makes the files for the printer and stores them with the loop; making them twice stores them once. Takes seconds, so
 * it belongs in a job. Refuses a loop that is not signed off, and a page count that cannot be bound.
 * @throws Error for an impossible number of copies, and when storage or the machine fails.
 */
export async function makePrintOrder(
  input: PrintOrderInput,
  printer: Printer = PRINTER,
): Promise<PrintOrderResult> {
  const { loopId, binding, copies } = input;
  if (!Number.isSafeInteger(copies) || copies < 1 || copies > MOST_COPIES) {
    throw new Error(`Nobody orders ${copies} copies.`);
  }
  const { format } = printer;
  const source = readBookInput(loopId);
  if (!source) return { ok: false, reason: "not_found", detail: "No such loop." };
  if (!source.isSignedOff) {
    return { ok: false, reason: "not_signed_off", detail: "The owner hasn’t sent it to print." };
  }
  const tooLong = findTooLong(source.input);
  if (tooLong) return tooLong;
  const workFolder = join(settings.dataFolder, "work", `print-${newId()}`);
  mkdirSync(workFolder, { recursive: true });
  try {
    const gathered = await gatherPhotos(source, "interior", workFolder, () => undefined);
    if (!gathered.ok) {
      throwIfChanged(loopId, source);
      return gathered;
    }
    const files = { interior: join(workFolder, "interior.pdf"), cover: join(workFolder, "cover.pdf") };
    const doubles = await findDoublePages(gathered.input, workFolder);
    await enlargeDoubles(doubles, source.photoKeys, gathered.files);
    const made = await renderBook({
      input: gathered.input,
      photoFiles: gathered.files,
      artwork: source.artwork,
      workFolder,
      printer,
      outputFile: files.interior,
      picturesFile: join(workFolder, "pages.gz"),
      cover: { binding, outputFile: files.cover },
    });
    if (!made.ok) return made;
    const bindable = canBeBound(made.pageCount, format);
    if (!bindable.ok) return { ...bindable, detail: `The block has ${made.pageCount} pages.` };
    if (!made.cover?.preflight || !made.preflight) throw new Error("The render process made no cover.");
    const reports = { interior: made.preflight, cover: made.cover.preflight };
    const faulty = Object.values(reports).filter(({ faults }) => faults.length > 0);
    if (faulty.length > 0) {
      return { ok: false, reason: "preflight_failed", detail: faulty.map(describeFaults).join(" ") };
    }
    const names = {
      interior: `${made.sha256.slice(0, 16)}-interior.pdf`,
      cover: `${made.cover.sha256.slice(0, 16)}-${BINDING_WORDS[binding].file}.pdf`,
    };
    const ticket: PrintTicket = {
      reference: input.reference,
      title: made.title,
      copies,
      binding,
      soldAs: `${bindingInFull(binding)}. ${BINDING_WORDS[binding].about}.`,
      packing: BINDING_WORDS[binding].packing,
      block: {
        pages: made.pageCount,
        edition: source.input.options.largePrint ? "large print" : "regular",
        trimWidth: format.trimWidth,
        trimHeight: format.trimHeight,
        bleed: format.bleed,
        paper: format.paper,
        leafThickness: format.paperCaliper,
      },
      case: {
        spineWidth: made.cover.spineWidth,
        turnIn: format.turnIn,
        boardThickness: format.boardThickness,
      },
      condition: printer.condition.description,
      files: {
        interior: {
          name: names.interior,
          bytes: made.bytes,
          sha256: made.sha256,
          preflight: reports.interior,
        },
        cover: {
          name: names.cover,
          bytes: made.cover.bytes,
          sha256: made.cover.sha256,
          preflight: reports.cover,
        },
      },
      deliverTo: { ...input.deliverTo, country: "United Kingdom" },
    };
    const written = `${JSON.stringify(ticket, null, 2)}\n`;
    const folder = `prints/${loopId}`;
    const keys = {
      interior: `${folder}/${names.interior}`,
      cover: `${folder}/${names.cover}`,
      ticket: `${folder}/${createHash("sha256").update(written).digest("hex").slice(0, 16)}-ticket.json`,
    };
    await storage.put(keys.interior, { file: files.interior }, "application/pdf");
    await storage.put(keys.cover, { file: files.cover }, "application/pdf");
    await storage.put(keys.ticket, Buffer.from(written), "application/json");
    return { ok: true, ticket, keys, warnings: made.notes, contentVersion: source.contentVersion };
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}
