import type { ChildProcess } from "node:child_process";

/**
 * Whether this machine may copy its database, asked by a process beside the start (`backups/keep-ownership.ts`), so that
 * a start that is busy goes on asking.
 */

/** Without a good look for this long Litestream is stopped, well before another machine may begin (30 s). */
const SILENCE_MS = 10_000;
const AGAIN_MS = 1_000;
/** For the release, or for the alarm of a loss; with all else of a stop less than the 60 s that a platform waits. */
const END_MS = 9_000;

export interface Ownership {
  /** Resolves once the copies are ours; it rejects when they are refused, which the process has explained. */
  held: Promise<void>;
  isSure(): boolean;
  /** @param wish null leaves the copies as they are */
  end(wish: "release" | "give back" | null): Promise<void>;
}

/** What `keep-ownership.ts` says. */
type Word = { kind: "lost" } | { kind: "held"; at: number };

export function keepOwnership({
  launch,
  onChange,
  onLost,
}: {
  launch: () => ChildProcess;
  onChange: (isSure: boolean) => void;
  onLost: () => void;
}): Ownership {
  let child = launch();
  let silence: NodeJS.Timeout | undefined;
  let [isSure, isEnding, isLost] = [false, false, false];
  const { promise: held, resolve, reject } = Promise.withResolvers<void>();
  let wasHeld = false;

  function change(now: boolean) {
    clearTimeout(silence);
    if (now) silence = setTimeout(() => change(false), SILENCE_MS);
    if (now === isSure) return;
    isSure = now;
    onChange(now);
  }

  function watch() {
    child.on("message", (word) => {
      const said = word as Word;
      if (said.kind === "lost") {
        [isLost, wasHeld] = [true, true];
        change(false);
        onLost();
      } else if (Math.abs(Date.now() - said.at) < SILENCE_MS && !isLost) {
        wasHeld = true;
        resolve();
        change(true);
      }
    });
    child.once("exit", (code) => {
      change(false);
      if (!wasHeld) reject(new Error(`Nothing was opened: this machine does not have the copies (${code}).`));
      else if (!isEnding && !isLost) setTimeout(again, AGAIN_MS);
    });
  }

  function again() {
    child = launch();
    watch();
  }

  watch();
  return {
    held,
    isSure: () => isSure,
    async end(wish) {
      isEnding = true;
      const { exitCode, signalCode } = child;
      if (exitCode !== null || signalCode !== null) return;
      const gone = new Promise<unknown>((done) => child.once("exit", done));
      const hard = setTimeout(() => child.kill("SIGKILL"), END_MS);
      if (wish) child.send(wish);
      else if (!isLost) child.kill("SIGKILL");
      await gone;
      clearTimeout(hard);
    },
  };
}
