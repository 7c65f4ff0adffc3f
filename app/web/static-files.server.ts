import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { extname, join } from "node:path";
import {
  chooseResponse,
  type PreparedResponse,
  type PreparedResponses,
  prepareResponses,
} from "./prepared-responses.server";

/**
 * The product's own files, from memory: scripts, style sheets, fonts and artwork, some five megabytes. Each is read and
 * compressed when it is first asked for, one after another: compressing all at once takes a gigabyte.
 */

export interface FileFolder {
  folder: string;
  /** Names with a hash of their content never change their meaning; the others are asked for again after an hour. */
  isHashed: boolean;
}

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Pictures of emails are shown by webmail on its own pages; the provider's card form asks for our typefaces. */
const FOR_OTHERS: readonly [folder: string, headers: Record<string, string>][] = [
  ["artwork/email/", { "Cross-Origin-Resource-Policy": "cross-origin" }],
  ["fonts/", { "Access-Control-Allow-Origin": "*" }],
];

/** The worker of the pages where weeks are written: they are its scope, and it may ask our server, and nobody else. */
const OF_THE_WORKER = {
  "Service-Worker-Allowed": "/dashboard",
  "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
};

interface StaticFile {
  place: string;
  contentType: string;
  cacheControl: string;
  own: Record<string, string>;
  responses?: PreparedResponses;
  reading?: Promise<PreparedResponses>;
}

/**
 * @returns a function that finds the response to a GET or HEAD of a file; undefined for any other path
 * @throws when a folder has a file of a type that is not in the table
 */
export function openStaticFiles(folders: readonly FileFolder[]) {
  const files = new Map<string, StaticFile>();
  for (const { folder, isHashed } of folders) {
    const cacheControl = isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600";
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const contentType = TYPES[extname(name)];
      if (extname(name) === "") continue;
      if (!contentType) throw new Error(`${name} in ${folder}: add its type to the table of static files.`);
      const path = name.replaceAll("\\", "/");
      const own = path.startsWith("scripts/worker-")
        ? OF_THE_WORKER
        : (FOR_OTHERS.find(([start]) => path.startsWith(start))?.[1] ?? {});
      files.set(`/${name}`, { place: join(folder, name), contentType, cacheControl, own });
    }
  }
  /** The end of the reading that was asked for last. */
  let last: Promise<unknown> = Promise.resolve();
  return (request: IncomingMessage): PreparedResponse | Promise<PreparedResponse> | undefined => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const file = files.get((request.url ?? "").split("?", 1)[0] ?? "");
    if (!file) return undefined;
    if (file.responses) return chooseResponse(file.responses, request.headers);
    const begin = () => read(file);
    file.reading ??= last.then(begin, begin);
    last = file.reading;
    return file.reading.then((responses) => chooseResponse(responses, request.headers));
  };
}

async function read(file: StaticFile): Promise<PreparedResponses> {
  try {
    const { contentType, cacheControl, own, place } = file;
    const headers = {
      "Content-Type": contentType,
      "Cache-Control": cacheControl,
      ...own,
    };
    file.responses = await prepareResponses(await readFile(place), headers, "file");
    return file.responses;
  } finally {
    file.reading = undefined;
  }
}
