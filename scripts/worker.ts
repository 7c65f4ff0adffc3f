import { SCHEDULE } from "../app/jobs/schedule";
import { startScheduler } from "../app/jobs/scheduler.server";
import { closeDatabase } from "../db/client.server";

/** The worker process: emails, jobs, the payment provider's messages and the daily broom. */

const scheduler = startScheduler({ schedule: SCHEDULE, now: () => new Date() });

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await scheduler.stop();
  closeDatabase();
  process.exit(0);
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// Started by another process with a channel between them: when that one is gone, so is the reason to work.
process.on("disconnect", stop);
// Said last: whoever reads it may ask it to stop at once.
console.log("Worker ready.");
