import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { newId } from "#db/identifiers";
import { settings } from "~/adapters/settings.server";
import type { FormLimits } from "./limits";

/**
 * A form as it was sent. The body is read once, by the gate, with its size counted on the way: text into memory,
 * files to a folder of this request, which is cleared when the action has answered. A part that is too large is
 * dropped by itself, so that a photo of 30 MB never costs the words beside it.
 */
export interface SubmittedFile {
  name: string;
  path: string;
  bytes: number;
  /** The file was longer than allowed and was thrown away. */
  tooLarge: boolean;
}

export interface Submission {
  form: FormData;
  files: ReadonlyMap<string, readonly SubmittedFile[]>;
  /** Names of text fields that were cut. */
  cut: ReadonlySet<string>;
  discard(): Promise<void>;
}

export type ReadResult =
  | { ok: true; submission: Submission }
  | { ok: false; reason: "too_large" | "not_a_form" | "unreadable" };

/** A name with a four-digit index makes form libraries build arrays of millions of holes. */
const HOSTILE_NAME = /\[\s*\d{4,}\s*\]|(?:^|[.[\]])(?:__proto__|constructor|prototype)(?:$|[.[\]])/;
const LONGEST_NAME = 200;
/** How much of a body that is too large is still read, so that the sender sees the answer. */
const DRAINED_BYTES = 64 * 1024 * 1024;

export async function readSubmission(request: Request, limits: FormLimits): Promise<ReadResult> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)) {
    if (request.body === null || contentType === "") return { ok: true, submission: emptySubmission() };
    return { ok: false, reason: "not_a_form" };
  }
  if (Number(request.headers.get("content-length") ?? 0) > limits.bodyBytes + DRAINED_BYTES) {
    return { ok: false, reason: "too_large" };
  }
  if (request.body === null) return { ok: true, submission: emptySubmission() };
  return await new FormReader(contentType, limits).read(request.body);
}

class FormReader {
  private readonly form = new FormData();
  private readonly files = new Map<string, SubmittedFile[]>();
  private readonly cut = new Set<string>();
  private readonly folder = join(settings.dataFolder, "incoming", newId());
  private readonly writing: Promise<void>[] = [];
  private folderMade: Promise<unknown> | undefined;
  private failure: "too_large" | "unreadable" | undefined;

  constructor(
    private readonly contentType: string,
    private readonly limits: FormLimits,
  ) {}

  async read(body: ReadableStream<Uint8Array>): Promise<ReadResult> {
    const parser = this.openParser();
    if (!parser) return { ok: false, reason: "unreadable" };
    try {
      await pipeline(this.counted(body), parser);
      await Promise.all(this.writing);
    } catch {
      this.failure ??= "unreadable";
    }
    if (this.failure) {
      await this.discard();
      return { ok: false, reason: this.failure };
    }
    const { form, files, cut } = this;
    return { ok: true, submission: { form, files, cut, discard: () => this.discard() } };
  }

  /**
   * The body up to its limit. What comes after is read and dropped, because a browser that is still sending
   * does not show the answer; only a body far beyond that is cut off.
   */
  private async *counted(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    let received = 0;
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      received += chunk.length;
      if (received <= this.limits.bodyBytes) yield chunk;
      else this.failure = "too_large";
      if (received > this.limits.bodyBytes + DRAINED_BYTES) return;
    }
  }

  private openParser(): BusboyInstance | undefined {
    const { limits } = this;
    try {
      const parser = new Busboy({
        headers: { "content-type": this.contentType },
        limits: {
          fieldNameSize: LONGEST_NAME,
          fieldSize: limits.fieldBytes,
          fields: limits.parts,
          files: limits.files,
          fileSize: limits.fileBytes,
          parts: limits.parts,
        },
      });
      parser.on("field", (name, value, nameCut, valueCut) => {
        if (nameCut || HOSTILE_NAME.test(name)) {
          this.failure ??= "unreadable";
          return;
        }
        if (valueCut) this.cut.add(name);
        this.form.append(name, value);
      });
      parser.on("file", (name, stream, fileName) => {
        this.writing.push(this.keepFile(name, stream, fileName ?? ""));
      });
      for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
        parser.on(limit, () => {
          this.failure ??= "too_large";
        });
      }
      return parser;
    } catch {
      return undefined;
    }
  }

  private async keepFile(name: string, stream: Readable & { truncated?: boolean }, fileName: string) {
    if (HOSTILE_NAME.test(name)) {
      this.failure ??= "unreadable";
      stream.resume();
      return;
    }
    // The pipe is attached before anything is awaited, or the parser would stall on an unread part.
    let bytes = 0;
    stream.pause();
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stream.pause();
    this.folderMade ??= mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.folderMade;
    const path = join(this.folder, `${newId()}.part`);
    const target = createWriteStream(path, { mode: 0o600 });
    stream.pipe(target);
    await finished(target);
    if (bytes === 0 && fileName === "") return;
    const kept: SubmittedFile = { name: fileName, path, bytes, tooLarge: stream.truncated === true };
    this.files.set(name, [...(this.files.get(name) ?? []), kept]);
  }

  private async discard(): Promise<void> {
    await Promise.allSettled(this.writing);
    await rm(this.folder, { recursive: true, force: true });
  }
}

function emptySubmission(): Submission {
  return { form: new FormData(), files: new Map(), cut: new Set(), discard: async () => {} };
}

const submissions = new WeakMap<Request, Submission>();

export function attachSubmission(request: Request, submission: Submission): void {
  submissions.set(request, submission);
}

/** The form of this request, as the gate read it. Throws where no gate stood before: that would be a bug. */
export function submissionOf(request: Request): Submission {
  const submission = submissions.get(request);
  if (!submission) throw new Error("This request did not pass the gate.");
  return submission;
}

/** The text fields of this request. */
export function formOf(request: Request): FormData {
  return submissionOf(request).form;
}
