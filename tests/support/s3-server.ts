import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A small S3 server for one bucket, path style: put, get, delete and list objects, head bucket. Every request must have
 * a valid AWS Signature Version 4, with the right key, the present time and the hash of its body; anything else is
 * refused as S3 refuses it.
 */
export interface S3Server {
  endpoint: string;
  objects: Map<string, { content: Buffer; contentType: string }>;
  /** When each was stored, as the server says it. */
  storedAt: Map<string, Date>;
  /** The error codes of refused requests. */
  refused: string[];
  /** The origin whose pages may send files; null for none. */
  allowedOrigin: string | null;
  /** Takes anything under any signature, and in place of what is there, as some servers do. */
  isCareless: boolean;
  /** What is wrong with every request from now on; null for nothing. */
  failure: S3Failure | null;
  /** How many requests have come. */
  asked: number;
  close(): Promise<void>;
}

/**
 * `hang`: sends nothing. `turn_away`: responds with 503, `turn_away_once` to the next request alone. `deny`: 403,
 * `deny_in_silence` without a body, as a proxy does, `deny_addresses` to presigned addresses alone. `bad_request`: 400 in
 * place of 403. `keep`: deletes nothing. `close`: breaks the connection off. Of files that are read, `stall` sends a half, `cut` then breaks off, and `drip` a byte at a time, and neither comes to an end.
 */
export type S3Failure =
  | "hang"
  | "turn_away"
  | "turn_away_once"
  | "deny"
  | "deny_in_silence"
  | "deny_addresses"
  | "bad_request"
  | "keep"
  | "cut"
  | "close"
  | "stall"
  | "drip";

interface Owner {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const LONGEST_SKEW_MS = 15 * 60_000;

export async function startS3Server(owner: Owner, keysPerPage = 1000): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const storedAt: S3Server["storedAt"] = new Map();
  const refused: string[] = [];

  const server = createServer(async (request, response) => {
    opened.asked += 1;
    if (opened.failure === "close") return request.socket.destroy();
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    if (opened.failure === "hang") return;
    if (opened.failure === "turn_away") return refuse(response, 503, "SlowDown");
    if (opened.failure === "deny") return refuse(response, 403, "AccessDenied");
    if (opened.failure === "deny_in_silence") return response.writeHead(403).end();
    if (opened.failure === "turn_away_once") {
      opened.failure = null;
      return refuse(response, 503, "SlowDown");
    }
    const content = Buffer.concat(parts);
    if (request.method === "OPTIONS") return preflight(request, response);
    const problem = opened.isCareless ? null : signatureProblem(request, content, owner);
    if (problem) return refuse(response, opened.failure === "bad_request" ? 400 : 403, problem);
    if (opened.failure === "deny_addresses" && request.url?.includes("X-Amz-Signature"))
      return refuse(response, 403, "AccessDenied");
    handleRequest(request, response, content);
  });

  function preflight(request: IncomingMessage, response: ServerResponse) {
    const { origin } = request.headers;
    if (!origin || origin !== opened.allowedOrigin) return refuse(response, 403, "AccessForbidden");
    response.writeHead(200, {
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Methods": "GET, PUT",
      "Access-Control-Allow-Headers": "content-type, if-none-match",
    });
    response.end();
  }

  function refuse(response: ServerResponse, status: number, code: string) {
    refused.push(code);
    const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
    response.writeHead(status, { "content-type": "application/xml" }).end(xml);
  }

  function handleRequest(request: IncomingMessage, response: ServerResponse, content: Buffer) {
    const url = new URL(request.url ?? "/", "http://s3");
    const [bucket, ...rest] = decodeURIComponent(url.pathname).slice(1).split("/");
    const key = rest.join("/");
    if (bucket !== owner.bucket) return refuse(response, 404, "NoSuchBucket");
    const found = objects.get(key);
    switch (`${request.method} ${key === "" ? "bucket" : "object"}`) {
      case "HEAD bucket":
        return response.writeHead(200).end();
      case "GET bucket":
        return response.writeHead(200, { "content-type": "application/xml" }).end(listing(url.searchParams));
      case "PUT object":
        if (request.headers["if-none-match"] === "*" && found && !opened.isCareless)
          return refuse(response, 412, "PreconditionFailed");
        objects.set(key, { content, contentType: String(request.headers["content-type"]) });
        storedAt.set(key, new Date());
        return response.writeHead(200, { etag: `"${createHash("md5").update(content).digest("hex")}"` }).end();
      case "DELETE object":
        if (opened.failure !== "keep") objects.delete(key);
        return response.writeHead(204).end();
      case "GET object":
      case "HEAD object":
        if (!found) return refuse(response, 404, "NoSuchKey");
        return give(request, response, found);
      default:
        return refuse(response, 405, "MethodNotAllowed");
    }
  }

  function give(request: IncomingMessage, response: ServerResponse, found: { content: Buffer; contentType: string }) {
    const { content, contentType } = found;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const part = first && last ? content.subarray(Number(first), Number(last) + 1) : content;
    response.writeHead(first ? 206 : 200, { "content-type": contentType, "content-length": part.length });
    if (opened.failure === "stall") return response.write(part.subarray(0, part.length / 2));
    if (opened.failure === "cut")
      return response.write(part.subarray(0, part.length / 2), () => request.socket.destroy());
    if (opened.failure === "drip") return drip(response);
    return response.end(request.method === "GET" ? part : undefined);
  }

  function drip(response: ServerResponse) {
    const timer = setInterval(() => response.write("x"), 20);
    response.once("close", () => clearInterval(timer));
  }

  function listing(query: URLSearchParams): string {
    const after = query.get("continuation-token") ?? "";
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter");
    /** What a key is listed as: itself, or the folder that it is in. */
    const shownAs = (key: string) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? key : key.slice(0, end + 1);
    };
    const shown = [...new Set([...objects.keys()].filter((key) => key.startsWith(prefix)).map(shownAs))].sort();
    const rest = shown.filter((name) => name > after);
    const page = rest.slice(0, keysPerPage);
    const isTruncated = page.length < rest.length;
    const contents = page.map((name) => {
      const found = objects.get(name);
      if (!found) return `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`;
      const at = (storedAt.get(name) ?? new Date()).toISOString();
      return `<Contents><Key>${name}</Key><LastModified>${at}</LastModified><Size>${found.content.length}</Size></Contents>`;
    });
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const opened: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    storedAt,
    refused,
    allowedOrigin: null,
    isCareless: false,
    failure: null,
    asked: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return opened;
}

/** What is wrong with the signature of a request, by the rules of AWS Signature Version 4; null if it is valid. */
function signatureProblem(request: IncomingMessage, content: Buffer, owner: Owner): string | null {
  const header = (name: string) => String(request.headers[name] ?? "");
  const url = new URL(request.url ?? "/", "http://s3");
  if (url.searchParams.has("X-Amz-Signature")) return addressProblem(request, url, owner);
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      header("authorization"),
    );
  if (!given) return "AccessDenied";
  const [, keyId = "", date = "", region = "", signedNames = "", signature] = given;
  if (keyId !== owner.accessKeyId) return "InvalidAccessKeyId";
  if (region !== owner.region) return "AuthorizationHeaderMalformed";
  const signed = signedNames.split(";");
  if (!["host", "x-amz-date", "x-amz-content-sha256"].every((name) => signed.includes(name))) return "AccessDenied";
  const stamp = header("x-amz-date");
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(Date.now() - at) < LONGEST_SKEW_MS) || !stamp.startsWith(date)) return "RequestTimeTooSkewed";
  const bodyHash = header("x-amz-content-sha256");
  if (bodyHash !== "UNSIGNED-PAYLOAD" && bodyHash !== sha256(content)) return "XAmzContentSHA256Mismatch";
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const canonical = [
    request.method,
    path,
    query.split("&").filter(Boolean).sort().join("&"),
    ...signed.map((name) => `${name}:${header(name).trim()}`),
    "",
    signedNames,
    bodyHash,
  ].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const keys = [date, region, "s3", "aws4_request"];
  const key = keys.reduce<Buffer | string>(hmac, `AWS4${owner.secretAccessKey}`);
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`).toString("hex");
  return expected === signature ? null : "SignatureDoesNotMatch";
}

/** The same for a presigned address, which carries its signature itself. */
function addressProblem(request: IncomingMessage, url: URL, owner: Owner): string | null {
  const input = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? "";
  const [keyId, date = "", region = ""] = input("Credential").split("/");
  if (input("Algorithm") !== "AWS4-HMAC-SHA256" || keyId !== owner.accessKeyId) return "InvalidAccessKeyId";
  if (region !== owner.region) return "AuthorizationQueryParametersError";
  const stamp = input("Date");
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Date.now() > at + Number(input("Expires")) * 1000) return "AccessDenied";
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const signed = input("SignedHeaders").split(";");
  const canonical = [
    request.method,
    path,
    query
      .split("&")
      .filter((part) => !part.startsWith("X-Amz-Signature="))
      .sort()
      .join("&"),
    ...signed.map((name) => `${name}:${String(request.headers[name] ?? "").trim()}`),
    "",
    signed.join(";"),
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const keys = [date, region, "s3", "aws4_request"];
  const key = keys.reduce<Buffer | string>(hmac, `AWS4${owner.secretAccessKey}`);
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`).toString("hex");
  return expected === input("Signature") ? null : "SignatureDoesNotMatch";
}

const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();
