import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import {
  ParseSpeeds,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from "@cantoo/pdf-lib";
import type { BookFormat } from "../book-format/format";
import { makePdfX4, PDF_X4_VERSION } from "../prepress/pdf-x4.server";
import type { Printer } from "../prepress/printer";
import { nameOfJpeg } from "./jpeg";
import { type PrintPhoto, UnusablePhoto } from "./print-photos.server";

/**
 * PDF assembly. The typesetter works with tiny placeholder photos, which keeps it fast and its output small; here each
 * placeholder's stream is replaced by the print file, byte for byte, and the pages get the boxes a printer trims by.
 * While one photo is written the next is read, so memory holds no more than two.
 */

const POINTS_PER_MM = 72 / 25.4;

export interface AssembleJob {
  /** The typeset book with placeholder photos. */
  typeset: Uint8Array;
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

/** Writes the finished file. @throws UnusablePhoto naming a photo whose file changed since it was measured. */
export async function assemblePdf(job: AssembleJob, onPhoto: () => void): Promise<AssembledPdf> {
  const document = await PDFDocument.load(job.typeset, {
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  });
  setBoxes(document, job.format, job.opensTrimmed);
  setOpening(document);
  if (job.printer) await makePdfX4(document, job.printer);
  const objects = document.context.enumerateIndirectObjects();
  const photos = new PhotoReader(photosIn(objects, job.photos));
  const file = await open(job.outputFile, "w");
  try {
    const writer = new PdfWriter(file);
    writer.write(`%PDF-${job.printer ? PDF_X4_VERSION : "1.7"}\n%\u00e2\u00e3\u00cf\u00d3\n`);
    for (const [reference, object] of objects) {
      if (isPhoto(object)) {
        await writer.writePhoto(reference, object, await photos.next());
        onPhoto();
      } else {
        writer.writeObject(reference, object);
      }
    }
    writer.writeEnd(document);
    await writer.flush();
    return { pageCount: document.getPageCount(), bytes: writer.position, sha256: writer.sha256() };
  } finally {
    await photos.close();
    await file.close();
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

/** The photos used in the book, in the order of its PDF objects. */
function photosIn(objects: readonly [PDFRef, PDFObject][], given: readonly PrintPhoto[]): PrintPhoto[] {
  const byName = new Map(given.map((photo) => [photo.id, photo]));
  return objects.flatMap(([, object]) => {
    if (!isPhoto(object)) return [];
    const photo = byName.get(nameOfJpeg(object.contents) ?? "");
    if (photo === undefined) throw new Error("The typeset book holds an unknown photo.");
    return [photo];
  });
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

  async writePhoto(reference: PDFRef, stream: PDFRawStream, photo: ReadPhoto): Promise<void> {
    stream.dict.set(PDFName.of("Width"), PDFNumber.of(photo.width));
    stream.dict.set(PDFName.of("Height"), PDFNumber.of(photo.height));
    stream.dict.set(PDFName.of("Length"), PDFNumber.of(photo.bytes));
    this.begin(reference);
    this.write(`${stream.dict.toString()}\nstream\n`);
    await this.flush();
    const written = writeWhole(this.file, photo.content);
    this.hash.update(photo.content);
    this.position += photo.bytes;
    await written;
    this.write("\nendstream\nendobj\n");
  }

  writeEnd(document: PDFDocument): void {
    const start = this.position;
    const identity = this.hash.copy().digest("hex").slice(0, 32);
    const size = Math.max(...this.offsets.map(({ number }) => number)) + 1;
    const at = new Map(this.offsets.map((offset) => [offset.number, offset.at]));
    const lines = Array.from({ length: size }, (_, number) => {
      const offset = at.get(number);
      // An entry of the cross-reference table is exactly twenty bytes.
      return offset === undefined
        ? "0000000000 65535 f\r\n"
        : `${String(offset).padStart(10, "0")} 00000 n\r\n`;
    });
    const { Root, Info } = document.context.trailerInfo;
    const trailer = document.context.obj({ Size: size });
    if (Root) trailer.set(PDFName.of("Root"), Root);
    if (Info) trailer.set(PDFName.of("Info"), Info);
    trailer.set(
      PDFName.of("ID"),
      document.context.obj([PDFHexString.of(identity), PDFHexString.of(identity)]),
    );
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
