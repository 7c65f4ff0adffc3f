import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { supervise } from "../../scripts/supervision.ts";

/** Processes that are started again: small ones of this test's own, killed for real. */

const children: ChildProcess[] = [];
const programs: Awaited<ReturnType<typeof supervise>>[] = [];
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop("SIGKILL")));
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const SERVES = "console.log('ready'); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)";

async function superviseProgram(code: string) {
  const deaths: { reason: string; pauseMs: number }[] = [];
  let starts = 0;
  const told: { name: string; count: number; lastLines: string }[] = [];
  const program = await supervise({
    name: "worker",
    launch: () => {
      const child = spawn(process.execPath, ["--eval", code], { stdio: ["ignore", "pipe", "pipe"] });
      children.push(child);
      return child;
    },
    untilReady: async (child) => {
      const ended = once(child, "exit").then(() => Promise.reject(new Error("It ended.")));
      await Promise.race([once(child.stdout ?? child, "data"), ended]);
      starts += 1;
    },
    isStopping: () => false,
    onDeath: ({ reason, pauseMs }) => deaths.push({ reason, pauseMs }),
    onRepeatedDeaths: (repeated) => told.push(repeated),
  });
  programs.push(program);
  return { program, deaths, told, starts: () => starts };
}

describe("a process that is supervised", () => {
  it("is started again when it is killed, at once the first time and later each time after", async () => {
    const { program, deaths, starts } = await superviseProgram(SERVES);
    for (const count of [1, 2, 3]) {
      children.at(-1)?.kill("SIGKILL");
      await expect.poll(starts).toBe(count + 1);
    }
    expect(deaths.map(({ reason }) => reason)).toEqual(["SIGKILL", "SIGKILL", "SIGKILL"]);
    const pauses = deaths.map(({ pauseMs }) => pauseMs);
    expect([pauses[0], pauses]).toEqual([0, [...pauses].sort((one, other) => one - other)]);
    expect(new Set(pauses).size).toBe(3);
    expect(await program.stop("SIGTERM")).toBe(true);
  });

  it("is started again when it ends by itself, whatever its exit code", async () => {
    const code = "console.log('ready'); setTimeout(() => process.exit(0), 10)";
    const { deaths } = await superviseProgram(code);
    await expect.poll(() => deaths.length).toBeGreaterThan(1);
    expect(deaths[0]?.reason).toBe("0");
  });

  it("is not started again once it was asked to stop", async () => {
    const { program, deaths, starts } = await superviseProgram(SERVES);
    expect(await program.stop("SIGTERM")).toBe(true);
    expect([starts(), deaths]).toEqual([1, []]);
  });

  it("that died five times within ten minutes is reported with the last lines of its log", async () => {
    const code = "console.log('ready'); setTimeout(() => { throw new Error('the reason it died') }, 10)";
    const { program, told } = await superviseProgram(code);
    await expect.poll(() => told.length, { timeout: 60_000 }).toBe(1);
    expect(told[0]).toMatchObject({ name: "worker", count: 5 });
    expect(told[0]?.lastLines).toContain("the reason it died");
    await program.stop("SIGTERM");
  });

  it("that does not start at all says so, and is not started again", async () => {
    await expect(superviseProgram("process.exit(3)")).rejects.toThrow("It ended.");
    expect(children).toHaveLength(1);
  });
});
