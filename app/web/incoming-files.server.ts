import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { settings } from "~/adapters/settings.server";

export interface SubmittedFile {
  name: string;
  path: string;
  bytes: number;
  /** The file was longer than allowed and was thrown away. */
  tooLarge: boolean;
}

/** The files of one request, in a folder of their own until it has answered. */
export class IncomingFiles {
  /** What our own disk said when it did not take a file. */
  broken: Error | undefined;
  private readonly folder = join(settings.dataFolder, "incoming", randomUUID());
  private readonly unfinished = new Set<Readable>();
  private folderMade: Promise<unknown> | undefined;

  /**
   * Writes one file down; null where there was none, it broke off, or our disk did not take it. It is read to its end
   * all the same: words may come behind it. Never rejects.
   */
  async keep(stream: Readable & { truncated?: boolean }, fileName: string): Promise<SubmittedFile | null> {
    this.unfinished.add(stream);
    const path = join(this.folder, `${randomUUID()}.part`);
    const create = () => this.onDisk(() => this.create(path));
    let file: FileHandle | undefined;
    try {
      let bytes = 0;
      for await (const piece of stream as AsyncIterable<Buffer>) {
        file ??= await create();
        await this.onDisk(() => file?.writeFile(piece));
        bytes += piece.length;
      }
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

  /** Does this unless our disk has failed before; what it fails by is kept and not thrown. */
  private async onDisk<Result>(run: () => Result | Promise<Result>): Promise<Result | undefined> {
    if (this.broken) return undefined;
    try {
      return await run();
    } catch (error) {
      this.broken = error instanceof Error ? error : new Error(String(error));
      return undefined;
    }
  }

  /** A disk that did not take a file may not clear its folder either; the nightly broom tries again. */
  async discard(): Promise<void> {
    if (!this.folderMade) return;
    try {
      await rm(this.folder, { recursive: true, force: true });
    } catch (error) {
      if (!this.broken) throw error;
    }
  }

  /** A file that was arriving when a body broke off would never end by itself. */
  stop(): void {
    for (const stream of this.unfinished) stream.destroy();
  }
}
