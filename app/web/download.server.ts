import { LIMITS } from "~/domain/limits/limits";
import { numberInWords } from "~/domain/text/numbers";
import { answerOnTheWire } from "./connection.server";
import type { Flash } from "./flash";

/**
 * A file that is written while it is sent. Remix writes an answer as fast as its source gives it, whether or not
 * anybody takes it, and goes on when the reader has left; so a long answer keeps step with the connection here.
 */

/** What somebody reads who has asked for one copy after the other; see the limit of exports. */
export const TOO_MANY_COPIES: Flash = {
  tone: "warn",
  message: `That was ${numberInWords(LIMITS.exports.most)} copies in an hour, which is as many as we make.`,
  more: "Please try again in an hour.",
};

interface SentFile {
  contentType: string;
  body: ReadableStream<Uint8Array>;
  /** Where it is known beforehand. */
  bytes?: number;
}

/** The answer that saves a file on the reader's disk. `fileName` may hold letters, digits, points and hyphens. */
export function sendDownload({ fileName, ...file }: SentFile & { fileName: string }): Response {
  if (!/^[a-z0-9][a-z0-9.-]*$/.test(fileName)) throw new Error(`Not a file name: ${fileName}`);
  return send(file, `attachment; filename="${fileName}"`);
}

/** The answer that shows a file within a page: a photo. */
export function sendInline(file: SentFile): Response {
  return send(file, "inline");
}

function send({ body, contentType, bytes }: SentFile, disposition: string): Response {
  return new Response(keepInStep(body, answerOnTheWire()), {
    headers: {
      "Content-Type": contentType,
      ...(bytes === undefined ? {} : { "Content-Length": String(bytes) }),
      "Content-Disposition": disposition,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}

interface Wire {
  /** It holds more than it wants to; it says "drain" when that is over, and "close" at its end. */
  readonly writableNeedDrain: boolean;
  readonly destroyed: boolean;
  once(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}

/** Gives the next piece once the last one is on its way, and stops its source when the reader has left. */
export function keepInStep(
  body: ReadableStream<Uint8Array>,
  wire: Wire | undefined,
): ReadableStream<Uint8Array> {
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
