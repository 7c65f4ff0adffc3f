import { logLine } from "~/adapters/log/log.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { checkFiles, type FileCheck, readPosition, storePosition } from "~/domain/system/files/file-check.server";

/**
 * A night’s part of a large shop; the next night goes on where this one stopped. A bucket takes its time for each list, so
 * that the time ends it first there.
 */
export const PER_NIGHT = { files: 500_000, bytesHashed: 4 * 1024 ** 3, remade: 200, milliseconds: 8 * MINUTE_MS };

type Sum = Omit<FileCheck, "next">;

/** Compares rows with stored files until all were compared or the night's part is done. */
export async function checkStoredFiles(now: Date, most = PER_NIGHT): Promise<Sum> {
  const until = performance.now() + most.milliseconds;
  const sum: Sum = { loops: 0, files: 0, bytesHashed: 0, damaged: 0, remade: 0, lost: 0, removed: 0 };
  let isOver = false;
  while (!isOver) {
    const { next, ...slice } = await checkFiles(readPosition(), now);
    storePosition(next);
    for (const name of Object.keys(sum) as (keyof Sum)[]) sum[name] += slice[name];
    const isEnough = (["files", "bytesHashed", "remade"] as const).some((name) => sum[name] >= most[name]);
    isOver = next === null || isEnough || performance.now() >= until;
  }
  logLine(sum.lost > 0 ? "error" : "info", "stored_files_checked", { ...sum });
  return sum;
}
