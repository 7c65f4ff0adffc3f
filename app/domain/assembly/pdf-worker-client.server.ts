import { Worker } from "node:worker_threads";
import type { BindOrder, BoundBook } from "./pdf-assembler.server";
import type { PdfWorkerMessage } from "./pdf-worker.server";
import { UnbindablePhoto } from "./print-photos.server";

/** The render process's client of the PDF worker: sends it jobs and waits for their results. */

// The build puts both bundles into one folder.
const PDF_WORKER = new URL("pdf-worker.server.js", import.meta.url);

export interface PdfWorker {
  /** Assembles a PDF after the jobs sent before it. @throws UnbindablePhoto as `bindBook` does. */
  bind(order: BindOrder): Promise<BoundBook>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(book: BoundBook): void;
  reject(error: Error): void;
}

/** Starts the PDF worker; `onPhoto` is called after each photo written. */
export function openPdfWorker(onPhoto: () => void): PdfWorker {
  const thread = new Worker(PDF_WORKER);
  const waiting: Waiting[] = [];
  const breakOff = (error: Error) => {
    for (const one of waiting.splice(0)) one.reject(error);
  };
  thread.on("message", (message: PdfWorkerMessage) => {
    if (message.kind === "photo") return onPhoto();
    const order = waiting.shift();
    if (message.kind === "bound") order?.resolve(message.book);
    else if (message.kind === "failed") order?.reject(new Error(message.reason));
    else order?.reject(new UnbindablePhoto(message.photoId, message.reason));
  });
  thread.on("error", breakOff);
  thread.on("exit", () => breakOff(new Error("The PDF worker exited.")));
  return {
    bind(order) {
      const bound = new Promise<BoundBook>((resolve, reject) => waiting.push({ resolve, reject }));
      // The caller may await the result later; this handler prevents an unhandled rejection until then.
      bound.catch(() => undefined);
      thread.postMessage(order);
      return bound;
    },
    async close() {
      await thread.terminate();
    },
  };
}
