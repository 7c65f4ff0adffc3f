import { isNotNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { scheduleRuns } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { formatShare } from "~/domain/kernel/text/numbers";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { ERROR_SHARE, ERRORS_AT_LEAST, TASK_FAILING_MS } from "../health/health-limits";
import { alarming, type Check, check } from "./check";

const WEB_RESPONSE_MS = 5 * SECOND_MS;
let webFailures = 0;

/** Since when each task fails, as far as this worker knows. */
const failingSince = new Map<string, Date>();

/** The scheduled tasks, the web process as the worker sees it, and the responses that it gives. */
export const PROCESSES: readonly Check[] = [
  check({
    urgency: "low",
    alarms: {
      task_failing: {
        title: "A scheduled task keeps failing",
        means: "One of the worker’s tasks has been failing for an hour or more. The others still run.",
        steps: [
          "The System page names the task and its error.",
          "If an outside service is the cause, wait. The worker tries again.",
          "Otherwise it’s a bug. Save the log lines with this task’s name for the developer.",
        ],
        ends: "itself",
      },
    },
    assess(now) {
      const failed = db.select().from(scheduleRuns).where(isNotNull(scheduleRuns.failure)).all();
      const names = new Set(failed.map(({ name }) => name));
      for (const name of failingSince.keys()) if (!names.has(name)) failingSince.delete(name);
      return failed.flatMap(({ name, failure }) => {
        const known = failingSince.get(name) ?? now;
        const since = known > now ? now : known;
        failingSince.set(name, since);
        if (now.getTime() - since.getTime() < TASK_FAILING_MS) return [];
        return [alarming("task_failing", `${name}: ${failure}`, { type: "task", id: name })];
      });
    },
  }),
  check({
    urgency: "low",
    alarms: {
      web_silent: {
        title: "The web process isn’t answering",
        means: "The shop is down, or too busy to answer its own health page.",
        steps: [
          "Open the shop. If it answers, check the load on the machine.",
          "Read the end of the log. The last lines say what it was doing.",
          "Restart the app.",
        ],
        ends: "itself",
      },
    },
    /** Two misses in a row, because a deploy lasts some seconds. */
    async assess() {
      const why = await fetch(`http://127.0.0.1:${settings.port}/health`, {
        signal: AbortSignal.timeout(WEB_RESPONSE_MS),
      }).then(
        (response) => (response.ok ? null : `Its health page answers ${response.status}.`),
        (error: unknown) => `Its health page doesn’t answer (${error instanceof Error ? error.name : "error"}).`,
      );
      webFailures = why ? webFailures + 1 : 0;
      return alarming("web_silent", webFailures >= 2 ? why : null);
    },
  }),
  check({
    raisedBy: "web",
    alarms: {
      server_errors: {
        title: "Too many pages fail",
        means: "In the last few minutes, more than 1% of our answers were errors. Visitors see an apology.",
        steps: [
          "Look for “error” lines in the log. They have the request’s id, which the page shows too.",
          "If the errors started with a deploy, go back to the previous release.",
          "If they have one cause, such as a full disk, another alarm says so.",
        ],
        ends: "itself",
      },
    },
    assess(_, { responses: counts }) {
      if (!counts || counts.errors < ERRORS_AT_LEAST) return [];
      const share = counts.errors / counts.responses;
      const said = `${counts.errors} of ${counts.responses} answers were errors, ${formatShare(share)}.`;
      return alarming("server_errors", share > ERROR_SHARE ? said : null);
    },
  }),
];
