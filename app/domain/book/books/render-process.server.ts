import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { deserialize } from "node:v8";
import type { RenderMessage, RenderProcessJob } from "./render-job";
import { runJob, TYPESETTING_FOLDER } from "./rendering.server";

/**
 * The render process. Each does one job, because the typesetter keeps every document in memory until its process ends. It
 * starts with the path of a job file, reports its steps and its result, and exits.
 */

function send(message: RenderMessage): Promise<void> {
  return new Promise((sent) => {
    if (process.send) process.send(message, undefined, undefined, () => sent());
    else sent();
  });
}

// The result is sent, or the parent process has gone. `process.exit` would wait for V8's threads, and one of them that
// compiles may be waiting for a garbage collection by the thread that exits (nodejs/node 54918).
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));

const jobFile = process.argv[2];
if (jobFile === undefined) throw new Error("The render process needs the path of a job file.");
const job = deserialize(readFileSync(jobFile)) as RenderProcessJob;
const outcome = await runJob(job, (done, total) => void send({ kind: "step", done, total }));
// The cover is typeset in the folder of its pages.
if (outcome.kind !== "rendered" || !outcome.next?.cover) {
  rmSync(join(job.workFolder, TYPESETTING_FOLDER), { recursive: true, force: true });
}
await send(outcome);
process.disconnect?.();
