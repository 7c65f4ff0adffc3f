import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { contentTypeOf } from "./content-type";
import { type ByteRange, checkKey, type ListedFile, type Storage, type StoredFile } from "./contract";

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long a server may send nothing before it counts as not answering. */
  silenceMs?: number;
}

/** A server silent for this long will not answer; the SDK alone would wait indefinitely. */
const LONGEST_SILENCE_MS = 10_000;
const CONNECT_MS = 5_000;

/** A client for the bucket's server, shared by storage and direct uploads. */
export function openClient(settings: S3Settings): S3Client {
  return new S3Client({
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
}

/** Files in a bucket of S3 or a compatible server. The bucket is private. */
export function createS3Storage(settings: S3Settings): Storage {
  const client = openClient(settings);
  const Bucket = settings.bucket;
  async function read(key: string, range?: ByteRange): Promise<StoredFile | undefined> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    try {
      const found = await client.send(new GetObjectCommand({ Bucket, Key: checkKey(key), Range }));
      if (!(found.Body instanceof Readable)) return undefined;
      return { bytes: found.ContentLength ?? 0, contentType: contentTypeOf(key), body: found.Body };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  async function* pagesOf(query: { Prefix: string; Delimiter?: string }) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, ...query, ContinuationToken }));
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
      const isBuffer = Buffer.isBuffer(content);
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: checkKey(key),
          ContentType: contentType,
          ContentLength: isBuffer ? content.length : (await stat(content.file)).size,
          Body: isBuffer ? content : createReadStream(content.file),
        }),
      );
    },

    read,

    async download(key, toFile) {
      const found = await read(key);
      if (!found) return false;
      await pipeline(found.body, createWriteStream(toFile, { mode: 0o600 }));
      return true;
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }));
    },

    async *list(prefix) {
      for await (const { key } of files(prefix)) yield key;
    },

    files,

    async *folders(prefix) {
      for await (const { CommonPrefixes } of pagesOf({ Prefix: prefix, Delimiter: "/" }))
        for (const found of CommonPrefixes ?? [])
          if (found.Prefix) yield found.Prefix.slice(prefix.length, -1);
    },

    // A bucket shows nothing before it is whole.
    tidy: async () => 0,

    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
        return { ok: true };
      } catch (error) {
        return { ok: false, message: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
