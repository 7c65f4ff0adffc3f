import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Deaths } from "./alarms.ts";

/**
 * Restarts a process that dies, so that a crash costs its own requests and not the shop. A process that keeps dying is
 * started less and less often, and somebody is notified.
 */

/** Before the first, second … start after deaths within PERIOD_MS; further ones wait as long as the last. */
const PAUSES_MS = [0, 250, 500, 1_000, 5_000, 15_000, 60_000];
const PERIOD_MS = 10 * 60_000;
/** So many deaths within PERIOD_MS are reported, and again after as many more. */
const DEATHS_TOLD = 5;
/** Enough for an error with its stack. */
const LAST_LINES = 30;

export interface Supervised {
  name: string;
  /** Sends the signal, waits for the end, and gives whether the process ended as it should. */
  stop(signal: NodeJS.Signals): Promise<boolean>;
}

interface Program {
  name: string;
  launch: () => ChildProcess;
  /** Rejects where the process ends before it is ready. */
  untilReady?: ((child: ChildProcess) => Promise<unknown>) | undefined;
  /** Once it is, nothing is started again. */
  isStopping: () => boolean;
  onDeath: (death: { name: string; reason: string; pauseMs: number }) => void;
  onRepeatedDeaths: (deaths: Deaths) => void;
}

/** Keeps a process running until it is stopped. Resolves once it is ready for the first time; rejects when that start fails. */
export async function supervise(program: Program): Promise<Supervised> {
  const { name, launch, untilReady, isStopping, onDeath, onRepeatedDeaths } = program;
  let deaths: number[] = [];
  let wasReady = false;
  let wasStopped = false;
  let child: ChildProcess;
  let timer: NodeJS.Timeout | undefined;

  async function start() {
    child = launch();
    const lines = collectLastLines(child);
    child.once("exit", (code, signal) => {
      if (wasReady && !wasStopped && !isStopping()) noteDeath(String(signal ?? code), lines());
    });
    await untilReady?.(child);
  }

  function noteDeath(reason: string, lastLines: string) {
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < PERIOD_MS), now];
    const pauseMs = PAUSES_MS[Math.min(deaths.length, PAUSES_MS.length) - 1] ?? 0;
    onDeath({ name, reason, pauseMs });
    if (deaths.length % DEATHS_TOLD === 0) onRepeatedDeaths({ name, count: deaths.length, lastLines });
    timer = setTimeout(() => {
      if (isStopping()) return;
      // Its end is noted as a death of its own.
      start().catch((error) => console.error(`The ${name} process did not start: ${error.message}`));
    }, pauseMs);
  }

  await start();
  wasReady = true;
  return {
    name,
    async stop(signal) {
      wasStopped = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null) return true;
      const ended = once(child, "exit");
      child.kill(signal);
      const [code, by] = await ended;
      // One that does not listen yet is ended by the signal, or by that of a terminal.
      const isWell = code === 0 || by === "SIGTERM" || by === "SIGINT";
      if (!isWell) console.error(`The ${name} process was asked to stop, and ended with ${code ?? by}.`);
      return isWell;
    },
  };
}

/** Returns the end of a process's output. */
export function collectLastLines(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      text = `${text}${chunk}`.split("\n").slice(-LAST_LINES).join("\n");
    });
  return () => text;
}
