import { parentPort } from "node:worker_threads";
import { type AssembledPdf, type AssembleJob, assemblePdf } from "./pdf-assembler.server";
import { UnusablePhoto } from "./print-photos.server";

/**
 * The PDF worker: a thread of the render process that assembles typeset books, one job after another, while the render
 * process draws the pages for the screen. It reports each photo, and the result of each job.
 */

export type PdfWorkerMessage =
  | { kind: "photo" }
  | { kind: "assembled"; book: AssembledPdf }
  | { kind: "unusable_photo"; photoId: string; reason: string }
  | { kind: "failed"; reason: string };

function send(message: PdfWorkerMessage): void {
  parentPort?.postMessage(message);
}

async function assemble(job: AssembleJob): Promise<void> {
  try {
    send({ kind: "assembled", book: await assemblePdf(job, () => send({ kind: "photo" })) });
  } catch (error) {
    if (error instanceof UnusablePhoto) {
      send({ kind: "unusable_photo", photoId: error.photoId, reason: error.reason });
    } else {
      send({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
  }
}

let last = Promise.resolve();
parentPort?.on("message", (job: AssembleJob) => {
  last = last.then(() => assemble(job));
});
