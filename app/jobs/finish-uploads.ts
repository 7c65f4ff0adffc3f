import { logLine } from "~/adapters/log/log.server";
import { finishWaitingUploads } from "~/domain/diary/entries/uploads.server";
import { clockProblem } from "~/domain/system/health/clock.server";

/** Turns photos uploaded through the API into photos of their weeks. */
export async function finishUploads(now: Date): Promise<void> {
  const { finished, refused, dropped } = await finishWaitingUploads(
    now,
    async () => (await clockProblem(now)) === null,
  );
  if (finished + refused + dropped > 0) logLine("info", "uploads_finished", { finished, refused, dropped });
}
