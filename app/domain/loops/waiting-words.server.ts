import { createHash } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { settings } from "~/adapters/settings.server";
import { loopOwnedBy } from "./loops.server";
import type { SentWeek } from "./week-form.server";

/**
 * Words that were sent when their writer's session had ended, kept until they are back. Only a browser that was let in
 * before can leave any, and only one week's at a time, up to a megabyte and for a day; they are shown to nobody
 * but the owner of the loop they are for.
 */

const LONGEST_BYTES = 1024 * 1024;
const KEEP_MS = 24 * 3_600_000;
const NAME = /^[\w-]{43}$/;

/** What lies in this folder for longer than a day is swept away with it. */
const fileOf = (name: string) => join(settings.dataFolder, "incoming", `words-${name}.json`);

/**
 * Keeps a week's form for a browser known by `browserKey`, a secret we gave it. Gives the name to ask for it by, or
 * null where it is too long to be kept.
 */
export async function keepWaitingWords(browserKey: string, sent: SentWeek): Promise<string | null> {
  const text = JSON.stringify(sent);
  if (Buffer.byteLength(text) > LONGEST_BYTES) return null;
  const name = createHash("sha256").update(`waiting:${browserKey}`).digest("base64url");
  await mkdir(join(settings.dataFolder, "incoming"), { recursive: true, mode: 0o700 });
  await writeFile(fileOf(name), text, { mode: 0o600 });
  return name;
}

/** What waits under this name, if this account owns its loop. */
export async function waitingWordsOf(
  accountId: string,
  name: string,
  now: Date,
): Promise<SentWeek | undefined> {
  if (!NAME.test(name)) return undefined;
  const kept = await stat(fileOf(name)).catch(() => undefined);
  if (!kept || now.getTime() - kept.mtimeMs > KEEP_MS) return undefined;
  const sent = JSON.parse(await readFile(fileOf(name), "utf8")) as SentWeek;
  return loopOwnedBy(accountId, sent.loopId)?.status === "ACTIVE" ? sent : undefined;
}

export async function forgetWaiting(name: string): Promise<void> {
  if (NAME.test(name)) await rm(fileOf(name), { force: true });
}
