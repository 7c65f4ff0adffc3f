/**
 * Whether this machine may copy its database, asked by a process beside the start (`backups/keep-ownership.ts`), so that
 * a start that is busy goes on asking.
 */

/** Without a good look for this long Litestream is stopped, well before another machine may begin (30 s). */
const SILENCE_MS = 10_000;
const AGAIN_MS = 1_000;
/** For the release, or for the alarm of a loss; with all else of a stop less than the 60 s that a platform waits. */
const END_MS = 9_000;

/**
 * @param {{ launch: () => import("node:child_process").ChildProcess, onChange: (isSure: boolean) => void,
 *   onLost: () => void }} options
 * @returns `held` once the copies are ours; it rejects when they are refused, which the process has explained
 */
export function keepOwnership({ launch, onChange, onLost }) {
  let [child, silence, isSure, isEnding, isLost] = [null, null, false, false, false];
  const { promise: held, resolve, reject } = Promise.withResolvers();
  let wasHeld = false;

  function change(now) {
    clearTimeout(silence);
    if (now) silence = setTimeout(() => change(false), SILENCE_MS);
    if (now === isSure) return;
    isSure = now;
    onChange(now);
  }

  function run() {
    child = launch();
    child.on("message", ({ kind, at }) => {
      if (kind === "lost") {
        [isLost, wasHeld] = [true, true];
        change(false);
        onLost();
      } else if (Math.abs(Date.now() - at) < SILENCE_MS && !isLost) {
        wasHeld = true;
        resolve();
        change(true);
      }
    });
    child.once("exit", (code) => {
      change(false);
      if (!wasHeld) reject(new Error(`Nothing was opened: this machine does not have the copies (${code}).`));
      else if (!isEnding && !isLost) setTimeout(run, AGAIN_MS);
    });
  }

  run();
  return {
    held,
    isSure: () => isSure,
    /** @param {"release" | "give back" | null} wish null leaves the copies as they are */
    async end(wish) {
      isEnding = true;
      const { exitCode, signalCode } = child;
      if (exitCode !== null || signalCode !== null) return;
      const gone = new Promise((done) => child.once("exit", done));
      const hard = setTimeout(() => child.kill("SIGKILL"), END_MS);
      if (wish) child.send(wish);
      else if (!isLost) child.kill("SIGKILL");
      await gone;
      clearTimeout(hard);
    },
  };
}
