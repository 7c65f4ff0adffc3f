/**
 * Storage of photos and finished books. Keys are chosen by us ("photos/ab/abcd….jpg"), never by a visitor, and match
 * STORAGE_KEY; nothing is public, and the web process serves files to permitted readers only.
 */
export const STORAGE_KEY = /^[a-z]+(?:\/[a-z0-9-]+)+\.[a-z0-9]{2,5}$/;

/**
 * The prefixes of the keys of files. Nothing is stored under another prefix, because the nightly check removes what no
 * row names: `app/domain/kernel/files/stored-kinds.server.ts` lists the rows of each prefix.
 */
export const KEY_WORDS = ["photos", "books", "prints", "quarantine", "doctor", "checks"] as const;
export type KeyWord = (typeof KEY_WORDS)[number];

/** @throws for what is no key of ours, or begins with an unknown prefix. */
export function checkKey(key: string): string {
  const [word] = key.split("/", 1);
  if (!STORAGE_KEY.test(key) || !KEY_WORDS.some((known) => known === word))
    throw new Error(`Not a storage key: ${key.slice(0, 80)}`);
  return key;
}

/** Bytes of a file from `first` to `last`, both counted from 0 and both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Storage did not respond, or not as it should; whether the file exists is not known. `cause` is its own error. */
export class StorageUnavailableError extends Error {
  override readonly name = "StorageUnavailableError";
  /** By this code a request gets a 503 (`db/errors.ts`). */
  readonly code = "STORAGE_UNAVAILABLE";
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export interface StoredFile {
  /** How many `body` has. */
  bytes: number;
  contentType: string;
  /** The content; must be read to the end or destroyed. */
  body: import("node:stream").Readable;
}

/** A file as storage lists it. */
export interface ListedFile {
  key: string;
  bytes: number;
  /** When it was stored. */
  storedAt: Date;
}

/**
 * While somebody waits, storage has ten seconds (`outside-calls.server.ts`), and a body that stalls fails too. Every
 * method but `check` throws StorageUnavailableError, unless this machine's own disk refused.
 */
export interface Storage {
  /**
   * Stores a file completely or not at all, and safe from a power cut. Replaces an existing key, never its content in
   * place: somebody who reads the old one reads it to its end. @throws when it cannot be stored.
   */
  put(key: string, content: Buffer | { file: string }, contentType: string): Promise<void>;
  /**
   * Opens a file, or a range within it; undefined when it does not exist.
   * @throws when storage does not respond.
   */
  read(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Copies a file to a path on this machine's disk; the copy is the caller's own. Returns false when it does not exist. */
  download(key: string, toFile: string): Promise<boolean>;
  /** Removes a file; succeeds if it does not exist. */
  remove(key: string): Promise<void>;
  /** Keys that start with the prefix, in order. */
  list(prefix: string): AsyncIterable<string>;
  /** The same, with what is known of each file. */
  files(prefix: string): AsyncIterable<ListedFile>;
  /** The names of the folders directly below one such as "photos/", in order. */
  folders(prefix: string): AsyncIterable<string>;
  /**
   * Removes what a killed process was storing before that moment and never finished, and makes files of earlier releases
   * read-only. Returns how many were removed.
   */
  tidy(before: Date): Promise<number>;
  /** Whether files can be written and read now, for the health page. */
  check(): Promise<{ ok: true } | { ok: false; message: string }>;
}

export interface UploadConditions {
  contentType: string;
  /** The exact size; where it is left out, as it is not known yet, any size is accepted. */
  bytes?: number;
  /** How long the URL is valid. */
  seconds: number;
}

/** Downloads by other parties directly from storage; only some storages support them. */
export interface DirectDownloads {
  /** A URL that opens this file to its holder for so many seconds, and nothing else. */
  addressOf(key: string, seconds: number): Promise<string>;
}

/** A URL for a PUT, with the headers that the request must have. */
export interface StoringAddress {
  url: string;
  headers: Record<string, string>;
}

/** Uploads by other parties directly to storage; only some storages support them. */
export interface DirectUploads {
  /** Where this file is stored, once: not where there is one under its key. */
  addressFor(key: string, conditions: UploadConditions): Promise<StoringAddress>;
}
