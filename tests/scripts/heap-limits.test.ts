import { expect, it } from "vitest";
import { heapLimitsMb } from "../../scripts/heap-limits.ts";
import { countWebProcesses } from "../../scripts/web-processes.ts";

/** How the memory of a machine is shared out. */

it.each([
  { memoryMb: 512, webProcesses: 1, web: 205, worker: 128 },
  { memoryMb: 2048, webProcesses: 2, web: 410, worker: 512 },
  { memoryMb: 24_576, webProcesses: 4, web: 1024, worker: 1024 },
])("a machine with $memoryMb MB gives a web process $web MB and the worker $worker", ({ web, worker, ...machine }) => {
  expect(heapLimitsMb(machine)).toEqual({ web, worker });
});

it("all heaps together leave a third of the memory to photographs, books and the system", () => {
  for (const memoryMb of [512, 1024, 2048, 4096, 8192]) {
    const webProcesses = countWebProcesses({}, memoryMb);
    const { web, worker } = heapLimitsMb({ memoryMb, webProcesses });
    expect((web * webProcesses + worker) / memoryMb, `${memoryMb} MB`).toBeLessThanOrEqual(0.66);
  }
});

it("a small machine has one web process, however many processors it has", () => {
  expect(countWebProcesses({}, 512)).toBe(1);
  expect(countWebProcesses({}, 256)).toBe(1);
});
