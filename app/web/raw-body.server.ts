import { once } from "node:events";
import { logLine } from "~/adapters/log/log.server";
import { currentResponse } from "./connection.server";
import { UnfinishedBody } from "./unfinished-bodies.server";

/**
 * Raw bodies. A body that is too long, or refused before it was read, gets its response at once; the rest of it is then
 * read and dropped, because a browser that is still sending does not read the response.
 */

/**
 * Each piece of a body is work, however small it is. Node makes a piece of each chunk (RFC 9112, section 7.1), and reads
 * three hundred thousand chunks of a byte at once. A body that says its length has no chunks, and is a piece for each time that
 * something arrived: w3m sends a photo byte by byte, each in a packet on a quick network, and is waited for.
 */
const MOST_PIECES = 2_000;
/** One more piece for as many bytes: fewer than any network carries in a packet. */
const SMALL_PIECE_BYTES = 256;

/** A body in more pieces than anybody sends. */
class CrumbsError extends Error {}

function isCrumbs({ headers }: Request, pieces: number, bytes: number): boolean {
  return !headers.has("content-length") && pieces > MOST_PIECES + bytes / SMALL_PIECE_BYTES;
}

/** How much is still read of a body after the response; a longer one is cut off. */
const DROPPED_BYTES = 64 * 1024 * 1024;

/** The body exactly as sent; undefined when it is longer than `mostBytes`. */
export async function readBytes(request: Request, mostBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) {
    dropUnread(request);
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let received = 0;
  const unfinished = new UnfinishedBody();
  try {
    for await (const chunk of piecesOf(request, unfinished.signal)) {
      received += chunk.length;
      if (received > mostBytes) return undefined;
      unfinished.hold(received);
      chunks.push(chunk);
      // A piece of a byte takes some hundred in memory.
      if (chunks.length === MOST_PIECES) chunks.splice(0, MOST_PIECES, Buffer.concat(chunks));
    }
  } catch (error) {
    if (error instanceof CrumbsError) return undefined;
    throw error;
  } finally {
    unfinished.letGo();
  }
  return unfinished.signal.aborted ? undefined : Buffer.concat(chunks);
}

/** The body as text, exactly as sent; undefined when it is longer than `mostBytes`. */
export async function readText(request: Request, mostBytes: number): Promise<string | undefined> {
  return (await readBytes(request, mostBytes))?.toString("utf8");
}

/** A body piece by piece. A consumer that stops early responds at once, and the rest is dropped afterwards. */
export async function* piecesOf(request: Request, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const { body } = request;
  if (!body) return;
  const reader = body.getReader();
  // Also while a piece is awaited. Of a body that is let go already there is nothing to cancel.
  signal?.addEventListener("abort", () => reader.cancel().catch(() => {}), { once: true });
  let isWhole = false;
  let isInCrumbs = false;
  try {
    for (let [pieces, bytes] = [0, 0]; ; pieces += 1) {
      const { done, value } = await reader.read();
      isWhole = done;
      if (done) return;
      bytes += value.length;
      isInCrumbs = isCrumbs(request, pieces, bytes);
      if (isInCrumbs) throw new CrumbsError("This body comes in too many pieces.");
      yield value;
    }
  } finally {
    reader.releaseLock();
    if (!isWhole) void drop(request, body, isInCrumbs ? 0 : DROPPED_BYTES);
  }
}

/** For a response sent without reading the body: an unread body is dropped afterwards. */
export function dropUnread(request: Request): void {
  const { body } = request;
  if (body && !request.bodyUsed && !body.locked) void drop(request, body);
}

/** A body that broke off is let go where it was read, and again when its request is over. */
const letGo = new WeakSet<ReadableStream>();

/** Runs after the response. Never rejects, since a client that leaves needs no reply. */
async function drop(request: Request, body: ReadableStream<Uint8Array>, mostBytes = DROPPED_BYTES): Promise<void> {
  if (letGo.has(body)) return;
  letGo.add(body);
  const response = currentResponse();
  try {
    if (response && !response.writableFinished && !response.destroyed) await once(response, "close");
    const reader = body.getReader();
    for (let [pieces, dropped] = [0, 0]; dropped < mostBytes && !isCrumbs(request, pieces, dropped); pieces += 1) {
      const { done, value } = await reader.read();
      if (done) return;
      dropped += value.length;
    }
    await reader.cancel();
  } catch (error) {
    if (!isSenderGone(error)) {
      const cause = error instanceof Error ? error.message : String(error);
      logLine("warn", "body-not-dropped", { cause });
    }
  }
}

function isSenderGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    /^(?:ECONNRESET|ABORT_ERR|ERR_STREAM_PREMATURE_CLOSE)$/.test(code ?? "") ||
    /abort|connection is gone/i.test(error.message)
  );
}
