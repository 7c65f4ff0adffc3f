import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { IncomingFiles, type SubmittedFile } from "./incoming-files.server";
import type { FormLimits } from "./limits";
import { dropUnread, piecesOf } from "./raw-body.server";
import { UnfinishedBody } from "./unfinished-bodies.server";
import type { Admission } from "./upload-capacity.server";

/**
 * A form as it was sent. The request guard reads the body once and counts its size on the way: text into memory, files
 * into a folder of this request, which is removed when the action has returned. A part that is too large is dropped by
 * itself, so that a photo of 30 MB never costs the text beside it.
 */
export interface Submission {
  form: FormData;
  files: ReadonlyMap<string, readonly SubmittedFile[]>;
  /** Names of text fields that were cut. */
  cut: ReadonlySet<string>;
  /** The error of our disk when it refused a file; the submission then has only the text. */
  broken?: Error;
  /** Files were sent by somebody who may not send any here, or before the form proved that it is ours. */
  hasDropped?: boolean;
  discard(): Promise<void>;
}

export type ReadResult =
  | { ok: true; submission: Submission }
  | { ok: false; reason: "too_large" | "not_a_form" | "unreadable" };

/** A name with a four-digit index makes form libraries build arrays of millions of holes. */
const HOSTILE_NAME = /\[\s*\d{4,}\s*\]|(?:^|[.[\]])(?:__proto__|constructor|prototype)(?:$|[.[\]])/;
const LONGEST_NAME = 200;

export interface FileStorer {
  /** Whether a file may be stored, by the fields that came before it; one that may not is read and dropped. */
  mayStore(form: FormData): boolean;
  /** Asks for room for the files of a body of so many bytes. */
  admit(bytes: number): Promise<Admission>;
}

export const STORE_EVERY_FILE: FileStorer = {
  mayStore: () => true,
  admit: async () => ({ ok: true, end: () => {} }),
};

export async function readSubmission(
  request: Request,
  limits: FormLimits,
  fileStorer: FileStorer = STORE_EVERY_FILE,
): Promise<ReadResult> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)) {
    if (request.body === null || contentType === "") return { ok: true, submission: emptySubmission() };
    return { ok: false, reason: "not_a_form" };
  }
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > limits.bodyBytes) {
    dropUnread(request);
    return { ok: false, reason: "too_large" };
  }
  if (request.body === null) return { ok: true, submission: emptySubmission() };
  return await new FormReader(contentType, limits, fileStorer, announced || limits.bodyBytes).read(request);
}

class FormReader {
  private readonly form = new FormData();
  private readonly cut = new Set<string>();
  private readonly incoming: IncomingFiles;
  private readonly stored: { name: string; file: Promise<SubmittedFile | null> }[] = [];
  private dropped = false;
  private failure: "too_large" | "unreadable" | undefined;

  private readonly contentType: string;
  private readonly limits: FormLimits;
  private readonly fileStorer: FileStorer;

  constructor(contentType: string, limits: FormLimits, fileStorer: FileStorer, bodyBytes: number) {
    this.contentType = contentType;
    this.limits = limits;
    this.fileStorer = fileStorer;
    this.incoming = new IncomingFiles(() => fileStorer.admit(bodyBytes));
  }

  async read(request: Request): Promise<ReadResult> {
    const parser = this.openParser();
    if (!parser) return { ok: false, reason: "unreadable" };
    try {
      await pipeline(this.counted(request), parser);
    } catch (error) {
      // The parser throws for a malformed body, and the pipeline for a client that left.
      if (!(error instanceof Error)) throw error;
      this.failure ??= "unreadable";
    }
    if (this.failure) this.incoming.stop();
    const files = await this.filesByName();
    if (this.failure) await this.incoming.discard();
    if (this.failure) return { ok: false, reason: this.failure };
    const { form, cut, incoming } = this;
    const discard = () => incoming.discard();
    const { broken } = incoming;
    return { ok: true, submission: { form, files, cut, broken, hasDropped: this.dropped, discard } };
  }

  private async filesByName(): Promise<Map<string, SubmittedFile[]>> {
    const files = new Map<string, SubmittedFile[]>();
    for (const { name, file } of this.stored) {
      const stored = await file;
      if (stored) files.set(name, [...(files.get(name) ?? []), stored]);
    }
    return files;
  }

  /** The body up to its limit, or to where it proves to be none of our forms; the rest is not awaited. */
  private async *counted(request: Request): AsyncGenerator<Uint8Array> {
    const { bodyBytes, textBytes, fieldBytes } = this.limits;
    const unfinished = new UnfinishedBody();
    let received = 0;
    try {
      for await (const chunk of piecesOf(request, unfinished.signal)) {
        received += chunk.length;
        if (received > bodyBytes) this.failure = "too_large";
        if (this.failure) throw new Error("This form is refused.");
        unfinished.hold(Math.min(received, textBytes + fieldBytes));
        yield chunk;
      }
    } finally {
      unfinished.letGo();
    }
    if (unfinished.signal.aborted) throw new Error("This form did not end in time.");
  }

  private openParser(): BusboyInstance | undefined {
    const { limits } = this;
    try {
      const parser = new Busboy({
        headers: { "content-type": this.contentType },
        limits: {
          fieldNameSize: LONGEST_NAME,
          fieldSize: limits.fieldBytes,
          // One more than allowed: of a body in one chunk the parser drops the excess silently.
          fields: limits.parts + 1,
          files: limits.files,
          fileSize: limits.fileBytes,
          parts: limits.parts,
        },
      });
      let fields = 0;
      let textBytes = 0;
      parser.on("field", (name, value, nameCut, valueCut) => {
        fields += 1;
        textBytes += Buffer.byteLength(value);
        if (fields > limits.parts || textBytes > limits.textBytes) this.failure ??= "too_large";
        if (!name) return;
        if (nameCut || isHostile(name)) {
          this.failure ??= "unreadable";
          return;
        }
        if (valueCut) this.cut.add(name);
        this.form.append(name, value);
      });
      parser.on("file", (name, stream, fileName) => {
        // A body that ends within a file emits an error on the file; unhandled, it would end the process.
        stream.on("error", () => {});
        if (!name || isHostile(name)) {
          if (name) this.failure ??= "unreadable";
          stream.resume();
          return;
        }
        if (!this.fileStorer.mayStore(this.form)) {
          stream.resume();
          if (fileName) this.dropped = true;
          return;
        }
        this.stored.push({ name, file: this.incoming.store(stream, fileName ?? "") });
      });
      for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
        parser.on(limit, () => {
          this.failure ??= "too_large";
        });
      }
      return parser;
    } catch (error) {
      // The constructor validates only the content type, and throws when it is malformed.
      if (error instanceof Error) return undefined;
      throw error;
    }
  }
}

function isHostile(name: string): boolean {
  return name.length > LONGEST_NAME || HOSTILE_NAME.test(name);
}

function emptySubmission(): Submission {
  return { form: new FormData(), files: new Map(), cut: new Set(), discard: async () => {} };
}

const submissions = new WeakMap<Request, Submission>();

export function attachSubmission(request: Request, submission: Submission): void {
  submissions.set(request, submission);
}

/**
 * The form of this request, as the request guard read it. @throws Error without a request guard before it, which would
 * be a bug.
 */
export function submissionOf(request: Request): Submission {
  const submission = submissions.get(request);
  if (!submission) throw new Error("This request did not pass the request guard.");
  return submission;
}

/**
 * The request with a body that can be read again: the text fields that the request guard has read. For libraries that
 * read a form themselves.
 */
export function requestAgain(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of ["content-type", "content-length", "transfer-encoding"]) headers.delete(name);
  const fields = [...formOf(request)].map(([name, value]) => [name, String(value)]);
  return new Request(request.url, { method: "POST", headers, body: new URLSearchParams(fields) });
}

export function formOf(request: Request): FormData {
  return submissionOf(request).form;
}
