import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { root } from "./steps.ts";

/**
 * Litestream as a child of the start. If it stops, it is started again: a shop that is not copied for a minute is better
 * than one that is closed, and the age of the replica is watched elsewhere.
 */

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A run of this length was a good one: the next pause is short again. */
const GOOD_RUN_MS = 60_000;
/** Ends Litestream with its parent, also when that is killed; without it two would copy one database. */
const SETPRIV = "/usr/bin/setpriv";
const WITH_PARENT = [SETPRIV, "--pdeathsig", "TERM"];

/** Whether the settings name a bucket for the replica. */
export const isReplicated = (env: NodeJS.ProcessEnv): boolean => Boolean(env.LITESTREAM_BUCKET);

/** The settings that `litestream.yml` reads, with their defaults. */
export function withDefaults(env: NodeJS.ProcessEnv) {
  return {
    LITESTREAM_BIN: env.LITESTREAM_BIN || "/usr/local/bin/litestream",
    LITESTREAM_PATH: env.LITESTREAM_PATH || "loop",
    LITESTREAM_ENDPOINT: env.LITESTREAM_ENDPOINT || "",
    LITESTREAM_FORCE_PATH_STYLE: String(Boolean(env.LITESTREAM_ENDPOINT)),
  };
}

export interface Replication {
  /** Ends Litestream in the middle of its work, as a lost machine does. */
  kill(): Promise<void>;
  stop(seconds: number): Promise<boolean>;
}

/**
 * Starts replicating. `stop` asks Litestream for its last copy and waits until it has ended, at most
 * `seconds`; it gives whether all is copied.
 */
export function startReplication(env: NodeJS.ProcessEnv): Replication {
  const { AWS_CA_BUNDLE: bundle, ...others } = env;
  if (bundle) console.warn("Litestream 0.5 does not start with AWS_CA_BUNDLE: we start it without.");
  const own = withDefaults(env);
  const command = [own.LITESTREAM_BIN, "replicate", "-config", "litestream.yml"];
  const [program = "", ...words] = existsSync(SETPRIV) ? [...WITH_PARENT, ...command] : command;
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let [isStopping, pause] = [false, FIRST_PAUSE_MS];

  function run() {
    const began = Date.now();
    child = spawn(program, words, {
      cwd: root,
      env: { ...others, ...own },
      stdio: ["ignore", "inherit", "inherit"],
      // Ctrl-C reaches a whole group; Litestream ends after the others, when we tell it to.
      detached: true,
    });
    const again = (reason: string | number | null) => {
      child = null;
      if (isStopping) return;
      pause = Date.now() - began > GOOD_RUN_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
      console.error(
        `Litestream stopped (${reason}): nothing is being copied. We’ll start it again in ${pause / 1000} s.`,
      );
      timer = setTimeout(run, pause);
    };
    child.once("error", (error) => again(error.message));
    child.once("exit", (code, signal) => again(code ?? signal));
  }

  run();
  return {
    async kill() {
      isStopping = true;
      clearTimeout(timer);
      const running = child;
      if (!running) return;
      const gone = new Promise<unknown>((done) => running.once("exit", done));
      running.kill("SIGKILL");
      await gone;
    },

    async stop(seconds) {
      isStopping = true;
      clearTimeout(timer);
      const running = child;
      if (!running || running.exitCode !== null) return false;
      return await new Promise<boolean>((done) => {
        const hard = setTimeout(() => {
          console.error("Litestream did not end its last copy in time.");
          running.kill("SIGKILL");
        }, seconds * 1000);
        running.once("exit", (code) => {
          clearTimeout(hard);
          done(code === 0);
        });
        running.kill("SIGTERM");
      });
    },
  };
}
