import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { settings } from "~/adapters/settings.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { replicaAgeMs } from "~/domain/system/backups/backup-limits";
import { backupStatus } from "~/domain/system/backups/backup-status.server";
import { diskSpace } from "~/domain/system/health/disk.server";
import { lastHeartbeat } from "~/domain/system/health/heartbeat.server";
import { countJobs, waitingEmails, waitingPhotos, waitingWebhooks } from "~/domain/system/health/waiting-work.server";

/**
 * What Prometheus reads of this process, beside what prom-client knows of every Node process: memory, garbage
 * collection and the delay of the event loop. No label holds anything of a person's.
 */

export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const durations = new Histogram({
  name: "loop_http_request_duration_seconds",
  help: "How long answers took, by route and class of status.",
  labelNames: ["route", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/** Records a response; `route` is the id of the route table, never a URL. */
export function recordResponse(response: { route: string; status: number; durationMs: number }): void {
  const status = `${Math.floor(response.status / 100)}xx`;
  durations.observe({ route: response.route, status }, response.durationMs / SECOND_MS);
}

const work = new Histogram({
  name: "loop_job_duration_seconds",
  help: "How long jobs took, such as the rendering of a book, by kind and outcome.",
  labelNames: ["kind", "outcome"],
  buckets: [1, 5, 10, 20, 40, 60, 120, 300],
  registers: [registry],
});

export function noteJob(kind: string, outcome: "done" | "failed", durationMs: number): void {
  work.observe({ kind, outcome }, durationMs / SECOND_MS);
}

function gauge(name: string, help: string, read: (now: Date) => number | null | Promise<number | null>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // Prometheus's own sign for a value that is not known; zero would be the best age of all.
      this.set((await read(new Date())) ?? Number.NaN);
    },
  });
}

const secondsSince = (at: Date | null, now: Date) => (at ? (now.getTime() - at.getTime()) / SECOND_MS : 0);

gauge("loop_emails_waiting", "Emails waiting in the outbox.", () => waitingEmails().found);
gauge("loop_emails_oldest_seconds", "Age of the oldest of them.", (now) => secondsSince(waitingEmails().oldest, now));
gauge("loop_jobs_waiting", "Jobs that no worker has started.", () => countJobs("waiting"));
gauge("loop_photos_waiting", "Photos waiting for their sizes.", () => waitingPhotos().found);
gauge("loop_photos_oldest_seconds", "Age of the oldest of them.", (now) => secondsSince(waitingPhotos().oldest, now));
gauge("loop_webhooks_waiting", "Payment provider messages not yet processed.", () => waitingWebhooks().found);
gauge("loop_webhooks_oldest_seconds", "Age of the oldest of them.", (now) =>
  secondsSince(waitingWebhooks().oldest, now),
);
gauge("loop_alarms_open", "Unresolved alarms, up to 1000.", () => openAlarms(1000).length);
gauge("loop_worker_age_seconds", "Time since the worker was last seen.", (now) => {
  const at = lastHeartbeat();
  return at ? secondsSince(at, now) : null;
});
gauge("loop_replica_age_seconds", "Age of the newest copy of the database in the bucket.", (now) => {
  const age = replicaAgeMs(backupStatus(), now);
  return age === null ? null : age / SECOND_MS;
});
gauge("loop_disk_free_bytes", "Free bytes of the volume with the data.", async () => {
  const { freeBytes } = await diskSpace(settings.dataFolder);
  return freeBytes;
});
gauge("loop_disk_used_share", "How full that volume is, from 0 to 1.", async () => {
  const { usedShare } = await diskSpace(settings.dataFolder);
  return usedShare;
});
