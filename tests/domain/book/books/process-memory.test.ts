import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it, vi } from "vitest";
import { watchMemory } from "~/domain/book/books/process-memory.server";

afterEach(() => {
  vi.useRealTimers();
});

it("a process is ended once it holds more memory than its limit, also memory outside the JavaScript heap", async () => {
  const hold = "const held = Buffer.alloc(200e6, 1); setInterval(() => held[0], 1000);";
  const child = spawn(process.execPath, ["-e", hold]);
  watchMemory(child.pid, 150, () => child.kill("SIGKILL"));
  expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
});

it.each([
  ["that has ended", 2 ** 22, 0],
  ["that never began", undefined, 0],
  ["that holds less than its limit", process.pid, 1_000_000],
])("a process %s is left alone", (_, processId, most) => {
  vi.useFakeTimers();
  const exceed = vi.fn();
  const { stop } = watchMemory(processId, most, exceed);
  vi.advanceTimersByTime(1_000);
  expect(exceed).not.toHaveBeenCalled();
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

it("a process is looked at again and again until it holds too much, and that is said once", () => {
  vi.useFakeTimers();
  const exceed = vi.fn();
  watchMemory(process.pid, 1, exceed);
  vi.advanceTimersByTime(1_000);
  expect(exceed).toHaveBeenCalledOnce();
});
