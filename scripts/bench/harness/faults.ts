import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import type { Diary } from "./visitor-diary";
import type { WholeShop } from "./whole-shop";

/** What goes wrong around a shop, each caused from outside of it. */

export interface Fault {
  name: string;
  /** How it is caused, for the table. */
  cause: string;
  /** How long it lasts at least. */
  seconds: number;
  /** Whether its data folder is a volume that can be filled and made read-only. */
  onVolume?: boolean;
  /** Whether the clock of shop or services has to be moved. */
  movesClock?: boolean;
  /** Whether it breaks connections, which nobody can answer with a sentence. */
  cutsConnections?: boolean;
  /** The alarm that must come, any of these, within so many seconds of the shop's clock; null where none is due yet. */
  alarm: { kinds: readonly string[]; withinSeconds: number } | null;
  /** So many seconds of the clock pass in one, while nothing but the alarm is waited for. */
  faster?: number;
  begin(shop: WholeShop, diary: Diary): Promise<() => unknown>;
}

const QUOTA =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>QuotaExceeded</Code><Message>The quota of the bucket is exceeded.</Message></Error>';
const INTERNAL =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>';
const HOUR_SECONDS = 3_600;
/** Shop and services read their clock at different moments of a second, and may not differ by minutes. */
const STEP_SECONDS = 30;
const KILL_EVERY_MS = 6_000;
const KILL_LOOKS_MS = 5;

export const FAULTS: readonly Fault[] = [
  {
    name: "lock",
    cause: "another connection holds BEGIN IMMEDIATE for 30 s",
    seconds: 30,
    alarm: null,
    async begin({ dataFolder }) {
      const other = new SqliteFile(join(dataFolder, "loop.db"));
      other.exec("BEGIN IMMEDIATE");
      return () => other.exec("COMMIT").close();
    },
  },
  {
    name: "disk-full",
    cause: "a file fills the volume of the data folder",
    seconds: 25,
    onVolume: true,
    alarm: { kinds: ["database_unwritable", "disk_nearly_full"], withinSeconds: 150 },
    async begin({ dataFolder }) {
      const file = join(dataFolder, "..", "filler");
      fill(file);
      return () => rmSync(file);
    },
  },
  {
    name: "disk-read-only",
    cause: "every file and folder of the volume is made immutable, which refuses writes of open files too",
    seconds: 25,
    onVolume: true,
    alarm: { kinds: ["database_unwritable"], withinSeconds: 150 },
    async begin({ dataFolder }) {
      execFileSync("chattr", ["-R", "+i", dataFolder]);
      return () => execFileSync("chattr", ["-R", "-i", dataFolder]);
    },
  },
  {
    name: "storage-silent",
    cause: "the proxy before the bucket takes requests and answers none",
    seconds: 30,
    alarm: { kinds: ["storage_unreachable", "storage_failed"], withinSeconds: 480 },
    faster: 10,
    async begin({ storage }) {
      await storage.begin({ kind: "silent" });
      return storage.end;
    },
  },
  {
    name: "storage-500",
    cause: "the proxy before the bucket answers 500",
    seconds: 25,
    alarm: { kinds: ["storage_unreachable", "storage_failed"], withinSeconds: 480 },
    faster: 10,
    async begin({ storage }) {
      await storage.begin({ kind: "answer", status: 500, body: INTERNAL });
      return storage.end;
    },
  },
  {
    name: "bucket-full",
    cause: "the proxy answers every PUT with 403 QuotaExceeded",
    seconds: 25,
    alarm: { kinds: ["storage_unreachable", "storage_failed"], withinSeconds: 480 },
    faster: 10,
    async begin({ storage }) {
      await storage.begin({ kind: "answer", status: 403, body: QUOTA, method: "PUT" });
      return storage.end;
    },
  },
  {
    name: "mail-refused",
    cause: "the relay answers every MAIL FROM with 550 5.7.1",
    seconds: 25,
    alarm: { kinds: ["mail_refused", "mail_failing", "emails_waiting"], withinSeconds: 180 },
    async begin({ relay }) {
      relay.script = { MAIL: "550 5.7.1 Sender address rejected by policy" };
      return () => {
        relay.script = {};
      };
    },
  },
  {
    name: "mail-silent",
    cause: "the relay takes connections and says nothing",
    seconds: 25,
    // An email is given up after 80 s of the process's own clock, which nothing makes faster.
    alarm: { kinds: ["mail_refused", "mail_failing", "emails_waiting"], withinSeconds: 10 * 60 },
    async begin({ relay }) {
      relay.script = { "": null };
      return () => {
        relay.script = {};
        // As one that was stopped and goes on: it greets those who are waiting.
        relay.say("220 relay.example");
      };
    },
  },
  {
    name: "provider-down",
    cause: "nothing listens where the payment provider was",
    seconds: 25,
    alarm: { kinds: ["payments_failing"], withinSeconds: 480 },
    faster: 10,
    async begin({ provider }) {
      await provider.begin({ kind: "down" });
      return provider.end;
    },
  },
  {
    name: "provider-slow",
    cause: "every answer of the payment provider comes 7 s later",
    seconds: 30,
    alarm: null,
    async begin({ provider }) {
      await provider.begin({ kind: "slow", milliseconds: 7_000 });
      return provider.end;
    },
  },
  {
    name: "worker-dead",
    cause: "the worker is stopped (SIGSTOP), and after its alarm an hour of the clock passes in a minute",
    seconds: 25,
    movesClock: true,
    alarm: { kinds: ["worker_silent"], withinSeconds: 150 },
    async begin(shop) {
      const stopped = shop.pids("worker.js");
      if (stopped.length === 0) throw new Error("No worker was found.");
      for (const pid of stopped) process.kill(pid, "SIGSTOP");
      return async () => {
        await passTime(shop, HOUR_SECONDS);
        for (const pid of stopped) process.kill(pid, "SIGCONT");
      };
    },
  },
  {
    name: "clock",
    cause: "the shop’s clock is set one hour on, and back; that of its services is right",
    seconds: 30,
    movesClock: true,
    alarm: { kinds: ["clock_wrong"], withinSeconds: 150 },
    async begin({ clock }) {
      clock.move(HOUR_SECONDS);
      return () => clock.move(-HOUR_SECONDS);
    },
  },
  {
    name: "web-killed",
    cause: "a web process is killed (SIGKILL) every 6 s, at a moment when forms are on their way",
    seconds: 40,
    alarm: { kinds: ["process_dying"], withinSeconds: 150 },
    cutsConnections: true,
    async begin(shop, diary) {
      let [turn, last] = [0, 0];
      const killing = setInterval(() => {
        if (diary.sending === 0 || performance.now() - last < KILL_EVERY_MS) return;
        const webs = shop.pids("serve.js");
        const pid = webs[turn % webs.length];
        [turn, last] = [turn + 1, performance.now()];
        if (pid) process.kill(pid, "SIGKILL");
      }, KILL_LOOKS_MS);
      return () => clearInterval(killing);
    },
  },
];

/** Lets time pass quickly for shop and services. */
async function passTime(shop: WholeShop, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += STEP_SECONDS) {
    shop.clock.move(STEP_SECONDS);
    shop.servicesClock.move(STEP_SECONDS);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Writes until not one byte more fits. */
function fill(file: string): void {
  const descriptor = openSync(file, "w");
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4)) {
      const piece = Buffer.alloc(size, 1);
      while (takes(descriptor, piece));
    }
  } finally {
    closeSync(descriptor);
  }
}

function takes(descriptor: number, piece: Buffer): boolean {
  try {
    return writeSync(descriptor, piece) === piece.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") return false;
    throw error;
  }
}

const VOLUME_MB = 96;

/** An ext4 volume on a file. Gives null, with the reason, where this machine does not let it be mounted. */
export function mountVolume(folder: string): { path: string; unmount(): void } | string {
  const [image, path] = [join(folder, "volume.img"), join(folder, "volume")];
  mkdirSync(path, { recursive: true });
  try {
    execFileSync("truncate", ["-s", `${VOLUME_MB}M`, image], { stdio: "pipe" });
    // Nothing is reserved for root, which this shop runs as.
    execFileSync("mkfs.ext4", ["-q", "-F", "-m", "0", image], { stdio: "pipe" });
    execFileSync("mount", ["-o", "loop", image, path], { stdio: "pipe" });
  } catch (error) {
    return `a volume can’t be mounted (${error instanceof Error ? error.message.split("\n")[0] : error}); root, e2fsprogs and loop devices are needed`;
  }
  return { path, unmount: () => void execFileSync("umount", [path], { stdio: "pipe" }) };
}
