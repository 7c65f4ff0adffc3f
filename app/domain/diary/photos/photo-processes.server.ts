import type { ChildProcess } from "node:child_process";
import { totalmem } from "node:os";
import { FairQueue } from "~/domain/kernel/jobs/fair-queue";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { startLimited } from "./limited-process.server";
import type { PhotoMessage, PhotoOrder, PhotoReply } from "./photo-orders";

/**
 * The processes that photos are read and drawn in. One is reused for the next photo, because its start takes a third of
 * a photo's time, until none has come for a while, it has grown, or it had to be stopped.
 */

const PROGRAM = "photo-process.server.js";
/** Fifty megapixels take one second of a core, and ten where ten others want it too. */
export const LONGEST_SECONDS = 20;
/**
 * Of writable memory, of which Node 24 reserves 530 MB without using them. Fifty megapixels took 240 MB beyond that;
 * the rest is room for progressive JPEGs, whose need was not measured.
 */
const MOST_MEGABYTES = 1_300;
const GROWN_MEGABYTES = 256;
const IDLE_MS = 30_000;

/** A machine with less than this does one photo at a time in each of our processes. */
const ROOMY_BYTES = 3.5 * 1024 ** 3;
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const queue = new FairQueue({
  atOnce: memory < ROOMY_BYTES ? 1 : 2,
  waiting: 20,
  ofOneOwner: 8,
  longestWaitMs: 30_000,
});

/** A photo process died, or took too long and was stopped. */
export class PhotoProcessStopped extends Error {}

/** Asks the process that this piece of work has for itself. @throws PhotoProcessStopped */
export type AskPhotoProcess = (order: PhotoOrder, seconds: number) => Promise<PhotoReply>;

/** Runs this in its turn, with a photo process. @throws QueueFull when too many are waiting, of everybody or of `owner`. */
export async function withPhotoProcess<Result>(
  owner: string,
  work: (ask: AskPhotoProcess) => Promise<Result>,
): Promise<Result> {
  return await queue.run(owner, async () => {
    let child = takeIdle();
    try {
      return await work(async (order, seconds) => {
        child ??= openProcess();
        const { megabytes, ...reply } = await ask(child, order, seconds);
        if (megabytes > GROWN_MEGABYTES) {
          child.kill("SIGKILL");
          child = undefined;
        }
        return reply as PhotoReply;
      });
    } finally {
      if (child && isAlive(child)) keep(child);
    }
  });
}

/** The processes that wait for a photo, each with the timer that ends it. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

function isAlive({ exitCode, signalCode, killed, connected }: ChildProcess): boolean {
  return exitCode === null && signalCode === null && !killed && connected;
}

function takeIdle(): ChildProcess | undefined {
  const child = [...idle.keys()].at(-1);
  if (child) leaveIdle(child);
  return child;
}

function keep(child: ChildProcess): void {
  const end = () => {
    leaveIdle(child);
    child.kill("SIGKILL");
  };
  idle.set(child, setTimeout(end, IDLE_MS).unref());
}

function leaveIdle(child: ChildProcess): void {
  clearTimeout(idle.get(child));
  idle.delete(child);
}

function openProcess(): ChildProcess {
  const child = startLimited(
    PROGRAM,
    [],
    { megabytes: MOST_MEGABYTES },
    { stdio: ["ignore", "ignore", "ignore", "ipc"] },
  );
  const forget = () => leaveIdle(child);
  // A child that does not start, or dies during a message, emits "error"; unhandled, it would end this process.
  child.on("error", forget);
  child.once("exit", forget);
  // The child never keeps this process alive, and ends with it.
  child.unref();
  child.channel?.unref();
  return child;
}

function ask(child: ChildProcess, order: PhotoOrder, seconds: number): Promise<PhotoMessage> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => stopped(), seconds * SECOND_MS);
    const over = () => {
      clearTimeout(limit);
      child.off("message", replied).off("exit", stopped).off("error", stopped);
    };
    const replied = (message: unknown) => {
      over();
      resolve(message as PhotoMessage);
    };
    const stopped = () => {
      over();
      child.kill("SIGKILL");
      reject(new PhotoProcessStopped(`The photo process stopped at: ${order.does}.`));
    };
    child.on("message", replied).on("exit", stopped).on("error", stopped);
    child.send(order, (error) => error && stopped());
  });
}
