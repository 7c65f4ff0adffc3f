import { Worker } from "node:worker_threads";
import type { AssembledPdf, AssembleJob } from "./pdf-assembler.server";
import type { PdfWorkerMessage, PdfWorkerOrder } from "./pdf-worker.server";
import { UnusablePhoto } from "./print-photos.server";

/** The render process's client of the PDF worker: sends it jobs and waits for their results. */

// The build puts both bundles into one folder.
const PDF_WORKER = new URL("pdf-worker.server.js", import.meta.url);

export interface PdfWorker {
  /** Begins a PDF after those begun before it; they must be finished in the same order. */
  begin(job: AssembleJob): BegunPdf;
  close(): Promise<void>;
}

export interface BegunPdf {
  /** Writes the typeset pages. @throws UnusablePhoto or Error as `assemblePdf` does. */
  finish(typeset: Uint8Array): Promise<AssembledPdf>;
}

interface Waiting {
  resolve(book: AssembledPdf): void;
  reject(error: Error): void;
}

/** Starts the PDF worker; `onPhoto` is called after each photo written. */
export function openPdfWorker(onPhoto: () => void): PdfWorker {
  const thread = new Worker(PDF_WORKER);
  const waiting: Waiting[] = [];
  const rejectAll = (error: Error) => {
    for (const one of waiting.splice(0)) one.reject(error);
  };
  thread.on("message", (message: PdfWorkerMessage) => {
    if (message.kind === "photo") return onPhoto();
    const job = waiting.shift();
    if (message.kind === "assembled") job?.resolve(message.book);
    else if (message.kind === "failed") job?.reject(new Error(message.reason));
    else job?.reject(new UnusablePhoto(message.photoId, message.reason));
  });
  thread.on("error", rejectAll);
  thread.on("exit", () => rejectAll(new Error("The PDF worker exited.")));
  return {
    begin(job) {
      const send = (order: PdfWorkerOrder) => thread.postMessage(order);
      const assembled = new Promise<AssembledPdf>((resolve, reject) => waiting.push({ resolve, reject }));
      // The caller may await the result later; this handler prevents an unhandled rejection until then.
      assembled.catch(() => undefined);
      send({ kind: "begin", job });
      return {
        finish(typeset) {
          send({ kind: "typeset", typeset });
          return assembled;
        },
      };
    },
    async close() {
      await thread.terminate();
    },
  };
}
