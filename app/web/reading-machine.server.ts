import type { IncomingMessage } from "node:http";
import { storageFailure } from "#db/errors";
import { settings } from "~/adapters/settings.server";
import {
  areCopiesBehind,
  areCopiesOfOtherRelease,
  onRefusal,
  raiseVersion,
  versionOfCopies,
} from "~/domain/system/backups/read-copies.server";
import { currentTime } from "./clock.server";
import { handedOnBy, isSavingPaused, needsWriter, noteNeedOfWriter } from "./connection.server";
import { seenCookie } from "./cookies.server";
import { ASK_WRITER_HEADER, type Reason } from "./handed-on.server";

/**
 * A machine that only reads (`ROLE=reader`): which requests it answers from the copies, and which the writer is asked. And
 * the writer's part of it: each change says its version, which the visitor's next request brings.
 */

/** What people of the staff and other systems open is not worth a copy that may be seconds old. */
const WRITER_ALONE = /^\/(?:hyperloop|webhooks|mailbox|debug-test|test-voucher)(?:[/?.]|$)/;

/** Where machines without the database ask for work; nobody else changes anything there. */
const MACHINES = /^\/machines\//;

/** Says of this machine that it runs, whatever it can read. */
const OWN_HEALTH = "/health";

onRefusal(noteNeedOfWriter);

/** Why a request is not for this machine; undefined where it answers. The request goes on as it is where we write. */
export async function whyAskWriter(request: IncomingMessage): Promise<Reason | undefined> {
  const { method = "", url = "", headers } = request;
  if (!settings.reading || isSavingPaused() || url === OWN_HEALTH) return undefined;
  if (method !== "GET" && method !== "HEAD") return "change";
  // A program with a token keeps no cookie that says what it has written.
  if (WRITER_ALONE.test(url) || headers.authorization !== undefined) return "place";
  if (areCopiesBehind(performance.now())) return "behind";
  const seen: unknown = await seenCookie.parse(headers.cookie ?? null);
  return typeof seen === "number" && seen > versionOfCopies() ? "version" : undefined;
}

/** Whether nothing can be read for a request that the writer, which is silent, should have: this code would read other tables. */
export function isUnreadable({ method, url }: IncomingMessage): boolean {
  if (!isSavingPaused() || (method !== "GET" && method !== "HEAD") || url === OWN_HEALTH) return false;
  try {
    return areCopiesOfOtherRelease(performance.now());
  } catch (error) {
    if (storageFailure(error) === null) throw error;
    return true;
  }
}

/** Whether what was done for the current request is to be done by the writer again: it wrote, or could not read. */
export function isForWriter(): boolean {
  return settings.reading !== null && needsWriter() && !isSavingPaused();
}

export const askWriter = (reason: Reason): Response =>
  new Response(null, { status: 421, headers: { [ASK_WRITER_HEADER]: reason } });

/** The cookie that says how far a copy must have come to show this visitor what they have written; null without a change. */
export async function cookieOfChange({ method = "", url = "", headers }: IncomingMessage): Promise<string | null> {
  // Programs with a token keep no cookies: machines of ours that ask for work every second would raise it all the time.
  if (headers.authorization !== undefined || MACHINES.test(url)) return null;
  const isChange = method !== "GET" && method !== "HEAD";
  const handedOn = handedOnBy();
  if (settings.reading || !(isChange ? settings.hasReaders || handedOn : handedOn?.reason === "write")) return null;
  return await seenCookie.serialize(raiseVersion(currentTime()));
}
