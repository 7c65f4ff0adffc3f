import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Semaphore } from "../jobs/semaphore";
import { SECOND_MS } from "../time/durations";
import type { DocumentOrder, DocumentResult } from "./documents";

/**
 * Prints a document in a process of its own: setting takes the better part of a second, and the process that answers
 * requests stays free. Two at a time; others wait their turn.
 */

// Bundled from document-process.server.ts by the build: it starts in a fifth of the time.
const PROCESS = join(process.cwd(), "build", "processes", "document-process.server.js");
const semaphore = new Semaphore(2);
const LONGEST_SECONDS = 20;

/** Documents printed lately, so that pressing twice prints once; a document of other words is another document. */
const MOST_KEPT = 20;
const kept = new Map<string, Promise<DocumentResult>>();

/** Sets one document as a PDF. Refuses with `failed` and the press's own words. */
export function printDocument(order: DocumentOrder): Promise<DocumentResult> {
  const key = createHash("sha256").update(JSON.stringify(order)).digest("base64url");
  const earlier = kept.get(key);
  if (earlier) return earlier;
  const printed = semaphore.pass(() => runProcess(order));
  kept.set(key, printed);
  for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
  const forget = () => kept.delete(key);
  printed.then((result) => result.ok || forget(), forget);
  return printed;
}

function runProcess(order: DocumentOrder): Promise<DocumentResult> {
  return new Promise((finish) => {
    const press = fork(PROCESS, [], {
      execPath: process.execPath,
      execArgv: ["--max-old-space-size=256"],
      // The press needs no secrets.
      env: { NODE_ENV: "production", TMPDIR: tmpdir() },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let result: DocumentResult | null = null;
    let complaint = "";
    press.stderr?.on("data", (words: Buffer) => {
      complaint = (complaint + words.toString("utf8")).slice(-2000);
    });
    const limit = setTimeout(() => press.kill("SIGKILL"), LONGEST_SECONDS * SECOND_MS);
    press.on("message", (message: DocumentResult) => {
      result = message;
    });
    press.on("error", (error) => {
      complaint = error.message;
    });
    press.on("close", (code, signal) => {
      clearTimeout(limit);
      const detail = `The press ended with ${signal ?? code}. ${complaint}`.trim();
      finish(result ?? { ok: false, reason: "failed", detail });
    });
    press.send(order);
  });
}
