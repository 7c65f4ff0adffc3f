import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compress, isCompressible } from "~/web/compression.server";

const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };
const page = (kilobytes: number) => Buffer.from("<p>A photo and a few lines a week.</p>\n".repeat(kilobytes * 26));

describe.each(["br", "gzip"] as const)("a response compressed as %s", (encoding) => {
  it.each([1, 20, 255, 300, 2_000])("comes out as it went in, with %i KB", async (kilobytes) => {
    const bytes = page(kilobytes);
    const compressed = await compress(bytes, encoding, "once");
    expect(compressed.length).toBeLessThan(bytes.length / 10);
    expect((await unpack[encoding](compressed)).equals(bytes)).toBe(true);
  });

  it("is shorter when it is cached for many than when it is made for one person", async () => {
    const bytes = readFileSync("README.md");
    const [once, cached] = await Promise.all([compress(bytes, encoding, "once"), compress(bytes, encoding, "cached")]);
    expect(cached.length).toBeLessThan(once.length);
  });
});

it("a text of a thousand bytes is worth it, and no shorter one, and no photo", () => {
  const types = ["text/html; charset=utf-8", "image/svg+xml", "image/jpeg"];
  expect(types.map((type) => isCompressible(type, 1_000))).toEqual([true, true, false]);
  expect(types.map((type) => isCompressible(type, 999))).toEqual([false, false, false]);
});
