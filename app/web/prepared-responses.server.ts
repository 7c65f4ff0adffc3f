import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { compress, type Encoding, encodingFor, isCompressible } from "./compression.server";
import { withEveryHeader } from "./connection.server";

/**
 * A response that is made once and sent many times: compressed, with a tag of its content, and with all its headers.
 */

export interface PreparedResponse {
  status: number;
  /** Names and values in turn, as Node sends them. */
  headers: readonly string[];
  bytes: Buffer | null;
}

interface Version {
  tag: string;
  whole: PreparedResponse;
  notModified: PreparedResponse;
}

/** A version for each encoding; the same one where compressing gains nothing. */
export type PreparedResponses = Record<Encoding, Version>;

/**
 * @param headers with their content type; those of length, encoding and tag are added
 * @param use how long it is cached, which decides how much work its compression is worth
 */
export async function prepareResponses(
  bytes: Buffer,
  headers: Readonly<Record<string, string>> & { "Content-Type": string },
  use: "cached" | "file" = "cached",
): Promise<PreparedResponses> {
  const identity = version(bytes, headers);
  if (!isCompressible(headers["Content-Type"], bytes.length)) return { br: identity, gzip: identity, identity };
  const vary = headers.Vary ? `Accept-Encoding, ${headers.Vary}` : "Accept-Encoding";
  const [br, gzip] = await Promise.all(
    (["br", "gzip"] as const).map(async (encoding) =>
      version(await compress(bytes, encoding, use), {
        ...headers,
        Vary: vary,
        "Content-Encoding": encoding,
      }),
    ),
  );
  const plain = version(bytes, { ...headers, Vary: vary });
  return { br: br ?? plain, gzip: gzip ?? plain, identity: plain };
}

function version(bytes: Buffer, headers: Readonly<Record<string, string>>): Version {
  const tag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const { "Content-Encoding": encoding = "", ...others } = headers;
  const own = { ...others, ETag: tag };
  const encoded = encoding ? { ...own, "Content-Encoding": encoding } : own;
  const whole = withEveryHeader({ ...encoded, "Content-Length": String(bytes.length) });
  return {
    tag,
    whole: { status: 200, headers: whole, bytes },
    notModified: { status: 304, headers: withEveryHeader(own), bytes: null },
  };
}

/** The version for what a client accepts; 304 without content when it has that version already. */
export function chooseResponse(responses: PreparedResponses, headers: IncomingHttpHeaders): PreparedResponse {
  const { tag, whole, notModified } = responses[encodingFor(String(headers["accept-encoding"] ?? ""))];
  return headers["if-none-match"]?.includes(tag) ? notModified : whole;
}
