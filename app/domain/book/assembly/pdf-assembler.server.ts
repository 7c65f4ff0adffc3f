import { open } from "node:fs/promises";
import {
  ParseSpeeds,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";
import type { BookFormat } from "~/domain/kernel/book-format/format";
import { nameOfJpeg } from "../prepress/jpeg";
import { makePdfX4, PDF_X4_VERSION } from "../prepress/pdf-x4.server";
import type { Printer } from "../prepress/printer";
import { PdfWriter, PHOTO_DESCRIPTION } from "./pdf-writer.server";
import { PhotoReader } from "./photo-reader.server";
import type { PrintPhoto } from "./print-photos.server";

/**
 * PDF assembly. The typesetter works with tiny placeholder photos, which keeps it fast and its output small; here the
 * print files take their place, byte for byte, and the pages get the boxes a printer trims by. The photos are the first
 * objects of the file, so that they are written while the pages are still being typeset. While one is written the next
 * is read, so memory holds no more than two.
 */

const POINTS_PER_MM = 72 / 25.4;

export interface AssembleJob {
  /** All photos of the book, in the order in which they are written. */
  photos: readonly PrintPhoto[];
  format: BookFormat;
  /** A file for the screen opens at its trimmed size; a print file shows its bleed. */
  opensTrimmed: boolean;
  /** Makes the file PDF/X-4 for this printer. */
  printer: Printer | null;
  outputFile: string;
}

export interface AssembledPdf {
  pageCount: number;
  bytes: number;
  sha256: string;
}

/**
 * Writes the finished file: first the photos, then, when it has come, the typeset book with its placeholder photos.
 * @throws UnusablePhoto naming a photo whose file changed since it was measured; Error when a photo is on no page.
 */
export async function assemblePdf(
  job: AssembleJob,
  typesetting: Promise<Uint8Array>,
  onPhoto: () => void,
): Promise<AssembledPdf> {
  const file = await open(job.outputFile, "w");
  const reader = new PhotoReader(job.photos);
  try {
    const writer = new PdfWriter(file);
    writer.write(`%PDF-${job.printer ? PDF_X4_VERSION : "1.7"}\n%\u00e2\u00e3\u00cf\u00d3\n`);
    for (const place of job.photos.keys()) {
      await writer.writePhoto(place + 1, await reader.next(), colourSpaceAfter(job.photos));
      onPhoto();
    }
    const document = await PDFDocument.load(await typesetting, {
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    });
    setBoxes(document, job.format, job.opensTrimmed);
    setOpening(document);
    if (job.printer) await makePdfX4(document, job.printer);
    writePages(writer, document, job.photos);
    await writer.flush();
    return { pageCount: document.getPageCount(), bytes: writer.position, sha256: writer.sha256() };
  } finally {
    await reader.close();
    await file.close();
  }
}

/** The number of the colour space that all photos refer to; the typesetter's own objects follow it. */
const colourSpaceAfter = (photos: readonly PrintPhoto[]): number => photos.length && photos.length + 1;

/** Writes what the typesetter made, with each reference to a placeholder pointing to its photo. */
function writePages(writer: PdfWriter, document: PDFDocument, photos: readonly PrintPhoto[]): void {
  const { context } = document;
  const objects = context.enumerateIndirectObjects();
  const numbers = new Map(photos.map(({ id }, place) => [id, place + 1]));
  const photoAt = new Map<PDFRef, PDFRef>();
  for (const [reference, object] of objects) {
    if (!isPhoto(object)) continue;
    const number = numbers.get(nameOfJpeg(object.contents) ?? "");
    if (number === undefined) throw new Error("The typeset book holds an unknown photo.");
    checkDescription(object.dict);
    photoAt.set(reference, PDFRef.of(number));
  }
  const placed = new Set(photoAt.values());
  const missing = photos.find((_, place) => !placed.has(PDFRef.of(place + 1)));
  if (missing) throw new Error(`Photo ${missing.id} is on no page.`);
  const before = colourSpaceAfter(photos);
  const moved = (reference: PDFRef) =>
    photoAt.get(reference) ?? PDFRef.of(reference.objectNumber + before, reference.generationNumber);
  const renumber = renumbering(context, moved);
  const placeholder = objects.find(([reference]) => photoAt.has(reference))?.[1];
  if (placeholder instanceof PDFRawStream) {
    const space = placeholder.dict.lookup(PDFName.of("ColorSpace"));
    if (space) writer.writeObject(PDFRef.of(before), renumber(space));
  }
  for (const [reference, object] of objects) {
    if (!photoAt.has(reference)) writer.writeObject(moved(reference), renumber(object));
  }
  const { Root, Info } = context.trailerInfo;
  const trailer = context.obj({});
  if (Root) trailer.set(PDFName.of("Root"), renumber(Root));
  if (Info) trailer.set(PDFName.of("Info"), renumber(Info));
  writer.writeEnd(trailer);
}

/** Copies objects so that they refer to others. @throws Error for an object that cannot be copied. */
function renumbering(context: PDFContext, moved: (reference: PDFRef) => PDFRef) {
  function renumberDict(dict: PDFDict): PDFDict {
    const copy = PDFDict.withContext(context);
    for (const [key, value] of dict.entries()) copy.set(key, renumber(value));
    return copy;
  }
  function renumber(object: PDFObject): PDFObject {
    if (object instanceof PDFRef) return moved(object);
    if (object instanceof PDFDict) return renumberDict(object);
    if (object instanceof PDFArray) {
      const copy = PDFArray.withContext(context);
      for (const element of object.asArray()) copy.push(renumber(element));
      return copy;
    }
    if (object instanceof PDFRawStream) return PDFRawStream.of(renumberDict(object.dict), object.contents);
    if (object instanceof PDFStream) throw new Error("The typeset book holds a stream of another kind.");
    return object;
  }
  return renumber;
}

const OF_EACH_PHOTO = ["Width", "Height", "Length", "ColorSpace"];

/** @throws Error when the typesetter describes a photo otherwise, as a new version of it may. */
function checkDescription(dict: PDFDict): void {
  const known = dict.context.obj(PHOTO_DESCRIPTION);
  for (const [key, value] of dict.entries()) {
    if (OF_EACH_PHOTO.includes(key.decodeText()) || known.get(key)?.toString() === value.toString()) continue;
    throw new Error(`The typesetter describes photos by ${key.toString()} ${value.toString()}.`);
  }
}

function setBoxes(document: PDFDocument, format: BookFormat, opensTrimmed: boolean): void {
  const bleed = format.bleed * POINTS_PER_MM;
  for (const page of document.getPages()) {
    const { width, height } = page.getMediaBox();
    page.setBleedBox(0, 0, width, height);
    page.setTrimBox(bleed, bleed, width - 2 * bleed, height - 2 * bleed);
    if (opensTrimmed) page.setCropBox(bleed, bleed, width - 2 * bleed, height - 2 * bleed);
    else page.setCropBox(0, 0, width, height);
  }
}

/** Opens as spreads like a book, the first page alone on the right, with the title in the window. */
function setOpening(document: PDFDocument): void {
  document.catalog.set(PDFName.of("PageLayout"), PDFName.of("TwoPageRight"));
  const preferences = document.catalog.lookupMaybe(PDFName.of("ViewerPreferences"), PDFDict);
  const shown = preferences ?? document.context.obj({});
  shown.set(PDFName.of("DisplayDocTitle"), document.context.obj(true));
  document.catalog.set(PDFName.of("ViewerPreferences"), shown);
  // False is the default, and some readers complain about the entry.
  document.catalog.lookupMaybe(PDFName.of("MarkInfo"), PDFDict)?.delete(PDFName.of("Suspects"));
}

function isPhoto(object: PDFObject): object is PDFRawStream {
  return (
    object instanceof PDFRawStream &&
    object.dict.get(PDFName.of("Subtype")) === PDFName.of("Image") &&
    object.dict.get(PDFName.of("Filter")) === PDFName.of("DCTDecode")
  );
}
