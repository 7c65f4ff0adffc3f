import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStaticFiles } from "~/web/static-files.server";

/** The product's own files, from memory. */

const STYLES = "p { color: red } ".repeat(200);
let folder = "";
let find: ReturnType<typeof openStaticFiles>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets", "page-B3kD9x2a.css"), STYLES);
  writeFileSync(join(folder, "assets", "small.svg"), "<svg/>");
  writeFileSync(join(folder, "assets", "face.woff2"), Buffer.alloc(5_000, 7));
  find = openStaticFiles([{ folder, isHashed: true }]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const ask = async (url: string, headers: Record<string, string> = {}, method = "GET") => {
  const found = await find({ method, url, headers } as unknown as IncomingMessage);
  const headerOf = (name: string) => found?.headers[found.headers.indexOf(name.toLowerCase()) + 1];
  return { ...found, headerOf, has: (name: string) => found?.headers.includes(name.toLowerCase()) };
};

describe("a file from memory", () => {
  it("is compressed for those who accept it, and whole for others", async () => {
    const compressed = await ask("/assets/page-B3kD9x2a.css", { "accept-encoding": "gzip, br" });
    expect(brotliDecompressSync(compressed.bytes ?? Buffer.alloc(0)).toString()).toBe(STYLES);
    expect(compressed.headerOf("Vary")).toBe("Accept-Encoding");
    expect((await ask("/assets/page-B3kD9x2a.css")).bytes?.toString()).toBe(STYLES);
  });

  it.each(["small.svg", "face.woff2"])("is left as it is where compressing gains nothing: %s", async (name) => {
    const found = await ask(`/assets/${name}`, { "accept-encoding": "br" });
    expect([found.has("Content-Encoding"), found.has("Vary")]).toEqual([false, false]);
  });

  it("has a tag of each of its forms, and is not sent to somebody who has that form", async () => {
    const [one, other] = [
      await ask("/assets/page-B3kD9x2a.css", { "accept-encoding": "br" }),
      await ask("/assets/page-B3kD9x2a.css"),
    ];
    expect(one.headerOf("ETag")).not.toBe(other.headerOf("ETag"));
    const again = await ask("/assets/page-B3kD9x2a.css", { "if-none-match": String(other.headerOf("ETag")) });
    expect([again.status, again.bytes]).toEqual([304, null]);
  });

  it("is found with a query, and only by GET and HEAD, and only in its folder", async () => {
    expect((await ask("/assets/small.svg?again")).status).toBe(200);
    expect((await ask("/assets/small.svg", {}, "HEAD")).status).toBe(200);
    for (const [url, method] of [
      ["/assets/small.svg", "POST"],
      ["/small.svg", "GET"],
      ["/assets/../small.svg", "GET"],
      ["/assets/%2e%2e/small.svg", "GET"],
      ["/assets", "GET"],
      ["/assets/nothing.css", "GET"],
    ] as const)
      expect((await ask(url, {}, method)).status, `${method} ${url}`).toBeUndefined();
  });

  it("is read once, and then sent at once", async () => {
    const request = { method: "GET", url: "/assets/small.svg", headers: {} } as unknown as IncomingMessage;
    const first = await find(request);
    expect(find(request)).toBe(first);
  });

  it("must be of a type that is known, or nothing starts", () => {
    writeFileSync(join(folder, "notes.xyz"), "");
    expect(() => openStaticFiles([{ folder, isHashed: false }])).toThrow("notes.xyz");
    rmSync(join(folder, "notes.xyz"));
  });
});
