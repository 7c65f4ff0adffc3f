import { createWriteStream } from "node:fs";
import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { withPlainRefusals } from "../files/bucket-refusals";
import { putFile } from "../files/streamed-files.server";
import { putWhole } from "../files/whole-file.server";
import { createExternalClient, isAwaited, openBody } from "../waiting/outside-calls.server";
import { contentTypeOf } from "./content-type";
import {
  type ByteRange,
  checkKey,
  type ListedFile,
  type Storage,
  StorageUnavailableError,
  type StoredFile,
} from "./contract";

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long somebody waits for it, tries included. */
  longestMs?: number;
  /** How long a server may send nothing before it counts as unresponsive, where nobody waits. */
  silenceMs?: number;
}

/** A server silent for this long will not respond; the SDK alone would wait indefinitely. */
const LONGEST_SILENCE_MS = 10_000;
/** While somebody waits: short enough that a second try on a new connection may still come in time. */
const AWAITED_SILENCE_MS = 4_000;
const CONNECT_MS = 3_000;

/** A client for the bucket's server, also of direct uploads and downloads. */
export function openClient(settings: Omit<S3Settings, "longestMs">): S3Client {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: settings.silenceMs ?? LONGEST_SILENCE_MS,
    },
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Servers other than Amazon's store the checksum frames of a stream as if they were content.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return withPlainRefusals(client);
}

/** Files in a bucket of S3 or a compatible server. The bucket is private. */
export function createS3Storage(settings: S3Settings): Storage {
  const { longestMs, silenceMs = LONGEST_SILENCE_MS } = settings;
  const unhurried = openClient(settings);
  const hurried = openClient({ ...settings, silenceMs: Math.min(silenceMs, AWAITED_SILENCE_MS) });
  const externalClient = createExternalClient({ longestMs, unawaitedMs: null });
  const Bucket = settings.bucket;
  /** @throws StorageUnavailableError */
  async function ask<Result>(
    kind: "read" | "write",
    send: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const client = isAwaited() ? hurried : unhurried;
    try {
      return await externalClient.call(kind, (abortSignal) => send(client, { abortSignal }));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async function read(key: string, range?: ByteRange): Promise<StoredFile | undefined> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    const command = new GetObjectCommand({ Bucket, Key: checkKey(key), Range });
    const spend = externalClient.spender();
    const beganAt = performance.now();
    return await ask("read", async (client, options) => {
      const found = await client.send(command, options).catch(ignoreMissing);
      if (!(found?.Body instanceof Readable)) return undefined;
      // The SDK's own limit would count the pauses of a slow reader as silence of the server.
      if (found.Body instanceof IncomingMessage) found.Body.socket.setTimeout(0);
      const openedMs = performance.now() - beganAt;
      const leftMs = (externalClient.timeLeft() ?? silenceMs) - openedMs;
      const body = await openBody(found.Body, Math.max(1, leftMs), (cause, waitedMs) => {
        spend(openedMs + waitedMs);
        return asUnavailable(cause);
      });
      return { bytes: found.ContentLength ?? 0, contentType: contentTypeOf(key), body };
    });
  }

  async function* pagesOf(query: { Prefix: string; Delimiter?: string }) {
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, ...query, ContinuationToken });
      const page = await ask("read", (client, options) => client.send(command, options));
      yield page;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  async function* files(prefix: string): AsyncGenerator<ListedFile> {
    for await (const { Contents } of pagesOf({ Prefix: prefix }))
      for (const { Key, Size, LastModified } of Contents ?? [])
        if (Key && LastModified) yield { key: Key, bytes: Size ?? 0, storedAt: LastModified };
  }

  return {
    async put(key, content, contentType) {
      const request = { Bucket, Key: checkKey(key), ContentType: contentType };
      await ask("write", async (client, options) => {
        if (Buffer.isBuffer(content)) await client.send(new PutObjectCommand({ ...request, Body: content }), options);
        else await putFile(client, content.file, request, options.abortSignal);
      });
    },

    read,

    async download(key, toFile) {
      const found = await read(key);
      if (!found) return false;
      await putWhole(toFile, (beside) => pipeline(found.body, createWriteStream(beside, { mode: 0o600 })));
      return true;
    },

    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket, Key: checkKey(key) });
      await ask("write", (client, options) => client.send(command, options));
    },

    async *list(prefix) {
      for await (const { key } of files(prefix)) yield key;
    },

    files,

    async *folders(prefix) {
      for await (const { CommonPrefixes } of pagesOf({ Prefix: prefix, Delimiter: "/" }))
        for (const found of CommonPrefixes ?? []) if (found.Prefix) yield found.Prefix.slice(prefix.length, -1);
    },

    // A bucket shows nothing before it is whole.
    tidy: async () => 0,

    async check() {
      try {
        // The response to a HEAD has no body, and so no reason.
        const command = new ListObjectsV2Command({ Bucket, MaxKeys: 1 });
        await ask("read", (client, options) => client.send(command, options));
        return { ok: true };
      } catch (error) {
        return { ok: false, message: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

function asUnavailable(cause: unknown): Error {
  return new StorageUnavailableError(cause);
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchKey)) throw error;
}
