import type { Readable } from "node:stream";
import { makeZip } from "client-zip";
import { storage } from "~/adapters/adapters.server";
import { noteStorageFailure } from "~/domain/kernel/alarms/storage-failures.server";

/**
 * Packs files into one archive while it is being sent. Each photo is opened only when it is next, so that a year of
 * photos needs no more memory than one chunk. A photo that cannot be read is recorded, and the archive continues.
 */

export interface PackedFile {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<Uint8Array>;
}

/** Unpacked files are readable only by the user who unpacks them. */
const OWNERS_ONLY = 0o600;

/** The photos in storage, opened one at a time. */
export class PhotoReader {
  private readonly now: Date;

  constructor(now: Date) {
    this.now = now;
  }

  private body: Readable | undefined;
  private isClosed = false;

  /**
   * Opens a photo and returns its content; undefined when it is missing. `note` is called when reading fails midway.
   */
  async open(key: string, note: () => void): Promise<AsyncIterable<Uint8Array> | undefined> {
    const file = await storage.read(key).catch((error: unknown) => {
      noteStorageFailure(error, "read", this.now);
      return undefined;
    });
    this.body = file?.body;
    // The download was aborted while storage responded, so nothing would read this stream.
    if (this.isClosed) this.body?.destroy();
    return file && this.pieces(file.body, note);
  }

  private async *pieces(body: Readable, note: () => void): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of body as AsyncIterable<Uint8Array>) yield piece;
    } catch (error) {
      // An aborted download closes the file itself; any other error comes from storage.
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

/** The archive as a stream; cancelling it closes the open photo. */
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
          // Cancelling rejects with the reader's own reason; any other error is real.
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
