import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { root } from "./steps.ts";

/** What the start reports to those who get alarms, by programs of their own: it loads nothing that sends. */

/** A relay that does not respond holds up no refusal for longer. */
const TELL_MS = 15_000;

export interface Deaths {
  name: string;
  count: number;
  lastLines: string;
}

/** Tells of a process that dies again and again. Nothing waits for it. */
export function reportDeaths({ name, count, lastLines }: Deaths, env: NodeJS.ProcessEnv): void {
  run(["raise-process-alarm", name, String(count)], lastLines, env);
}

/** Tells why nothing opens, at most once an hour, or with "" that it is open after all. It ends within seconds in any case. */
export async function reportStart(why: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (!env.ALARM_EMAIL && !env.ALARM_WEBHOOK_URL) return;
  await once(run(["tell-refused-start"], why, env, { timeout: TELL_MS, killSignal: "SIGKILL" }), "exit");
}

/** Whether somebody may have been notified that this folder's shop does not open (`refused-start.server.ts`). */
export function hasToldOfRefusal(dataFolder: string): boolean {
  return readdirSync(dataFolder).some((name) => name.startsWith("start-refused-"));
}

function run(
  [name, ...args]: readonly [string, ...string[]],
  input: string,
  env: NodeJS.ProcessEnv,
  limits: Pick<SpawnOptions, "timeout" | "killSignal"> = {},
) {
  const child = spawn(process.execPath, [`build/processes/${name}.js`, ...args], {
    cwd: root,
    env,
    stdio: ["pipe", "inherit", "inherit"],
    ...limits,
  });
  child.stdin.on("error", (error) => console.error(error.message)).end(input);
  return child;
}
