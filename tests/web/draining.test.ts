import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it, vi } from "vitest";
import { drainBeforeClosing, isDraining } from "~/web/draining.server";

it("a server is watched once, however many requests it has", () => {
  const server = createServer();
  const listeners = () => server.listenerCount("close") + server.listenerCount("connection");
  drainBeforeClosing(server);
  const before = listeners();
  drainBeforeClosing(server);
  expect(listeners()).toBe(before);
});

it("without a proxy a server begins to close at once", async () => {
  vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const server = createServer();
  drainBeforeClosing(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  server.close();
  vi.advanceTimersByTime(0);
  expect([isDraining(), vi.getTimerCount()]).toEqual([true, 0]);
  await once(server, "close");
  expect(process.exit).toHaveBeenCalledWith(0);
  vi.useRealTimers();
});
