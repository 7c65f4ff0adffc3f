import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchBytes, fetchFile, storeFiles } from "../../../scripts/helping/files";

/** Files of a leased job, between a machine and a bucket that may break off. */

let isSlowStored = false;
const server = createServer((request, response) => {
  if (request.url === "/broken") {
    response.writeHead(200, { "Content-Length": 100_000 }).write("x".repeat(1_000), () => {
      setImmediate(() => request.socket.resetAndDestroy());
    });
    return;
  }
  request.resume().once("end", () => {
    if (request.url === "/refused") response.writeHead(500).end();
    else
      setTimeout(() => {
        isSlowStored = true;
        response.end();
      }, 200);
  });
});
const folder = mkdtempSync(join(tmpdir(), "files-"));
let origin = "";
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe("a file whose connection breaks in the middle", () => {
  it("is an error of that file, and does not end the process", async () => {
    await expect(fetchFile(`${origin}/broken`, join(folder, "photo"))).rejects.toThrow();
    await expect(fetchBytes(`${origin}/broken`)).rejects.toThrow();
    expect(existsSync(join(folder, "photo"))).toBe(true);
  });
});

describe("files that are stored together", () => {
  it("fail when one does, but not before the others are stored or have failed", async () => {
    const file = join(folder, "size");
    writeFileSync(file, "size");
    const to = (path: string) => [{ url: `${origin}${path}`, headers: {} }, file] as const;
    await expect(storeFiles([to("/refused"), to("/slow")])).rejects.toThrow("Storage answered 500");
    expect(isSlowStored).toBe(true);
  });
});
