/**
 * Where photographs and finished books lie. Keys are made by us ("photos/ab/abcd….jpg"), never by a visitor, and
 * match STORAGE_KEY; nothing is public, the web process hands files to whoever may see them.
 */
export const STORAGE_KEY = /^[a-z]+(?:\/[a-z0-9-]+)+\.[a-z0-9]{2,5}$/;

export interface StoredFile {
  bytes: number;
  contentType: string;
  /** The content; must be read to the end or destroyed. */
  body: import("node:stream").Readable;
}

export interface Storage {
  /** Keeps a file, whole or not at all. An existing key is replaced. Throws if it cannot be kept. */
  put(key: string, content: Buffer | { file: string }, contentType: string): Promise<void>;
  /** Gives a file, or undefined where there is none. Throws if storage does not answer. */
  read(key: string): Promise<StoredFile | undefined>;
  /** Brings a file to a path on this machine's disk, to be read there. Answers false where there is none. */
  download(key: string, toFile: string): Promise<boolean>;
  /** Removes a file; removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Keys that begin with the prefix, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** Answers whether files can be written and read now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}

export interface UploadConditions {
  contentType: string;
  /** The exact size, where the sender knows it; the address then takes that many bytes, once. */
  bytes: number | null;
  /** How long the address lives. */
  seconds: number;
}

/** Where files may be brought by somebody else than us: only some storages have such addresses. */
export interface DirectUploads {
  /** An address for one PUT of this file, with the headers that have to come along. */
  addressFor(key: string, input: UploadConditions): Promise<{ url: string; headers: Record<string, string> }>;
}
