import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import {
  ParseSpeeds,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";
import type { BookFormat } from "../book-format/format";
import { makePdfX4, PDF_X4_VERSION } from "../prepress/pdf-x4.server";
import type { Printer } from "../prepress/printer";
import { nameOfJpeg } from "./jpeg";
import { type PrintPhoto, UnusablePhoto } from "./print-photos.server";

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

/** What the typesetter says of a photo besides its size, its length and its colour space. */
const DESCRIPTION = { Type: "XObject", Subtype: "Image", BitsPerComponent: 8, Filter: "DCTDecode" };
const OF_EACH_PHOTO = ["Width", "Height", "Length", "ColorSpace"];

/** @throws Error when the typesetter describes a photo otherwise, as a new version of it may. */
function checkDescription(dict: PDFDict): void {
  const known = dict.context.obj(DESCRIPTION);
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

interface ReadPhoto extends PrintPhoto {
  /** Valid until the next photo is requested. */
  readonly content: Buffer;
}

/** Reads one photo ahead, alternating between two buffers. */
class PhotoReader {
  private readonly waiting: PrintPhoto[];
  private readonly memory: [Buffer, Buffer];
  private pending: Promise<ReadPhoto> | null = null;

  constructor(photos: readonly PrintPhoto[]) {
    const largest = Math.max(0, ...photos.map(({ bytes }) => bytes));
    this.memory = [Buffer.allocUnsafeSlow(largest), Buffer.allocUnsafeSlow(largest)];
    this.waiting = [...photos];
    this.readAhead();
  }

  async next(): Promise<ReadPhoto> {
    if (this.pending === null) throw new Error("There are no more photos.");
    const photo = await this.pending;
    this.readAhead();
    return photo;
  }

  /** Waits until no read is in progress. */
  async close(): Promise<void> {
    await this.pending?.catch(() => undefined);
  }

  private readAhead(): void {
    const photo = this.waiting.shift();
    this.memory.reverse();
    this.pending = photo === undefined ? null : readInto(this.memory[0], photo);
    // next() reports the error; this handler only prevents an unhandled rejection before that.
    this.pending?.catch(() => undefined);
  }
}

async function readInto(memory: Buffer, photo: PrintPhoto): Promise<ReadPhoto> {
  const file = await open(photo.file);
  try {
    const { size } = await file.stat();
    const { bytesRead } = await file.read(memory, 0, photo.bytes, 0);
    if (size !== photo.bytes || bytesRead !== photo.bytes) {
      throw new UnusablePhoto(photo.id, "the print file changed while the book was made");
    }
    return { ...photo, content: memory.subarray(0, photo.bytes) };
  } finally {
    await file.close();
  }
}

class PdfWriter {
  position = 0;
  private readonly hash = createHash("sha256");
  private readonly offsets: { number: number; at: number }[] = [];
  private pending: Uint8Array[] = [];

  constructor(private readonly file: FileHandle) {}

  /** Queues bytes; `flush` writes them to the file. */
  write(content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
    this.pending.push(bytes);
    this.hash.update(bytes);
    this.position += bytes.length;
  }

  async flush(): Promise<void> {
    const piece = Buffer.concat(this.pending);
    this.pending = [];
    await writeWhole(this.file, piece);
  }

  writeObject(reference: PDFRef, object: PDFObject): void {
    const bytes = new Uint8Array(object.sizeInBytes());
    object.copyBytesInto(bytes, 0);
    this.begin(reference);
    this.write(bytes);
    this.write("\nendobj\n");
  }

  async writePhoto(number: number, photo: ReadPhoto, colourSpace: number): Promise<void> {
    const described = PDFContext.create().obj({
      ...DESCRIPTION,
      ColorSpace: PDFRef.of(colourSpace),
      Width: photo.width,
      Height: photo.height,
      Length: photo.bytes,
    });
    this.begin(PDFRef.of(number));
    this.write(`${described.toString()}\nstream\n`);
    await this.flush();
    const written = writeWhole(this.file, photo.content);
    this.hash.update(photo.content);
    this.position += photo.bytes;
    await written;
    this.write("\nendstream\nendobj\n");
  }

  writeEnd(trailer: PDFDict): void {
    const start = this.position;
    const identity = PDFHexString.of(this.hash.copy().digest("hex").slice(0, 32));
    const size = Math.max(...this.offsets.map(({ number }) => number)) + 1;
    const at = new Map(this.offsets.map((offset) => [offset.number, offset.at]));
    const lines = Array.from({ length: size }, (_, number) => {
      const offset = at.get(number);
      // An entry of the cross-reference table is exactly twenty bytes.
      return offset === undefined
        ? "0000000000 65535 f\r\n"
        : `${String(offset).padStart(10, "0")} 00000 n\r\n`;
    });
    trailer.set(PDFName.of("Size"), PDFNumber.of(size));
    trailer.set(PDFName.of("ID"), trailer.context.obj([identity, identity]));
    this.write(
      `xref\n0 ${size}\n${lines.join("")}trailer\n${trailer.toString()}\nstartxref\n${start}\n%%EOF\n`,
    );
  }

  sha256(): string {
    return this.hash.digest("hex");
  }

  private begin(reference: PDFRef): void {
    this.offsets.push({ number: reference.objectNumber, at: this.position });
    this.write(`${reference.objectNumber} ${reference.generationNumber} obj\n`);
  }
}

async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written);
    written += bytesWritten;
  }
}
