import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { settings } from "~/adapters/settings.server";
import type { Admission, UploadRefusal } from "./upload-capacity.server";

export interface SubmittedFile {
  name: string;
  path: string;
  bytes: number;
  /** The file exceeded the limit and was dropped. */
  tooLarge: boolean;
  /** There was no room for it, so that there is no file. */
  refused?: UploadRefusal;
}

/** The files of one request, in their own folder until the response is sent. */
export class IncomingFiles {
  /** The error of our disk when it refused a file. */
  broken: Error | undefined;
  private readonly folder = join(settings.dataFolder, "incoming", randomUUID());
  private readonly unfinished = new Set<Readable>();
  private folderMade: Promise<unknown> | undefined;
  private admission: Promise<Admission> | undefined;
  private release: (() => void) | undefined;

  private readonly admit: () => Promise<Admission>;

  /** @param admit asked once, when the first byte of a file arrives */
  constructor(admit: () => Promise<Admission>) {
    this.admit = admit;
  }

  /**
   * Saves one file; null when there was none, it broke off, or our disk refused it. The stream is read to its end in
   * any case, because text fields may follow. Never rejects.
   */
  async store(stream: Readable & { truncated?: boolean }, fileName: string): Promise<SubmittedFile | null> {
    this.unfinished.add(stream);
    const path = join(this.folder, `${randomUUID()}.part`);
    const create = () => this.onDisk(() => this.create(path));
    let file: FileHandle | undefined;
    try {
      let bytes = 0;
      let refused: UploadRefusal | undefined;
      for await (const piece of stream as AsyncIterable<Buffer>) {
        const admission = await this.onDisk(() => {
          this.admission ??= this.admit();
          return this.admission;
        });
        if (admission?.ok) this.release = admission.end;
        else refused ??= admission?.reason;
        if (!admission?.ok) continue;
        file ??= await create();
        await this.onDisk(() => file?.writeFile(piece));
        bytes += piece.length;
      }
      if (refused) return { name: fileName, path, bytes, tooLarge: false, refused };
      if (bytes === 0 && fileName === "") return null;
      file ??= await create();
      if (this.broken) return null;
      return { name: fileName, path, bytes, tooLarge: stream.truncated === true };
    } catch (error) {
      if (error instanceof Error) return null;
      throw error;
    } finally {
      await file?.close().catch((error: Error) => {
        this.broken ??= error;
      });
      this.unfinished.delete(stream);
    }
  }

  private async create(path: string): Promise<FileHandle> {
    this.folderMade ??= mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.folderMade;
    return await open(path, "wx", 0o600);
  }

  /** Runs this unless the disk has failed before; keeps an error instead of throwing it. */
  private async onDisk<Result>(run: () => Result | Promise<Result>): Promise<Result | undefined> {
    if (this.broken) return undefined;
    try {
      return await run();
    } catch (error) {
      this.broken = error instanceof Error ? error : new Error(String(error));
      return undefined;
    }
  }

  /** A disk that refused a file may also fail to clear its folder; the nightly clean-up tries again. */
  async discard(): Promise<void> {
    this.release?.();
    if (!this.folderMade) return;
    try {
      await rm(this.folder, { recursive: true, force: true });
    } catch (error) {
      if (!this.broken) throw error;
    }
  }

  /** A file still arriving when the body breaks off would never end by itself. */
  stop(): void {
    for (const stream of this.unfinished) stream.destroy();
  }
}
