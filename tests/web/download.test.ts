import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { sendDownload, sendInline, sendPicture, withBackpressure } from "~/web/download.server";
import { guardRoutes } from "~/web/request-guard.server";

/** A connection that accepts data when the test says so. */
class Wire extends EventEmitter {
  writableNeedDrain = false;
  destroyed = false;
}

function counted(pieces: number) {
  const input = { count: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        input.count += 1;
        if (input.count > pieces) controller.close();
        else controller.enqueue(new Uint8Array([input.count]));
      },
      cancel() {
        input.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { input, body };
}

const moment = () => new Promise((resolve) => setImmediate(resolve));

it("a slow reader is waited for, and gets everything in order", async () => {
  const wire = new Wire();
  const { input, body } = counted(3);
  const reader = withBackpressure(body, wire).getReader();
  expect((await reader.read()).value).toEqual(new Uint8Array([1]));
  wire.writableNeedDrain = true;
  const second = reader.read();
  await moment();
  expect(input.count).toBe(1);
  wire.writableNeedDrain = false;
  wire.emit("drain");
  expect((await second).value).toEqual(new Uint8Array([2]));
  expect((await reader.read()).value).toEqual(new Uint8Array([3]));
  expect((await reader.read()).done).toBe(true);
  expect(wire.listenerCount("drain") + wire.listenerCount("close")).toBe(0);
});

it("a reader who has left ends it, and its source is notified", async () => {
  const wire = new Wire();
  const { input, body } = counted(3);
  const reader = withBackpressure(body, wire).getReader();
  await reader.read();
  wire.writableNeedDrain = true;
  const next = reader.read();
  wire.destroyed = true;
  wire.emit("close");
  expect((await next).done).toBe(true);
  expect(input).toEqual({ count: 1, isCancelled: true });
});

it("a file name that could break a header is refused", () => {
  const { body } = counted(0);
  for (const fileName of ['a".zip', "a\r\nb.zip", "", "../a.zip", "é.zip"]) {
    expect(() => sendDownload({ fileName, contentType: "application/zip", body })).toThrow("Not a file name");
  }
});

it("a file that is only asked about by HEAD is let go of, and its headers stay", async () => {
  const { input, body } = counted(3);
  const loader = () => sendInline({ contentType: "image/jpeg", bytes: 3, body });
  const route = { id: "photo", path: "photo", module: { handle: { guard: { picture: true } }, loader } };
  const guarded = guardRoutes({ photo: route } as unknown as Parameters<typeof guardRoutes>[0]);
  const request = new Request("http://localhost:3000/photo", { method: "HEAD" });
  const response = await guarded.photo?.module.loader?.({ request, params: {}, context: {} });
  if (!(response instanceof Response)) throw new Error("That is no answer.");
  expect(input.isCancelled).toBe(true);
  expect(response.body).toBeNull();
  expect(response.headers.get("content-length")).toBe("3");
});

it("a file that nobody waits for at a connection is read as it is", async () => {
  const { body } = counted(2);
  expect(await new Response(withBackpressure(body, undefined)).bytes()).toEqual(new Uint8Array([1, 2]));
});

it.each([
  [256 * 1024, true],
  [256 * 1024 + 1, false],
])("a picture of %i bytes is read before it is sent: %s", async (bytes, isRead) => {
  const body = Readable.from(Array.from({ length: 1_000 }, () => Buffer.alloc(1)));
  const response = await sendPicture({ bytes, body });
  expect(body.readableEnded).toBe(isRead);
  expect((await response.bytes()).length).toBe(1_000);
});
