import type { Readable } from "node:stream";
import { makeZip } from "client-zip";
import { storage } from "~/adapters/adapters.server";
import { noteStorageFailure } from "../alarms/storage-failures.server";

/**
 * Packs files into one archive while it is being sent. Each photo is opened when its turn comes and not before, so
 * that a year of photos takes no more memory than a piece of one. A photo that cannot be read is noted, and the
 * archive goes on.
 */

export interface PackedFile {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<Uint8Array>;
}

/** Whoever gets an archive opens it themselves; others on their machine need not. */
const OWNERS_ONLY = 0o600;

/** The photos in storage, one open at a time. */
export class PhotoReader {
  constructor(private readonly now: Date) {}

  private body: Readable | undefined;
  private isClosed = false;

  /** Opens a photo and gives its content, or undefined where it is not there. `note` is told if it breaks off. */
  async open(key: string, note: () => void): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file = await storage.read(key).catch((error: unknown) => {
      noteStorageFailure(error, "read", this.now);
      return undefined;
    });
    this.body = file?.body;
    // Its reader left while storage was asked: nobody would ever read it to its end.
    if (this.isClosed) this.body?.destroy();
    return file && this.pieces(file.body, note);
  }

  private async *pieces(body: Readable, note: () => void): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of body as AsyncIterable<Uint8Array>) yield piece;
    } catch (error) {
      // Whoever stops reading closes the file themselves; anything else is storage that broke off.
      if (!this.isClosed) noteStorageFailure(error, "read", this.now);
      note();
    } finally {
      body.destroy();
    }
  }

  close(): void {
    this.isClosed = true;
    this.body?.destroy();
  }
}

/** The archive as a stream; whoever stops reading closes the photo that was open. */
export function pack(files: AsyncIterable<PackedFile>, photos: PhotoReader): ReadableStream<Uint8Array> {
  const zipped = makeZip(withMode(files)).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await zipped.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        photos.close();
        await zipped.cancel(reason).catch((error: unknown) => {
          // The archive rejects with the reader's own reason; anything else is ours.
          if (error !== reason) throw error;
        });
      },
    },
    { highWaterMark: 0 },
  );
}

async function* withMode(files: AsyncIterable<PackedFile>) {
  for await (const file of files) yield { ...file, mode: OWNERS_ONLY };
}
