import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newId } from "#db/identifiers";
import { storage } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { BINDING_WORDS, type Binding, bindingInFull, type CaseMaterials } from "~/domain/kernel/book-format/bindings";
import { canBeBound } from "~/domain/kernel/book-format/format";
import type { BookWarning } from "../layout/pages";
import { describeFaults, type PreflightReport } from "../prepress/preflight-report";
import { PRINTER, type Printer } from "../prepress/printer";
import { throwIfChanged } from "./book-making.server";
import { type BookSource, readBookInput } from "./book-reader.server";
import { findDoublePages, renderBook } from "./book-renderer.server";
import { enlargeDoublePagePhotos } from "./double-page-photos.server";
import { findTooLong } from "./long-weeks";
import { gatherPhotos } from "./photo-gathering.server";
import { storedPhotos } from "./stored-photos.server";

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

/** The files of one binding, as a shipment keeps them: a later print of the same content takes them again. */
export interface PrintedBook {
  readonly binding: Binding;
  readonly pages: number;
  readonly contentVersion: number;
  readonly warnings: readonly BookWarning[];
  readonly keys: { readonly interior: string; readonly cover: string };
  readonly files: {
    readonly title: string;
    readonly printer: string;
    readonly spineWidth: number;
    /** Whether the pages show what the proof showed that was signed off; null where that was not recorded. */
    readonly isAsSigned: boolean | null;
    readonly interior: PrintFile;
    readonly cover: PrintFile;
  };
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
  readonly case: CaseMaterials & {
    readonly spineWidth: number;
    readonly turnIn: number;
    readonly boardThickness: number;
    readonly endpapers: string;
  };
  readonly condition: string;
  readonly files: { readonly interior: PrintFile; readonly cover: PrintFile };
  readonly deliverTo: ShipmentAddress & { readonly country: "United Kingdom" };
}

export type PrintOrderResult =
  | { ok: true; ticket: PrintTicket; ticketKey: string; book: PrintedBook }
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
 * @param printed what was printed of this loop before: of the same content a reprint has the same files, and a copy in the
 * other binding the same pages, byte for byte, whatever has changed in this program since.
 * @throws Error for an impossible number of copies, and when storage or the machine fails.
 */
export async function makePrintOrder(
  input: PrintOrderInput,
  printed: readonly PrintedBook[] = [],
  printer: Printer = PRINTER,
): Promise<PrintOrderResult> {
  const { loopId, binding, copies } = input;
  if (!Number.isSafeInteger(copies) || copies < 1 || copies > MOST_COPIES) {
    throw new Error(`Nobody orders ${copies} copies.`);
  }
  const source = readBookInput(loopId);
  if (!source) return { ok: false, reason: "not_found", detail: "No such loop." };
  if (!source.isSignedOff) {
    return { ok: false, reason: "not_signed_off", detail: "The owner hasn’t sent it to print." };
  }
  const before: PrintedBook[] = [];
  for (const book of printed) {
    const isSame = book.contentVersion === source.contentVersion && book.files.printer === printer.name;
    if (isSame && (await isStored(book.keys.interior)) && (await isStored(book.keys.cover))) before.push(book);
  }
  const made = before.find((book) => book.binding === binding) ?? (await makeBook(source, input, before[0], printer));
  if ("ok" in made) return made;
  const ticket = ticketOf(made, input, source, printer);
  const written = `${JSON.stringify(ticket, null, 2)}\n`;
  const hash = createHash("sha256").update(written).digest("hex");
  const ticketKey = `prints/${loopId}/${hash.slice(0, 16)}-ticket.json`;
  await storage.put(ticketKey, Buffer.from(written), "application/json");
  return { ok: true, ticket, ticketKey, book: made };
}

async function isStored(key: string): Promise<boolean> {
  const file = await storage.read(key, { first: 0, last: 0 });
  file?.body.destroy();
  return file !== undefined;
}

type Refusal = Extract<PrintOrderResult, { ok: false }>;

/** Makes and stores the pages and the cover. Around pages that were printed before, only the cover is new. */
async function makeBook(
  source: BookSource,
  { loopId, binding }: PrintOrderInput,
  before: PrintedBook | undefined,
  printer: Printer,
): Promise<PrintedBook | Refusal> {
  const tooLong = findTooLong(source.input);
  if (tooLong) return tooLong;
  const workFolder = join(settings.dataFolder, "work", `print-${newId()}`);
  mkdirSync(workFolder, { recursive: true });
  try {
    const gathered = await gatherPhotos(source.input, storedPhotos(source, "interior"), workFolder, () => undefined);
    if (!gathered.ok) {
      throwIfChanged(loopId, source);
      return gathered;
    }
    const paths = { interior: join(workFolder, "interior.pdf"), cover: join(workFolder, "cover.pdf") };
    const doublePagePhotos = await findDoublePages(gathered.input, workFolder);
    await enlargeDoublePagePhotos(doublePagePhotos, source.photoKeys, gathered.files);
    const made = await renderBook({
      input: gathered.input,
      photoFiles: gathered.files,
      artwork: source.artwork,
      workFolder,
      printer,
      outputFile: paths.interior,
      picturesFile: join(workFolder, "pages.gz"),
      cover: { binding, outputFile: paths.cover },
    });
    if (!made.ok) return made;
    const bindable = canBeBound(made.pageCount, printer.format);
    if (!bindable.ok) return { ...bindable, detail: `The block has ${made.pageCount} pages.` };
    if (!made.cover?.preflight || !made.preflight) throw new Error("The render process made no cover.");
    const reports = { interior: made.preflight, cover: made.cover.preflight };
    const faulty = Object.values(reports).filter(({ faults }) => faults.length > 0);
    if (faulty.length > 0) {
      return { ok: false, reason: "preflight_failed", detail: faulty.map(describeFaults).join(" ") };
    }
    // A cover fits any block of as many pages.
    const reused = before?.pages === made.pageCount ? before : undefined;
    const names = {
      interior: `${made.sha256.slice(0, 16)}-interior.pdf`,
      cover: `${made.cover.sha256.slice(0, 16)}-${BINDING_WORDS[binding].file}.pdf`,
    };
    const keys = {
      interior: reused?.keys.interior ?? `prints/${loopId}/${names.interior}`,
      cover: `prints/${loopId}/${names.cover}`,
    };
    if (!reused) await storage.put(keys.interior, { file: paths.interior }, "application/pdf");
    await storage.put(keys.cover, { file: paths.cover }, "application/pdf");
    const { bytes, sha256 } = made;
    const signed = source.signedPagesSha256;
    return {
      binding,
      pages: made.pageCount,
      contentVersion: source.contentVersion,
      warnings: reused?.warnings ?? made.notes,
      keys,
      files: {
        title: made.title,
        printer: printer.name,
        spineWidth: made.cover.spineWidth,
        isAsSigned: reused ? reused.files.isAsSigned : signed === null ? null : signed === made.pagesSha256,
        interior: reused?.files.interior ?? {
          name: names.interior,
          bytes,
          sha256,
          preflight: reports.interior,
        },
        cover: {
          name: names.cover,
          bytes: made.cover.bytes,
          sha256: made.cover.sha256,
          preflight: reports.cover,
        },
      },
    };
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

function ticketOf(
  { binding, pages, files }: PrintedBook,
  { reference, copies, deliverTo }: PrintOrderInput,
  { input }: BookSource,
  { format, condition }: Printer,
): PrintTicket {
  const { about, packing, materials } = BINDING_WORDS[binding];
  return {
    reference,
    title: files.title,
    copies,
    binding,
    soldAs: `${bindingInFull(binding)}. ${about}.`,
    packing,
    block: {
      pages,
      edition: input.options.largePrint ? "large print" : "regular",
      trimWidth: format.trimWidth,
      trimHeight: format.trimHeight,
      bleed: format.bleed,
      paper: format.paper,
      leafThickness: format.paperCaliper,
    },
    case: {
      ...materials,
      endpapers: format.endpapers,
      spineWidth: files.spineWidth,
      turnIn: format.turnIn,
      boardThickness: format.boardThickness,
    },
    condition: condition.description,
    files: { interior: files.interior, cover: files.cover },
    deliverTo: { ...deliverTo, country: "United Kingdom" },
  };
}
