import { parentPort } from "node:worker_threads";
import { type BindOrder, type BoundBook, bindBook } from "./pdf-assembler.server";
import { UnbindablePhoto } from "./print-photos.server";

/**
 * The PDF worker: a thread of the render process that assembles typeset books, one job after another, while the render
 * process draws the pages for the screen. It reports each photo, and the result of each job.
 */

export type PdfWorkerMessage =
  | { kind: "photo" }
  | { kind: "bound"; book: BoundBook }
  | { kind: "unbindable"; photoId: string; reason: string }
  | { kind: "failed"; reason: string };

function tell(message: PdfWorkerMessage): void {
  parentPort?.postMessage(message);
}

async function bind(order: BindOrder): Promise<void> {
  try {
    tell({ kind: "bound", book: await bindBook(order, () => tell({ kind: "photo" })) });
  } catch (error) {
    if (error instanceof UnbindablePhoto) {
      tell({ kind: "unbindable", photoId: error.photoId, reason: error.reason });
    } else {
      tell({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
  }
}

let last = Promise.resolve();
parentPort?.on("message", (order: BindOrder) => {
  last = last.then(() => bind(order));
});
