import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type IncomingMessage, request as openHttp } from "node:http";
import { request as openHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { StoringAddress } from "../../app/adapters/storage/contract";

/** Files of a leased job, fetched and stored by the addresses that came with it. */

/** A bucket that sends and takes nothing for that time won't. */
const LONGEST_SILENCE_MS = 20_000;

/** The response to a request without a body; undefined where there is no such file. */
async function open(url: string): Promise<IncomingMessage | undefined> {
  const request = requestFor(url, { method: "GET" });
  request.end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode === 200) return response;
  response.resume();
  if (response.statusCode === 404) return undefined;
  throw new Error(`Storage answered ${response.statusCode} to a file that was fetched.`);
}

/** False where there is no such file. */
export async function fetchFile(url: string, toFile: string): Promise<boolean> {
  const response = await open(url);
  if (response) await pipeline(response, createWriteStream(toFile, { mode: 0o600 }));
  return response !== undefined;
}

export async function fetchBytes(url: string): Promise<Buffer | undefined> {
  const response = await open(url);
  return response && (await buffer(response));
}

/** Stores files at once. It ends when none is on its way any more, so that none comes after the report of a failure. */
export async function storeFiles(files: readonly (readonly [StoringAddress, string])[]): Promise<void> {
  const stored = await Promise.allSettled(files.map(([address, file]) => storeFile(address, file)));
  for (const one of stored) if (one.status === "rejected") throw one.reason;
}

async function storeFile({ url, headers }: StoringAddress, file: string): Promise<void> {
  const { size } = await stat(file);
  const request = requestFor(url, { method: "PUT", headers: { ...headers, "Content-Length": size } });
  const answered = once(request, "response") as Promise<[IncomingMessage]>;
  const [[response]] = await Promise.all([answered, pipeline(createReadStream(file), request)]);
  response.resume();
  // No other lease has this key: the file is there from a try of ours whose response was lost.
  const isStored = response.statusCode === 200 || response.statusCode === 412;
  if (!isStored) throw new Error(`Storage answered ${response.statusCode} to a file that was stored.`);
}

function requestFor(url: string, options: { method: string; headers?: Record<string, string | number> }) {
  const start = url.startsWith("https:") ? openHttps : openHttp;
  const request = start(url, { ...options, timeout: LONGEST_SILENCE_MS });
  request.once("timeout", () => request.destroy(new Error("Storage said nothing.")));
  // A connection that breaks in the middle of a body is said here too, and would end the process if nobody heard it.
  request.on("error", () => undefined);
  return request;
}
