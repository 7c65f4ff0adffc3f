import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { flushFolder, writeWholeSync } from "../../app/adapters/files/whole-file.server";

/**
 * The demo world is made in a folder beside and moved into the data folder when it is whole, its database last: without
 * one a data folder is new. What a kill left of an unfinished world is removed, and a move that it broke off is finished.
 */

const FOLDER = "demo-world";
/** Says that the world is whole. */
const WHOLE = "whole";
const DATABASE = "loop.db";
/** Nobody has been in a database where these are empty. */
const FIRST_TABLES = ["accounts", "orders", "staff"];

export const folderBeside = (dataFolder: string): string => join(dataFolder, FOLDER);

/** Makes the empty folder for a new world; returns null when a whole one waits to be moved. */
export function openBeside(dataFolder: string): string | null {
  const folder = folderBeside(dataFolder);
  if (existsSync(join(folder, WHOLE))) return null;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Moves a whole world into the data folder. A repeat after a kill moves the rest. */
export async function moveIn(dataFolder: string): Promise<void> {
  const folder = folderBeside(dataFolder);
  writeWholeSync(join(folder, WHOLE), "");
  // The log of an unused database goes before it, so that none is ever left beside the new one.
  if (existsSync(join(folder, DATABASE)) && existsSync(join(dataFolder, DATABASE)))
    for (const ending of ["-wal", "-shm", ""]) rmSync(join(dataFolder, DATABASE + ending), { force: true });
  const isDatabase = (name: string) => name.startsWith(DATABASE);
  const names = readdirSync(folder).filter((name) => name !== WHOLE);
  for (const name of names.filter((one) => !isDatabase(one))) move(join(folder, name), join(dataFolder, name));
  for (const name of names.filter(isDatabase).sort().reverse()) move(join(folder, name), join(dataFolder, name));
  await flushFolder(dataFolder);
  rmSync(folder, { recursive: true, force: true });
}

/** Moves a file or a folder; into a folder that is there goes its content. */
function move(from: string, to: string): void {
  const isFolder = statSync(from).isDirectory();
  if (!isFolder || !existsSync(to)) {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    return;
  }
  for (const name of readdirSync(from)) move(join(from, name), join(to, name));
  rmdirSync(from);
}

/** Whether there is no database yet, or one that nobody has used. */
export function isUntouchedFolder(dataFolder: string): boolean {
  const file = join(dataFolder, DATABASE);
  if (!existsSync(file)) return true;
  const connection = new SqliteFile(file, { readonly: true });
  try {
    const known = connection.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    return FIRST_TABLES.filter((table) => known.includes(table)).every(
      (table) => connection.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined,
    );
  } finally {
    connection.close();
  }
}
