import { type S3Client, S3ServiceException } from "@aws-sdk/client-s3";

const MEANINGS: Readonly<Record<string, string>> = {
  AccessDenied: "the key may not do this",
  InvalidAccessKeyId: "the access key’s id is unknown",
  SignatureDoesNotMatch: "the secret access key is wrong",
  NoSuchBucket: "there’s no bucket of this name",
  PermanentRedirect: "the bucket is in another region",
  AuthorizationHeaderMalformed: "the region is wrong",
  RequestTimeTooSkewed: "this machine’s clock is wrong",
};

/** Has the errors of a client say what they mean, wherever their messages are shown. */
export function withPlainRefusals(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof Error) error.message = refusalInWords(error);
        throw error;
      }
    },
    { step: "initialize", priority: "high", name: "plainRefusals" },
  );
  return client;
}

/** What a bucket's error response means, for staff: "403 RequestTimeTooSkewed: this machine’s clock is wrong." */
function refusalInWords(error: Error): string {
  if (!(error instanceof S3ServiceException)) return error.message || codeOf(error);
  const { httpStatusCode = 0 } = error.$metadata;
  // A response without the bucket's own error message: from a proxy or a firewall, or one without a body.
  if (error.message === "UnknownError") return `${httpStatusCode} without a reason: ${guess(httpStatusCode)}.`;
  const meaning = MEANINGS[error.name];
  const said = `${httpStatusCode || ""} ${error.name}`.trim();
  return meaning ? `${said}: ${meaning}.` : `${said}: ${error.message}`;
}

function guess(status: number): string {
  if (status === 403) return "the key may not do this, or something in between refuses it";
  if (status >= 300 && status < 400) return "the bucket is in another region, or at another address";
  if (status >= 500) return "the server is out of order, or something in between is";
  return "compare the address and the bucket";
}

/** Several connections that failed at once have one error without a message. */
const codeOf = (error: Error) => String((error as NodeJS.ErrnoException).code ?? error.name);
