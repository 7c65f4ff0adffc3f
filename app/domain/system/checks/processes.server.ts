import { isNotNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { scheduleRuns } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { formatShare } from "~/domain/kernel/text/numbers";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { ERROR_SHARE, ERRORS_AT_LEAST, TASK_FAILING_MS } from "../health/health-limits";
import { type Check, failing, failingIf } from "./check";

const WEB_RESPONSE_MS = 5 * SECOND_MS;
let webFailures = 0;

/** Since when each task fails, as far as this worker knows. */
const failingSince = new Map<string, Date>();

/** The scheduled tasks, the web process as the worker sees it, and the responses that it gives. */
export const PROCESSES: readonly Check[] = [
  {
    urgency: "low",
    alarm: {
      kind: "task_failing",
      title: "A scheduled task keeps failing",
      means: "One of the worker’s tasks has been failing for an hour or more. The others still run.",
      steps: [
        "The System page names the task and its error.",
        "If an outside service is the cause, wait. The worker tries again.",
        "Otherwise it’s a bug. Save the log lines with this task’s name for the developer.",
      ],
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
        return [{ ...failing(`${name}: ${failure}`), about: { type: "task", id: name } }];
      });
    },
  },
  {
    urgency: "low",
    alarm: {
      kind: "web_silent",
      title: "The web process isn’t answering",
      means: "The shop is down, or too busy to answer its own health page.",
      steps: [
        "Open the shop. If it answers, check the load on the machine.",
        "Read the end of the log. The last lines say what it was doing.",
        "Restart the app.",
      ],
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
      return failingIf(webFailures >= 2 ? why : null);
    },
  },
  {
    raisedBy: "web",
    alarm: {
      kind: "server_errors",
      title: "Too many pages fail",
      means: "In the last few minutes, more than 1% of our answers were errors. Visitors see an apology.",
      steps: [
        "Look for “error” lines in the log. They have the request’s id, which the page shows too.",
        "If the errors started with a deploy, go back to the previous release.",
        "If they have one cause, such as a full disk, another alarm says so.",
      ],
    },
    assess(_, { responses: counts }) {
      if (!counts || counts.errors < ERRORS_AT_LEAST) return [];
      const share = counts.errors / counts.responses;
      const said = `${counts.errors} of ${counts.responses} answers were errors, ${formatShare(share)}.`;
      return failingIf(share > ERROR_SHARE ? said : null);
    },
  },
];
