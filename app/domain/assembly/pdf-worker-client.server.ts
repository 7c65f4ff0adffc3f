import { Worker } from "node:worker_threads";
import type { BindOrder, BoundBook } from "./pdf-assembler.server";
import type { PdfWorkerMessage } from "./pdf-worker.server";
import { UnbindablePhoto } from "./print-photos.server";

/** The press's side of the bindery: hands it orders and waits for what comes of them. */

// Beside the press once both are bundled.
const PDF_WORKER = new URL("pdf-worker.server.js", import.meta.url);

export interface PdfWorker {
  /** Binds after what was handed in before. @throws UnbindablePhoto as `bindBook` does. */
  bind(order: BindOrder): Promise<BoundBook>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(book: BoundBook): void;
  reject(error: Error): void;
}

/** Opens the bindery; `onPhoto` is called for each photo bound. */
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
  thread.on("exit", () => breakOff(new Error("The bindery closed.")));
  return {
    bind(order) {
      const bound = new Promise<BoundBook>((resolve, reject) => waiting.push({ resolve, reject }));
      // Whoever ordered it hears of a refusal when they come for it, which may be later.
      bound.catch(() => undefined);
      thread.postMessage(order);
      return bound;
    },
    async close() {
      await thread.terminate();
    },
  };
}
