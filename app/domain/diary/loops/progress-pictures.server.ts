import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/**
 * Pictures for email clients, which show no SVG. One child process draws them one at a time, and the latest are cached.
 */

const MOST_CACHED = 60;
/** A picture takes a quarter of a second of one core; requests beyond this queue are told to retry. */
const MOST_WAITING = 40;
const LONGEST_MS = 20_000;
/** The child process ends after this long without a request. */
const IDLE_MS = 30_000;
const PROCESS = join(process.cwd(), "build", "processes", "progress-picture-process.server.js");

const cached = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** A drawing as PNG, cached by name; null when the queue is full. @throws when drawing fails. */
export function asPng(name: string, svg: string): Promise<Buffer> | null {
  const found = cached.get(name);
  if (found) return found;
  if (waiting >= MOST_WAITING) return null;
  waiting += 1;
  // The shadows of the stitches are removed, because at this size they take five times as long and hardly show.
  const flat = svg.replace(/ filter="url\(#[^)]*\)"/g, "");
  const drawing = last
    .then(() => draw(flat))
    .finally(() => {
      waiting -= 1;
    });
  last = drawing.catch(() => cached.delete(name));
  cached.set(name, drawing);
  const oldest = cached.keys().next().value;
  if (cached.size > MOST_CACHED && oldest !== undefined) cached.delete(oldest);
  return drawing;
}

let child: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

function draw(svg: string): Promise<Buffer> {
  clearTimeout(idle);
  const worker = child ?? openProcess();
  return new Promise<Buffer>((resolve, reject) => {
    const limit = setTimeout(() => closeProcess(worker), LONGEST_MS);
    const done = (png: unknown) => {
      clearTimeout(limit);
      worker.off("message", done).off("exit", failed).off("error", failed);
      idle = setTimeout(() => closeProcess(worker), IDLE_MS).unref();
      if (png instanceof Uint8Array) resolve(Buffer.from(png));
      else reject(new Error("A picture for an email could not be drawn."));
    };
    const failed = () => done(null);
    worker.on("message", done).on("exit", failed).on("error", failed);
    worker.send(svg);
  });
}

function openProcess(): ChildProcess {
  const opened = fork(PROCESS, [], {
    execPath: process.execPath,
    execArgv: [],
    // The child process needs no secrets.
    env: { NODE_ENV: "production" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  opened.once("exit", () => {
    if (child === opened) child = null;
  });
  // A child that fails to start or dies during a message emits "error"; without a handler this process would crash.
  opened.on("error", () => closeProcess(opened));
  // The child never keeps this process alive, and ends with it.
  opened.unref();
  opened.channel?.unref();
  child = opened;
  return opened;
}

function closeProcess(worker: ChildProcess): void {
  if (child === worker) child = null;
  worker.kill("SIGKILL");
}
