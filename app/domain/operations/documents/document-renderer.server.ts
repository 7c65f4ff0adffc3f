import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Semaphore } from "~/domain/kernel/jobs/semaphore";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import type { DocumentJob, DocumentResult } from "./documents";

/**
 * Renders a document in a separate process: typesetting takes most of a second, and the web process stays free. Two run
 * at a time; others wait.
 */

// The build bundles document-process.server.ts, because the bundle starts in a fifth of the time.
const PROCESS = join(process.cwd(), "build", "processes", "document-process.server.js");
const semaphore = new Semaphore(2);
const LONGEST_SECONDS = 20;

/** The last documents rendered, by the hash of their content, so that a double click renders once. */
const MOST_CACHED = 20;
const cached = new Map<string, Promise<DocumentResult>>();

/** Typesets one document as a PDF. Refuses with `failed` and the process's own error text. */
export function renderDocument(job: DocumentJob): Promise<DocumentResult> {
  const key = createHash("sha256").update(JSON.stringify(job)).digest("base64url");
  const earlier = cached.get(key);
  if (earlier) return earlier;
  const printed = semaphore.run(() => runProcess(job));
  cached.set(key, printed);
  for (const oldest of [...cached.keys()].slice(0, -MOST_CACHED)) cached.delete(oldest);
  const forget = () => cached.delete(key);
  printed.then((result) => result.ok || forget(), forget);
  return printed;
}

function runProcess(job: DocumentJob): Promise<DocumentResult> {
  return new Promise((resolve) => {
    const child = fork(PROCESS, [], {
      execPath: process.execPath,
      execArgv: ["--max-old-space-size=256"],
      // The process needs no secrets.
      env: { NODE_ENV: "production", TMPDIR: tmpdir() },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let result: DocumentResult | null = null;
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString("utf8")).slice(-2000);
    });
    const limit = setTimeout(() => child.kill("SIGKILL"), LONGEST_SECONDS * SECOND_MS);
    child.on("message", (message: DocumentResult) => {
      result = message;
    });
    child.on("error", (error) => {
      stderr = error.message;
    });
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      const detail = `The document process ended with ${signal ?? code}. ${stderr}`.trim();
      resolve(result ?? { ok: false, reason: "failed", detail });
    });
    child.send(job);
  });
}
