import { PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { checkKey, type DirectUploads } from "./contract";
import { openClient, type S3Settings } from "./s3.server";

/**
 * URLs for uploading a file straight to the bucket. The signature covers the content type, the size where it
 * is known, and that the key does not exist yet, so that the URL works once.
 */
export function createS3Uploads(settings: S3Settings): DirectUploads {
  const client = openClient(settings);
  return {
    async addressFor(key, { contentType, bytes, seconds }) {
      const command = new PutObjectCommand({
        Bucket: settings.bucket,
        Key: checkKey(key),
        ContentType: contentType,
        ContentLength: bytes,
        IfNoneMatch: "*",
      });
      const url = await getSignedUrl(client, command, {
        expiresIn: seconds,
        // By default the presigner signs neither header (seen with version 3.1162).
        signableHeaders: new Set(["host", "content-type", "content-length", "if-none-match"]),
      });
      const size: Record<string, string> = bytes === undefined ? {} : { "Content-Length": String(bytes) };
      return { url, headers: { "Content-Type": contentType, ...size, "If-None-Match": "*" } };
    },
  };
}
