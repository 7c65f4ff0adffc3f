import { S3ServiceException } from "@aws-sdk/client-s3";

const MEANINGS: Readonly<Record<string, string>> = {
  AccessDenied: "the key may not do this",
  InvalidAccessKeyId: "the access key’s id is unknown",
  SignatureDoesNotMatch: "the secret access key is wrong",
  NoSuchBucket: "there’s no bucket of this name",
  PermanentRedirect: "the bucket is in another region",
  AuthorizationHeaderMalformed: "the region is wrong",
  RequestTimeTooSkewed: "this machine’s clock is wrong",
};

/** What a bucket's answer means, for staff: "403 RequestTimeTooSkewed: this machine’s clock is wrong." */
export function refusalInWords(error: unknown): string {
  if (!(error instanceof S3ServiceException)) return error instanceof Error ? error.message : String(error);
  const meaning = MEANINGS[error.name];
  const said = `${error.$metadata.httpStatusCode ?? ""} ${error.name}`.trim();
  return meaning ? `${said}: ${meaning}.` : `${said}: ${error.message}`;
}
