import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from "@aws-sdk/client-s3";
import { putFile } from "../files/streamed-files.server";
import { putWhole } from "../files/whole-file.server";
import type { Copies, StoredCopy } from "./contract";
import { type BackupBucket, listObjects, openBucket } from "./s3-client.server";

/** How long the list of erased accounts may take. */
const LIST_MS = 10_000;

export function createCopies(place: BackupBucket): Copies {
  const client = openBucket(place);
  const Bucket = place.bucket;
  const prefix = `${place.path}/`;
  // Not below the prefix, whose objects are copies.
  const erasedKey = `${place.path}-erased.json`;
  return {
    async put(name, file) {
      const Key = `${prefix}${name}`;
      const bytes = await putFile(client, file, { Bucket, Key });
      return { key: Key, at: new Date(), bytes };
    },

    async list() {
      const copies: StoredCopy[] = [];
      for await (const { Key, LastModified, Size } of listObjects(client, { bucket: Bucket, prefix }))
        if (Key && LastModified) copies.push({ key: Key, at: LastModified, bytes: Size ?? 0 });
      return copies;
    },

    async download(key, toFile) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
      if (!(Body instanceof Readable)) throw new Error(`The bucket has no ${key}.`);
      await putWhole(toFile, (beside) => pipeline(Body, createWriteStream(beside, { mode: 0o600 })));
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },

    async readErased() {
      try {
        // A start waits for it.
        const abortSignal = AbortSignal.timeout(LIST_MS);
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: erasedKey }), { abortSignal });
        return (await Body?.transformToString()) ?? null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },

    async writeErased(list) {
      await client.send(new PutObjectCommand({ Bucket, Key: erasedKey, Body: list }));
    },
  };
}
