import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeWholeSync } from "~/adapters/files/whole-file.server";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { loopOwnedBy } from "../loops/loops.server";
import type { SentWeek } from "./week-form.server";

/**
 * Text submitted after the writer's session ended, stored until they sign in again. Only a browser that was signed in
 * before can leave any, up to a megabyte in all and for a day; they are shown only to the owner of their loop. Several
 * windows can each leave a week at the same time, so a file is read and written in one synchronous step.
 */

const LONGEST_BYTES = 1024 * 1024;
const KEEP_MS = DAY_MS;
const NAME = /^[\w-]{43}$/;

const folder = join(settings.dataFolder, "incoming");
/** The cleanup of this folder removes files older than a day. */
const fileOf = (name: string) => join(folder, `words-${name}.json`);

/**
 * Keeps a week's form for a browser identified by `browserKey`, a secret cookie value. Returns the name to read it by,
 * or null when the browser's drafts would exceed the size limit.
 */
export function storeUnsavedDraft(browserKey: string, sent: SentWeek, now: Date): string | null {
  const name = createHash("sha256").update(`waiting:${browserKey}`).digest("base64url");
  const others = read(name, now).filter((other) => !isSameWeek(other, sent));
  return write(name, [...others, sent]) ? name : null;
}

/** The unsaved drafts under this name for loops of this account, oldest first. */
export function unsavedDraftsOf(accountId: string, name: string, now: Date): SentWeek[] {
  return read(name, now).filter(({ loopId }) => loopOwnedBy(accountId, loopId)?.status === "ACTIVE");
}

/** Deletes the unsaved draft of one week. Returns whether others remain. */
export function forgetUnsaved(name: string, week: { loopId: string; week: number }, now: Date): boolean {
  const others = read(name, now).filter((other) => !isSameWeek(other, week));
  if (others.length > 0) return write(name, others);
  if (NAME.test(name)) rmSync(fileOf(name), { force: true });
  return false;
}

function isSameWeek(one: { loopId: string; week: number }, other: { loopId: string; week: number }): boolean {
  return one.loopId === other.loopId && one.week === other.week;
}

function read(name: string, now: Date): SentWeek[] {
  const file = NAME.test(name) ? statSync(fileOf(name), { throwIfNoEntry: false }) : undefined;
  if (!file || now.getTime() - file.mtimeMs > KEEP_MS) return [];
  return JSON.parse(readFileSync(fileOf(name), "utf8")) as SentWeek[];
}

function write(name: string, weeks: readonly SentWeek[]): boolean {
  const text = JSON.stringify(weeks);
  if (Buffer.byteLength(text) > LONGEST_BYTES) return false;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeWholeSync(fileOf(name), text);
  return true;
}
