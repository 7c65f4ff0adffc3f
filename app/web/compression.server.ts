import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import Negotiator from "negotiator";

/** Compression of whole responses. */

export type Encoding = "br" | "gzip" | "identity";

/** In the order in which we prefer them. */
const ENCODINGS: Encoding[] = ["br", "gzip", "identity"];
/** Below this, in bytes, a compressed response is hardly shorter: one packet carries some 1,400. */
const SMALLEST = 1_000;
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|javascript|manifest\+json|xml)|image\/svg\+xml)/;
/** Browsers send a handful of different headers; anybody may send others. */
const MOST_REMEMBERED = 100;

const remembered = new Map<string, Encoding>();

/** The encoding for a client that sends this `Accept-Encoding`, of those we send. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return "identity";
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const accepted = new Negotiator({ headers: { "accept-encoding": acceptEncoding } }).encodings(ENCODINGS);
  const encoding = ENCODINGS.find((each) => accepted.includes(each)) ?? "identity";
  if (remembered.size < MOST_REMEMBERED) remembered.set(acceptEncoding, encoding);
  return encoding;
}

export function isCompressible(contentType: string, bytes: number): boolean {
  return bytes >= SMALLEST && COMPRESSIBLE.test(contentType);
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * How much work a compression is worth: a response made for one person, one that is cached for many, or a file, which
 * is cached as long as the process runs. The largest picture takes 0.2 s and comes an eighth shorter.
 */
const EFFORT = { once: { br: 2, gzip: 1 }, cached: { br: 5, gzip: 6 }, file: { br: 10, gzip: 6 } } as const;

/** As powers of two: 256 KB, and 64 KB for what is made once. The usual four megabytes take memory and time. */
const WINDOW_BITS = { once: 16, cached: 18, file: 18 } as const;

/** Up to this, in bytes, a quick compression takes this thread as little as handing it to another one. */
const MOST_IN_THREAD = 256 * 1_024;

export async function compress(
  bytes: Buffer,
  encoding: Exclude<Encoding, "identity">,
  use: keyof typeof EFFORT,
): Promise<Buffer> {
  const isInThread = use === "once" && bytes.length <= MOST_IN_THREAD;
  if (encoding === "gzip") {
    const options = { level: EFFORT[use].gzip };
    return isInThread ? gzipSync(bytes, options) : await gzipped(bytes, options);
  }
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = {
    [BROTLI_PARAM_QUALITY]: EFFORT[use].br,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [BROTLI_PARAM_LGWIN]: WINDOW_BITS[use],
  };
  return isInThread ? brotliCompressSync(bytes, { params }) : await brotli(bytes, { params });
}
