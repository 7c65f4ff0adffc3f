import { Worker } from "node:worker_threads";
import type { AssembledPdf, AssembleJob } from "./pdf-assembler.server";
import type { PdfWorkerMessage, PdfWorkerOrder } from "./pdf-worker.server";
import { UnusablePhoto } from "./print-photos.server";

/** The render process's client of the PDF worker. */

// The build puts both bundles into one folder.
const PDF_WORKER = new URL("pdf-worker.server.js", import.meta.url);

export interface PdfWorker {
  /** Writes the typeset pages. @throws UnusablePhoto or Error as `assemblePdf` does. */
  finish(typeset: Uint8Array): Promise<AssembledPdf>;
  close(): Promise<void>;
}

/** Starts the PDF worker, which begins with the photos; `onPhoto` is called after each one written. */
export function openPdfWorker(job: AssembleJob, onPhoto: () => void): PdfWorker {
  const thread = new Worker(PDF_WORKER);
  const send = (order: PdfWorkerOrder) => thread.postMessage(order);
  const assembled = Promise.withResolvers<AssembledPdf>();
  // Awaited once the pages are typeset; this handler prevents an unhandled rejection until then.
  assembled.promise.catch(() => undefined);
  thread.on("message", (message: PdfWorkerMessage) => {
    if (message.kind === "photo") onPhoto();
    else if (message.kind === "assembled") assembled.resolve(message.book);
    else if (message.kind === "failed") assembled.reject(new Error(message.reason));
    else assembled.reject(new UnusablePhoto(message.photoId, message.reason));
  });
  thread.on("error", assembled.reject);
  thread.on("exit", () => assembled.reject(new Error("The PDF worker exited.")));
  send({ kind: "begin", job });
  return {
    finish(typeset) {
      send({ kind: "typeset", typeset });
      return assembled.promise;
    },
    async close() {
      await thread.terminate();
    },
  };
}
