import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import SqliteFile from "better-sqlite3";

/**
 * A machine that only reads, without a bucket: where it would load Litestream's extension of SQLite and open the copies, it
 * opens the file of the test's data folder for reading.
 */

/** What the extension says of the bucket: how many seconds ago it told what is new. */
export const copies = { lagSeconds: 0 };

const file = () => join(process.env.DATA_DIR ?? "", "loop.db");

class PlainCopy extends DatabaseSync {
  constructor(place: string) {
    super(place === ":memory:" ? place : file(), { readOnly: place !== ":memory:" });
  }

  override loadExtension() {}

  override prepare(text: string) {
    return super.prepare(text === "PRAGMA litestream_lag" ? `SELECT ${copies.lagSeconds}` : text);
  }
}

/** The settings of such a machine. */
export const READER = {
  ROLE: "reader",
  WRITER_ORIGIN: "http://127.0.0.1:9",
  LITESTREAM_VFS: "/litestream-vfs.so",
  LITESTREAM_BUCKET: "copies",
  LITESTREAM_REGION: "us-east-1",
  LITESTREAM_ACCESS_KEY_ID: "reader",
  LITESTREAM_SECRET_ACCESS_KEY: "reader",
  S3_BUCKET: "photos",
  S3_REGION: "us-east-1",
  S3_ENDPOINT: "http://127.0.0.1:9",
  S3_ACCESS_KEY_ID: "nobody",
  S3_SECRET_ACCESS_KEY: "nobody",
};

/** Has this process, and what it loads from now on, read the plain file. Gives what ends it. */
export function openPlainCopies(): () => void {
  const original = process.getBuiltinModule;
  copies.lagSeconds = 0;
  process.getBuiltinModule = ((name: string) =>
    name === "node:sqlite" ? { DatabaseSync: PlainCopy } : Reflect.apply(original, process, [name])) as typeof original;
  return () => {
    process.getBuiltinModule = original;
  };
}

/** Writes into the file, as another machine does. */
export function writeAsTheWriter(text: string, ...values: readonly unknown[]): void {
  const connection = new SqliteFile(file());
  connection.prepare(text).run(...values);
  connection.close();
}
