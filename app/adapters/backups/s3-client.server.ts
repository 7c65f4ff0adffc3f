import { type _Object as Found, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { withPlainRefusals } from "../files/bucket-refusals";

export interface BackupBucket {
  bucket: string;
  path: string;
  region: string;
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
}

const CONNECT_MS = 5_000;
/** A bucket silent for this long will not respond. */
const SILENCE_MS = 30_000;

export function openBucket(place: BackupBucket): S3Client {
  const { region, accessKeyId, secretAccessKey } = place;
  const client = new S3Client({
    region,
    endpoint: place.endpoint ?? undefined,
    forcePathStyle: place.endpoint !== null,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return withPlainRefusals(client);
}

/** Every object below a prefix that sorts after a key, page by page. */
export async function* listObjects(
  client: S3Client,
  query: { bucket: string; prefix: string; after?: string },
): AsyncIterable<Found> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: query.bucket,
        Prefix: query.prefix,
        StartAfter: query.after,
        ContinuationToken,
      }),
    );
    yield* page.Contents ?? [];
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}
