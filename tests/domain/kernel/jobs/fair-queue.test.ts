import { afterEach, describe, expect, it, vi } from "vitest";
import { FairQueue, QueueFull } from "~/domain/kernel/jobs/fair-queue";

const LIMITS = { atOnce: 2, waiting: 3, ofOneOwner: 3, longestWaitMs: 1000 };

/** Work that ends when it is told to. */
function work() {
  let begun = false;
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async () => {
    begun = true;
    await over;
  };
  return { run, end: () => end(), hasBegun: () => begun };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a fair queue", () => {
  it("runs two at a time, and the next when one is over", async () => {
    const queue = new FairQueue(LIMITS);
    const all = ["ann", "bob", "cid"].map((owner) => ({ owner, ...work() }));
    const runs = all.map(({ owner, run }) => queue.run(owner, run));
    expect(all.map((one) => one.hasBegun())).toEqual([false, false, false]);
    await Promise.resolve();
    expect(all.map((one) => one.hasBegun())).toEqual([true, true, false]);
    all[0]?.end();
    await runs[0];
    await vi.waitFor(() => expect(all[2]?.hasBegun()).toBe(true));
    for (const one of all) one.end();
    await Promise.all(runs);
  });

  it("lets another go first where one person has sent many", async () => {
    const queue = new FairQueue(LIMITS);
    const [first, second, other] = [work(), work(), work()];
    const runs = [queue.run("ann", first.run), queue.run("ann", second.run), queue.run("bob", other.run)];
    await vi.waitFor(() => expect(other.hasBegun()).toBe(true));
    expect(second.hasBegun()).toBe(false);
    for (const one of [first, second, other]) one.end();
    await Promise.all(runs);
  });

  it("refuses what finds no place, of one person and of everybody", async () => {
    const queue = new FairQueue(LIMITS);
    const held = work();
    const runs = [1, 2, 3].map(() => queue.run("ann", held.run));
    await expect(queue.run("ann", held.run)).rejects.toBeInstanceOf(QueueFull);
    runs.push(queue.run("bob", held.run), queue.run("cid", held.run));
    await expect(queue.run("dan", held.run)).rejects.toBeInstanceOf(QueueFull);
    held.end();
    await Promise.all(runs);
  });

  it("refuses what has waited too long, and keeps its place free", async () => {
    vi.useFakeTimers();
    const queue = new FairQueue({ ...LIMITS, atOnce: 1 });
    const held = work();
    const run = queue.run("ann", held.run);
    const refused = expect(queue.run("bob", held.run)).rejects.toBeInstanceOf(QueueFull);
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    held.end();
    await run;
    expect(await queue.run("bob", async () => "done")).toBe("done");
  });

  it("goes on after work that failed", async () => {
    const queue = new FairQueue({ ...LIMITS, atOnce: 1 });
    await expect(queue.run("ann", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run("ann", async () => "done")).toBe("done");
  });
});
