import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { lockedSentence, lockFolder } from "../folder-lock.ts";
import { heapLimitsMb, machineMemoryMb } from "../heap-limits.ts";
import { root, startProgram } from "../steps.ts";
import { type Supervised, supervise } from "../supervision.ts";

/**
 * The start of a machine that makes sizes of photos and books (`ROLE=helper`): one process, which asks the writer for work. No
 * database, no secrets of the shop; its data folder has only what is being made.
 */

/** The process needs none of what else the machine's settings may have. */
const GIVEN = ["PATH", "HOME", "TMPDIR", "NODE_EXTRA_CA_CERTS", "APP_ENV", "ROLE", "WRITER_ORIGIN", "MACHINE_TOKEN"];

export async function startHelping(env: NodeJS.ProcessEnv): Promise<void> {
  const dataFolder = resolve(root, env.DATA_DIR || "data");
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  if (env.TMPDIR) mkdirSync(env.TMPDIR, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataFolder);
  if (!lock) {
    console.error(lockedSentence(dataFolder));
    process.exit(1);
  }
  const heapMb = heapLimitsMb({ memoryMb: machineMemoryMb(), webProcesses: 1 }).worker;
  const given = Object.fromEntries(GIVEN.map((name) => [name, env[name]]));
  const own: NodeJS.ProcessEnv = { ...given, NODE_ENV: "production", MALLOC_ARENA_MAX: "2", DATA_DIR: dataFolder };
  let program: Supervised | undefined;
  let isStopping = false;

  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await program?.stop("SIGTERM");
    lock.release();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
  process.on("disconnect", () => void stop(0));

  try {
    program = await supervise({
      name: "helper",
      launch: () => startProgram([`--max-old-space-size=${heapMb}`, "build/processes/helping.js"], own, true),
      untilReady: async (child) => {
        const refused = once(child, "exit").then(() => Promise.reject(new Error("This machine can’t help.")));
        await Promise.race([once(child, "message"), refused]);
      },
      isStopping: () => isStopping,
      onDeath: ({ reason, pauseMs }) =>
        console.error(`The helper process stopped (${reason}). It is started again in ${pauseMs / 1000} s.`),
      onRepeatedDeaths: ({ count }) => console.error(`The helper process has stopped ${count} times.`),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}
