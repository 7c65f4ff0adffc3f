import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { numberInWords } from "~/domain/kernel/text/numbers";
import { currentResponse } from "./connection.server";
import type { Flash } from "./flash";
import { wholeResponse } from "./whole-response.server";

/**
 * A file that is written while it is sent. Remix pulls from its source at full speed, even when the client reads slowly
 * or has left; this makes long responses wait for the connection.
 */

/** The message shown when the hourly limit of exports is reached. */
export const TOO_MANY_COPIES: Flash = {
  tone: "warn",
  message: `That was ${numberInWords(LIMITS.exports.most)} copies in an hour, which is our limit.`,
  more: "Please try again in an hour.",
};

interface SentFile {
  contentType: string;
  body: ReadableStream<Uint8Array>;
  /** Set when the size is known beforehand. */
  bytes?: number;
}

/** The response that downloads a file. `fileName` may hold letters, digits, points and hyphens. */
export function sendDownload({ fileName, ...file }: SentFile & { fileName: string }): Response {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(fileName)) throw new Error(`Not a file name: ${fileName}`);
  return send(file, `attachment; filename="${fileName}"`);
}

/** The response that shows a file within a page, such as a photo. */
export function sendInline(file: SentFile): Response {
  return send(file, "inline");
}

/** Up to this size, in bytes, a picture is sent at once: a stream takes longer than the file. */
const SMALL_PICTURE = 256 * 1024;

/** The response that shows a picture, mostly a stored one. */
export async function sendPicture(
  { bytes, body }: { bytes: number; body: Readable },
  contentType = "image/jpeg",
): Promise<Response> {
  if (bytes > SMALL_PICTURE) {
    return sendInline({ contentType, bytes, body: createReadableStreamFromReadable(body) });
  }
  const headers = { ...headersOf(contentType, "inline"), "Content-Length": String(bytes) };
  return wholeResponse(await buffer(body), { headers });
}

function send({ body, contentType, bytes }: SentFile, disposition: string): Response {
  const length: Record<string, string> = bytes === undefined ? {} : { "Content-Length": String(bytes) };
  return new Response(withBackpressure(body, currentResponse()), {
    headers: { ...headersOf(contentType, disposition), ...length },
  });
}

function headersOf(contentType: string, disposition: string): Record<string, string> {
  return {
    "Content-Type": contentType,
    "Content-Disposition": disposition,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  };
}

interface Wire {
  /** True while the buffer is full. "drain" reports that there is room again, "close" the end of the connection. */
  readonly writableNeedDrain: boolean;
  readonly destroyed: boolean;
  once(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}

/** Pulls the next piece once the last one is sent, and cancels the source when the client leaves. */
export function withBackpressure(body: ReadableStream<Uint8Array>, wire: Wire | undefined): ReadableStream<Uint8Array> {
  if (!wire) return body;
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (wire.writableNeedDrain && !wire.destroyed) await taken(wire);
        if (wire.destroyed) {
          await reader.cancel();
          return controller.close();
        }
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function taken(wire: Wire): Promise<void> {
  return new Promise((resolve) => {
    const seeOther = () => {
      wire.off("drain", seeOther);
      wire.off("close", seeOther);
      resolve();
    };
    wire.once("drain", seeOther);
    wire.once("close", seeOther);
  });
}
