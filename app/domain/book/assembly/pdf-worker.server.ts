import { parentPort } from "node:worker_threads";
import { type AssembledPdf, type AssembleJob, assemblePdf } from "./pdf-assembler.server";
import { UnusablePhoto } from "./print-photos.server";

/**
 * The PDF worker: a thread of the render process that assembles one PDF. It writes a book's photos while the render
 * process typesets its pages, and the rest while that draws them for the screen. It reports each photo, and the result.
 */

/** The job comes first, the typeset pages when they are there. */
export type PdfWorkerOrder = { kind: "begin"; job: AssembleJob } | { kind: "typeset"; typeset: Uint8Array };

export type PdfWorkerMessage =
  | { kind: "photo" }
  | { kind: "assembled"; book: AssembledPdf }
  | { kind: "unusable_photo"; photoId: string; reason: string }
  | { kind: "failed"; reason: string };

function send(message: PdfWorkerMessage): void {
  parentPort?.postMessage(message);
}

async function assemble(job: AssembleJob, typesetting: Promise<Uint8Array>): Promise<void> {
  try {
    send({ kind: "assembled", book: await assemblePdf(job, typesetting, () => send({ kind: "photo" })) });
  } catch (error) {
    if (error instanceof UnusablePhoto) {
      send({ kind: "unusable_photo", photoId: error.photoId, reason: error.reason });
    } else {
      send({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
  }
}

const typeset = Promise.withResolvers<Uint8Array>();
parentPort?.on("message", (order: PdfWorkerOrder) => {
  if (order.kind === "typeset") typeset.resolve(order.typeset);
  else void assemble(order.job, typeset.promise);
});
