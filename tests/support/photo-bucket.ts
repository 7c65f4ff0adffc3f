import { afterAll } from "vitest";
import { startS3Server } from "./s3-server";

/** Storage of the domain code is a bucket. Settings are read when that is loaded, so a test imports this file first. */

const OWNER = {
  bucket: "photographs",
  region: "eu-west-2",
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "a/secret+of=ours",
};

export const bucket = await startS3Server(OWNER);
afterAll(() => bucket.close());

export const BUCKET_SETTINGS = {
  S3_BUCKET: OWNER.bucket,
  S3_REGION: OWNER.region,
  S3_ENDPOINT: bucket.endpoint,
  S3_ACCESS_KEY_ID: OWNER.accessKeyId,
  S3_SECRET_ACCESS_KEY: OWNER.secretAccessKey,
};
Object.assign(process.env, BUCKET_SETTINGS);
