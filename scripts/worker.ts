import { setTimeout } from "node:timers/promises";
import { finishEmails } from "../app/domain/mail/outbox/outbox-worker.server";
import { noteClockSetBack } from "../app/domain/system/health/clock.server";
import { releaseHeldJobs } from "../app/jobs/run-jobs";
import { SCHEDULE } from "../app/jobs/schedule";
import { STOP_MILLISECONDS, startScheduler } from "../app/jobs/scheduler.server";
import { openPrivatePort } from "../app/monitoring/private-port.server";
import { closeDatabase } from "../db/client.server";
import { endOnceWritable } from "../db/read-only.server";

/** The worker process: emails, jobs, the payment provider's messages and the daily clean-up. */

openPrivatePort("worker");
endOnceWritable();
const scheduler = startScheduler({
  schedule: SCHEDULE,
  now: () => new Date(),
  onClockSetBack: noteClockSetBack,
});

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([scheduler.stop(), Promise.race([finishEmails(), setTimeout(STOP_MILLISECONDS)])]);
  releaseHeldJobs(new Date());
  closeDatabase();
  process.exit(0);
}

process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// The parent process holds a channel; when it ends, so does the worker.
process.on("disconnect", stop);
// Last, because a reader of this line may stop the worker at once.
console.log("Worker ready.");
