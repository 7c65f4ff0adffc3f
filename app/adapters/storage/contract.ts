/**
 * Storage of photos and finished books. Keys are chosen by us ("photos/ab/abcd….jpg"), never by a visitor, and match
 * STORAGE_KEY; nothing is public, and the web process serves files to permitted readers only.
 */
export const STORAGE_KEY = /^[a-z]+(?:\/[a-z0-9-]+)+\.[a-z0-9]{2,5}$/;

/** Bytes of a file from `first` to `last`, both counted from 0 and both included. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface StoredFile {
  /** How many `body` has. */
  bytes: number;
  contentType: string;
  /** The content; must be read to the end or destroyed. */
  body: import("node:stream").Readable;
}

export interface Storage {
  /** Stores a file completely or not at all. Replaces an existing key. @throws when it cannot be stored. */
  put(key: string, content: Buffer | { file: string }, contentType: string): Promise<void>;
  /**
   * Opens a file, or a range within it; undefined when it does not exist.
   * @throws when storage does not answer.
   */
  read(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Copies a file to a path on this machine's disk, which must only be read. Returns false when it does not exist. */
  download(key: string, toFile: string): Promise<boolean>;
  /** Removes a file; succeeds if it does not exist. */
  remove(key: string): Promise<void>;
  /** Keys that start with the prefix, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** Whether files can be written and read now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}

export interface UploadConditions {
  contentType: string;
  /** The exact size: the URL accepts that many bytes, once. */
  bytes: number;
  /** How long the URL is valid. */
  seconds: number;
}

/** Downloads by other parties directly from storage; only some storages support them. */
export interface DirectDownloads {
  /** A URL that opens this file to its holder for so many seconds, and nothing else. */
  addressOf(key: string, seconds: number): Promise<string>;
}

/** Uploads by other parties directly to storage; only some storages support them. */
export interface DirectUploads {
  /** A URL for one PUT of this file, with the headers that the request must have. */
  addressFor(
    key: string,
    conditions: UploadConditions,
  ): Promise<{ url: string; headers: Record<string, string> }>;
}
