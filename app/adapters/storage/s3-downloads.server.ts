import { GetObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { checkKey, type DirectDownloads } from "./contract";
import { openClient, type S3Settings } from "./s3.server";

/** URLs that open one file of the bucket for a while, for others who fetch it without us. */
export function createS3Downloads(settings: S3Settings): DirectDownloads {
  const client = openClient(settings);
  return {
    async addressOf(key, seconds) {
      const command = new GetObjectCommand({ Bucket: settings.bucket, Key: checkKey(key) });
      return await getSignedUrl(client, command, { expiresIn: seconds });
    },
  };
}
