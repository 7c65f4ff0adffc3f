import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { PutObjectCommand, type PutObjectCommandInput, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";

/** Before the second and the third attempt; up to half as much again, so that many do not come back together. */
const PAUSES_MS = [300, 1_000];
/** Refusals that pass: the SDK corrects its time by the response to a request whose time was wrong. */
const PASSING = new Set(["RequestTimeout", "RequestTimeTooSkewed"]);
const BROKEN = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "EAI_AGAIN"]);

/**
 * Stores a file as a stream, which the SDK sends once and never again: what was read of a stream is gone. Each attempt
 * opens a new one. @throws the last attempt's error
 */
export async function putFile(
  client: S3Client,
  file: string,
  request: Omit<PutObjectCommandInput, "Body" | "ContentLength">,
  signal?: AbortSignal,
): Promise<number> {
  const { size } = await stat(file);
  for (const pauseMs of [...PAUSES_MS, null]) {
    const Body = createReadStream(file);
    try {
      await client.send(new PutObjectCommand({ ...request, ContentLength: size, Body }), {
        abortSignal: signal,
      });
      break;
    } catch (error) {
      if (pauseMs === null || signal?.aborted || !isPassing(error)) throw error;
      await pause(pauseMs * (1 + Math.random() / 2), undefined, { signal });
    } finally {
      Body.destroy();
    }
  }
  return size;
}

/** Whether the same request may succeed in a moment. */
function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const { httpStatusCode = 0 } = error.$metadata;
    return httpStatusCode >= 500 || httpStatusCode === 429 || PASSING.has(error.name);
  }
  const { code = "", name } = error as NodeJS.ErrnoException;
  return name === "TimeoutError" || BROKEN.has(code);
}
