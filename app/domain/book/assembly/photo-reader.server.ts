import { open } from "node:fs/promises";
import { type PrintPhoto, UnusablePhoto } from "./print-photos.server";

/** Reads the print files of a book one after another, so that memory holds no more than two. */

export interface ReadPhoto extends PrintPhoto {
  /** Valid until the next photo is requested. */
  readonly content: Buffer;
}

/** Reads one photo ahead, alternating between two buffers. */
export class PhotoReader {
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
