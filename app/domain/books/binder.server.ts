import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import {
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from "@cantoo/pdf-lib";
import type { BookFormat } from "./format";
import { nameOfJpeg, readJpeg } from "./jpeg";

/**
 * Binding: the typesetter lays the book out with thumbnails, which keeps it quick and small; here each thumbnail's
 * stream is replaced by the print file, byte for byte, and the pages get the boxes a printer cuts by. Objects are
 * written one after another, so memory holds one photo at a time.
 */

const POINTS_PER_MM = 72 / 25.4;

export interface BindOrder {
  /** The typeset book with thumbnails. */
  typeset: Uint8Array;
  /** Print file of each photo by the name its thumbnail carries. */
  printFiles: ReadonlyMap<string, string>;
  format: BookFormat;
  /** What is read on a screen opens at its trimmed size; a print file keeps its bleed in sight. */
  opensTrimmed: boolean;
  outputFile: string;
  onPhoto?(): void;
}

export interface BoundBook {
  pageCount: number;
  bytes: number;
  sha256: string;
}

/** A photo's print file that is not what its thumbnail promised. */
export class UnbindablePhoto extends Error {
  constructor(
    readonly photoId: string,
    reason: string,
  ) {
    super(`Photo ${photoId}: ${reason}`);
  }
}

/** Writes the finished file. @throws UnbindablePhoto naming the photo that cannot be bound. */
export async function bindBook(order: BindOrder): Promise<BoundBook> {
  const document = await PDFDocument.load(order.typeset, { updateMetadata: false });
  setBoxes(document, order.format, order.opensTrimmed);
  setOpening(document);
  const file = openSync(order.outputFile, "w");
  try {
    const writer = new PdfWriter(file);
    writer.write("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n");
    for (const [reference, object] of document.context.enumerateIndirectObjects()) {
      const photoId = photoNameOf(object);
      if (photoId === null) writer.writeObject(reference, object);
      else {
        writer.writePhoto(reference, object as PDFRawStream, printFileOf(order, photoId));
        order.onPhoto?.();
      }
    }
    writer.writeEnd(document);
    return { pageCount: document.getPageCount(), bytes: writer.position, sha256: writer.sha256() };
  } finally {
    closeSync(file);
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

/** Opens as a book lies on a table: the first page alone on the right, then spreads, its title in the window. */
function setOpening(document: PDFDocument): void {
  document.catalog.set(PDFName.of("PageLayout"), PDFName.of("TwoPageRight"));
  const preferences = document.catalog.lookupMaybe(PDFName.of("ViewerPreferences"), PDFDict);
  const shown = preferences ?? document.context.obj({});
  shown.set(PDFName.of("DisplayDocTitle"), document.context.obj(true));
  document.catalog.set(PDFName.of("ViewerPreferences"), shown);
  // False is what is meant where it is absent, and some readers complain of it.
  document.catalog.lookupMaybe(PDFName.of("MarkInfo"), PDFDict)?.delete(PDFName.of("Suspects"));
}

function photoNameOf(object: PDFObject): string | null {
  if (!(object instanceof PDFRawStream)) return null;
  if (object.dict.get(PDFName.of("Subtype")) !== PDFName.of("Image")) return null;
  if (object.dict.get(PDFName.of("Filter")) !== PDFName.of("DCTDecode")) return null;
  const name = nameOfJpeg(object.contents);
  if (name === null) throw new Error("The typeset book holds a photo that nobody handed in.");
  return name;
}

function printFileOf(
  order: BindOrder,
  photoId: string,
): Uint8Array & { facts: { width: number; height: number } } {
  const file = order.printFiles.get(photoId);
  if (file === undefined) throw new Error(`The typeset book holds an unknown photo, ${photoId}.`);
  const bytes = readFileSync(file);
  const facts = readJpeg(bytes);
  if (facts === null) throw new UnbindablePhoto(photoId, "the print file is no whole JPEG");
  // The colour space in the book is the thumbnail's: three channels of eight bits, sRGB.
  if (facts.components !== 3 || facts.bitsPerComponent !== 8) {
    throw new UnbindablePhoto(
      photoId,
      `the print file has ${facts.components} channels of ${facts.bitsPerComponent} bits`,
    );
  }
  return Object.assign(bytes, { facts });
}

class PdfWriter {
  position = 0;
  private readonly hash = createHash("sha256");
  private readonly offsets: { number: number; at: number }[] = [];

  constructor(private readonly file: number) {}

  write(content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
    let written = 0;
    while (written < bytes.length) written += writeSync(this.file, bytes, written);
    this.hash.update(bytes);
    this.position += bytes.length;
  }

  writeObject(reference: PDFRef, object: PDFObject): void {
    const bytes = new Uint8Array(object.sizeInBytes());
    object.copyBytesInto(bytes, 0);
    this.begin(reference);
    this.write(bytes);
    this.write("\nendobj\n");
  }

  writePhoto(
    reference: PDFRef,
    stream: PDFRawStream,
    photo: Uint8Array & { facts: { width: number; height: number } },
  ): void {
    stream.dict.set(PDFName.of("Width"), PDFNumber.of(photo.facts.width));
    stream.dict.set(PDFName.of("Height"), PDFNumber.of(photo.facts.height));
    stream.dict.set(PDFName.of("Length"), PDFNumber.of(photo.length));
    this.begin(reference);
    this.write(`${stream.dict.toString()}\nstream\n`);
    this.write(photo);
    this.write("\nendstream\nendobj\n");
  }

  writeEnd(document: PDFDocument): void {
    const start = this.position;
    const identity = this.hash.copy().digest("hex").slice(0, 32);
    const size = Math.max(...this.offsets.map(({ number }) => number)) + 1;
    const at = new Map(this.offsets.map((offset) => [offset.number, offset.at]));
    const lines = Array.from({ length: size }, (_, number) => {
      const offset = at.get(number);
      // An entry of the table is exactly twenty bytes.
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
