import type { S3Settings } from "./s3.server";

const LONGEST_MS = 10_000;

/**
 * The time that the bucket's server says. It is in every response, so also in its refusal of this request without a key.
 * @throws when it doesn't respond.
 */
export async function readServerTime(settings: Pick<S3Settings, "endpoint" | "region">): Promise<Date> {
  const response = await fetch(settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com/`, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  const time = new Date(response.headers.get("date") ?? "");
  if (Number.isNaN(time.getTime())) throw new Error("Storage’s response has no date.");
  return time;
}
