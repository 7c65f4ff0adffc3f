import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { PDFContext, type PDFDict, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef } from "@cantoo/pdf-lib";
import type { ReadPhoto } from "./photo-reader.server";

/** Writes a PDF file object by object, with its checksum and its cross-reference table. */

/** How a photo is described besides its size, its length and its colour space. */
export const PHOTO_DESCRIPTION = {
  Type: "XObject",
  Subtype: "Image",
  BitsPerComponent: 8,
  Filter: "DCTDecode",
};

export class PdfWriter {
  position = 0;
  private readonly hash = createHash("sha256");
  private readonly offsets: { number: number; at: number }[] = [];
  private pending: Uint8Array[] = [];

  private readonly file: FileHandle;

  constructor(file: FileHandle) {
    this.file = file;
  }

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
      ...PHOTO_DESCRIPTION,
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
      return offset === undefined ? "0000000000 65535 f\r\n" : `${String(offset).padStart(10, "0")} 00000 n\r\n`;
    });
    trailer.set(PDFName.of("Size"), PDFNumber.of(size));
    trailer.set(PDFName.of("ID"), trailer.context.obj([identity, identity]));
    this.write(`xref\n0 ${size}\n${lines.join("")}trailer\n${trailer.toString()}\nstartxref\n${start}\n%%EOF\n`);
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
