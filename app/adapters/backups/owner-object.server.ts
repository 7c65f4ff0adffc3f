import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { z } from "zod";
import type { OwnerObject } from "./contract";
import { type BackupBucket, openBucket } from "./s3-client.server";

/** The longest wait for a response: Litestream is stopped soon after (`scripts/replication.ts`). */
const LONGEST_MS = 4_000;

const Content = z.object({
  machine: z.string(),
  host: z.string(),
  run: z.string(),
  generation: z.number(),
  renewal: z.number(),
  state: z.enum(["held", "taken", "released"]),
});

/** The owner in a bucket, with conditional writes. It lies beside the replica's folder, whose files are Litestream's own. */
export function createOwnerObject(place: BackupBucket): OwnerObject {
  const client = openBucket(place);
  const Key = `${place.path}.owner.json`;
  const limited = () => ({ abortSignal: AbortSignal.timeout(LONGEST_MS) });
  let dateHeader = "";
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { headers } = result.response as { headers?: Record<string, string> };
      dateHeader = headers?.date ?? "";
      return result;
    },
    { step: "deserialize", priority: "low", name: "bucketDate" },
  );

  return {
    place: `${place.bucket}/${place.path}`,

    async read() {
      try {
        const found = await client.send(new GetObjectCommand({ Bucket: place.bucket, Key }), limited());
        const owner = Content.parse(JSON.parse((await found.Body?.transformToString()) ?? ""));
        const age = Date.parse(dateHeader) - (found.LastModified?.getTime() ?? Number.NaN);
        return { owner, tag: found.ETag ?? "", ageMs: Number.isNaN(age) ? 0 : Math.max(0, age) };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },

    async write(owner, tag) {
      const condition = tag === null ? { IfNoneMatch: "*" } : { IfMatch: tag };
      const request = {
        Bucket: place.bucket,
        Key,
        Body: JSON.stringify(owner),
        ContentType: "application/json",
        ...condition,
      };
      try {
        return (await client.send(new PutObjectCommand(request), limited())).ETag ?? "";
      } catch (error) {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        // 409: another conditional write of the same key was under way; 404: the object that should match is gone.
        if (status === 412 || status === 409 || error instanceof NoSuchKey) return null;
        throw error;
      }
    },
  };
}
