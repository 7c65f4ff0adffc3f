import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { alarms } from "#db/schema";
import { createS3Storage } from "~/adapters/storage/s3.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { noteStorageFailure } from "~/domain/kernel/alarms/storage-failures.server";

const NOW = new Date("2026-09-07T09:00:00Z");

const log = vi.spyOn(console, "error").mockImplementation(() => {});
beforeEach(() => {
  db.delete(alarms).run();
  log.mockClear();
});
afterEach(() =>
  expect(
    openAlarms()
      .map(({ message }) => message)
      .join(),
  ).not.toContain("photos/"),
);

/**
 * The error of uploading to a bucket whose server responds to everything with this status; without a code, as a proxy
 * does.
 */
async function refusedBy(status: number, code: string | null): Promise<unknown> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(status, { "Content-Type": "application/xml" });
      response.end(
        code === null
          ? "<html>Forbidden</html>"
          : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>photos/ada/1.jpg</Message></Error>`,
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const storage = createS3Storage({
    bucket: "loop",
    region: "eu-west-2",
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: "key",
    secretAccessKey: "secret",
  });
  try {
    return await storage.put("photos/ada/1.jpg", Buffer.from("photo"), "image/jpeg").then(
      () => undefined,
      (error: unknown) => error,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("a storage that fails", () => {
  it.each([
    [507, "QuotaExceeded"],
    [403, "AccessDenied"],
  ])("is an alarm and a line in the log where a bucket responds with %i", async (status, code) => {
    const error = await refusedBy(status, code);
    noteStorageFailure(error, "store", NOW);
    noteStorageFailure(error, "store", NOW);
    expect(openAlarms()).toMatchObject([
      {
        kind: "storage_failed",
        message: `A photo couldn’t be saved. Storage says: ${code} ${status}.`,
        times: 2,
      },
    ]);
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual(
      Array.from({ length: 2 }, () => ({
        time: expect.any(String),
        level: "error",
        event: "storage-failed",
        attempt: "store",
        cause: `${code} ${status}`,
      })),
    );
  });

  it.each([
    [Object.assign(new Error("disk"), { code: "ENOSPC" }), "ENOSPC"],
    [new TypeError("no such thing"), "TypeError"],
    ["photos/ada/1.jpg", "unknown"],
    [undefined, "unknown"],
  ])("is reported by the name of its error: %s is %s", (error, cause) => {
    noteStorageFailure(error, "read", NOW);
    expect(openAlarms()).toMatchObject([{ message: `A saved photo couldn’t be read. Storage says: ${cause}.` }]);
  });

  it("is reported by the status alone where the response names nothing", async () => {
    noteStorageFailure(await refusedBy(403, null), "store", NOW);
    expect(openAlarms()).toMatchObject([{ message: "A photo couldn’t be saved. Storage says: 403." }]);
  });

  it("is in the log also where the database takes no alarm", () => {
    db.$client.pragma("query_only = ON");
    try {
      noteStorageFailure(Object.assign(new Error("disk"), { code: "ENOSPC" }), "read", NOW);
    } finally {
      db.$client.pragma("query_only = OFF");
    }
    expect(openAlarms()).toEqual([]);
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)).event)).toEqual([
      "storage-failed",
      "alarm-not-written",
    ]);
  });
});
