import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { lockedSentence, lockFolder } from "../folder-lock.ts";
import { heapLimitsMb, machineMemoryMb } from "../heap-limits.ts";
import { freePort, isTaken, root, startProgram } from "../steps.ts";
import { type Supervised, supervise } from "../supervision.ts";
import { bindPort, countWebProcesses, WEB_PROGRAM } from "../web-processes.ts";

/**
 * The start of a machine that only reads (`ROLE=reader`): web processes on the copies in the bucket, and the process in front of
 * them. No worker, no migration, no copies of its own; its data folder has nothing that is missed.
 */

/** A web process that says nothing for that time waits for a silent bucket, maybe for ever: another one asks again. */
const LONGEST_SILENCE_MS = 15_000;

type Settings = Readonly<Record<string, string | undefined>>;

export async function startReading(env: NodeJS.ProcessEnv): Promise<void> {
  const dataFolder = resolve(root, env.DATA_DIR || "data");
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataFolder);
  const port = Number(env.PORT || 3000);
  const refusal = !lock
    ? lockedSentence(dataFolder)
    : (await isTaken(port))
      ? `Port ${port} is taken. Choose another one: PORT=4000 npm start`
      : null;
  if (refusal) {
    console.error(refusal);
    process.exit(1);
  }
  const inner = await freePort(0);
  const socket = await bindPort({ port: inner, host: "127.0.0.1" });
  const count = countWebProcesses(env);
  const heapMb = heapLimitsMb({ memoryMb: machineMemoryMb(), webProcesses: count }).web;
  const own: NodeJS.ProcessEnv = { MALLOC_ARENA_MAX: "2", ...env, PORT: String(port), DATA_DIR: dataFolder };
  const programs: Supervised[] = [];
  let isStopping = false;

  function launchProgram(args: readonly string[], more: Settings, isWeb: boolean): ChildProcess {
    const child = startProgram(args, { ...own, ...more }, true);
    if (!isWeb) return child;
    let silence: NodeJS.Timeout | undefined;
    const wait = () => {
      clearTimeout(silence);
      silence = setTimeout(() => child.kill("SIGKILL"), LONGEST_SILENCE_MS);
    };
    child.on("message", wait);
    child.once("exit", () => clearTimeout(silence));
    wait();
    return child;
  }

  async function launch(name: string, args: readonly string[], more: Settings, isWeb: boolean) {
    programs.push(
      await supervise({
        name,
        launch: () => launchProgram(args, more, isWeb),
        // Visitors are served by the writer until the copies are open, and while the bucket is silent.
        untilReady: async (child) => {
          if (isWeb) socket.admit(child).catch((error: Error) => console.error(`${name}: ${error.message}`));
          else await once(child, "message");
        },
        isStopping: () => isStopping,
        onDeath: ({ reason, pauseMs }) =>
          console.error(`The ${name} process stopped (${reason}). It is started again in ${pauseMs / 1000} s.`),
        onRepeatedDeaths: ({ count }) => console.error(`The ${name} process has stopped ${count} times.`),
      }),
    );
  }

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    socket.close();
    await Promise.all(programs.map((program) => program.stop("SIGTERM")));
    lock?.release();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
  process.on("disconnect", () => void stop());

  await launch("front", ["build/processes/reading-front.js", String(inner)], {}, false);
  for (let number = 1; number <= count; number += 1) {
    const more = { NODE_ENV: "production", WEB_PROCESS: String(number), ...replicaEnvironment(env) };
    await launch(`web ${number}`, [`--max-old-space-size=${heapMb}`, ...WEB_PROGRAM], more, true);
  }
  console.log(`Loop reads at port ${port} and hands changes to ${env.WRITER_ORIGIN}.`);
}

/** What Litestream's extension reads from the environment that a process begins with. */
export function replicaEnvironment(env: Settings): Settings {
  const query = new URLSearchParams({ region: env.LITESTREAM_REGION ?? "" });
  if (env.LITESTREAM_ENDPOINT) {
    query.set("endpoint", env.LITESTREAM_ENDPOINT);
    query.set("forcePathStyle", "true");
  }
  return {
    LITESTREAM_REPLICA_URL: `s3://${env.LITESTREAM_BUCKET}/${env.LITESTREAM_PATH || "loop"}?${query}`,
    LITESTREAM_ACCESS_KEY_ID: env.LITESTREAM_ACCESS_KEY_ID,
    LITESTREAM_SECRET_ACCESS_KEY: env.LITESTREAM_SECRET_ACCESS_KEY,
    // It does not start with one.
    AWS_CA_BUNDLE: undefined,
  };
}
