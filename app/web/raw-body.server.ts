import { once } from "node:events";
import { logLine } from "~/adapters/log/log.server";
import { currentResponse } from "./connection.server";

/**
 * Raw bodies. A body that is too long, or refused before it was read, is answered at once; the rest of it is then read
 * and dropped, because a browser that is still sending does not read the answer.
 */

/** How much is still read of a body that is already answered; a longer one is cut off. */
const DROPPED_BYTES = 64 * 1024 * 1024;

/** The body exactly as sent; undefined when it is longer than `mostBytes`. */
export async function readBytes(request: Request, mostBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) {
    dropUnread(request);
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of piecesOf(request.body)) {
    received += chunk.length;
    if (received > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body as text, exactly as sent; undefined when it is longer than `mostBytes`. */
export async function readText(request: Request, mostBytes: number): Promise<string | undefined> {
  return (await readBytes(request, mostBytes))?.toString("utf8");
}

/** A body piece by piece. A consumer that stops early answers at once, and the rest is dropped afterwards. */
export async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  let isWhole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isWhole = done;
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
    if (!isWhole) void drop(body);
  }
}

/** For a request answered without its body: an unread body is dropped after the answer. */
export function dropUnread(request: Request): void {
  if (request.body && !request.bodyUsed && !request.body.locked) void drop(request.body);
}

/** Runs after the answer. Never rejects, since a client that leaves needs no reply. */
async function drop(body: ReadableStream<Uint8Array>): Promise<void> {
  const response = currentResponse();
  try {
    if (response && !response.writableFinished && !response.destroyed) await once(response, "close");
    const reader = body.getReader();
    for (let dropped = 0; dropped <= DROPPED_BYTES; ) {
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
