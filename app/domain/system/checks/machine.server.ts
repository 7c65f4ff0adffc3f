import { readFileSync } from "node:fs";
import { databaseFile, rawConnection } from "#db/client.server";
import { knownDamage } from "#db/damage.server";
import { storageFailure } from "#db/errors";
import { waitUntilWritable, withoutWaiting } from "#db/write-lock.server";
import { settings } from "~/adapters/settings.server";
import { minutesInWords } from "~/domain/kernel/text/numbers";
import { MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { ageInWords } from "../health/age";
import { clockProblem } from "../health/clock.server";
import { diskSpace } from "../health/disk.server";
import { assessDisk, CLOCK_WRONG_MS } from "../health/health-limits";
import { isWorkerSilent, lastHeartbeat } from "../health/heartbeat.server";
import { noteService } from "../health/service-checks.server";
import { STORAGE_WORDS } from "../health/storage-messages.server";
import { type Check, failing, failingIf, unknown, well } from "./check";
import { assessClock, CLOCK_TO_DO, DISK_TO_DO, examineDisk, offsetTo } from "./disk-and-clock.server";
import { RUNBOOK } from "./runbook";

/** What the shop can't do without on its own machine: database, clock, disk, worker. */
export const MACHINE: readonly Check[] = [
  {
    withoutRow: { kind: "database_damaged", afterMs: 0 },
    assess() {
      const damage = knownDamage(databaseFile);
      return failingIf(damage && `SQLite says: ${damage.found}. Nothing has been saved since.`);
    },
  },
  {
    readers: { ready: "database" },
    // One look that failed may have met a busy moment.
    withoutRow: { kind: "database_unwritable", afterMs: MINUTE_MS },
    stopsHeartbeat: true,
    /** Commits a row, because a write that is rolled back never reaches the disk. Doesn't block the process. */
    async assess(now) {
      if (!(await waitUntilWritable())) return failing("Another process holds the write lock.");
      try {
        withoutWaiting(() => noteService("database", { ok: true }, now));
        return well("A row was written.");
      } catch (error) {
        const reason = storageFailure(error);
        if (reason === null) throw error;
        return failing(STORAGE_WORDS[reason]);
      }
    },
  },
  {
    urgency: "high",
    alarm: {
      kind: "clock_wrong",
      title: "This machine’s clock is wrong",
      means: `It differs by more than ${minutesInWords(CLOCK_WRONG_MS / MINUTE_MS)} from the time that storage says. Accounts aren’t erased, vouchers aren’t closed and old data isn’t deleted until it’s right.`,
      steps: [
        "Run “date -u” on the machine itself and compare it with a clock you trust. A container has the clock of its machine.",
        "Switch on the host’s time synchronisation, such as chrony or systemd-timesyncd, or ask the host to correct the clock.",
        "If this machine’s time is right, ask the storage provider about theirs.",
      ],
    },
    // Storage that doesn't say its time has an alarm of its own.
    assess: async (now) => failingIf(await clockProblem(now).catch(() => null)),
  },
  {
    urgency: "high",
    alarm: {
      kind: "disk_filling",
      title: "The disk is 80% full",
      means: "Customers notice nothing yet. At 100% we can’t save orders or weeks.",
      steps: [
        "Find what’s growing: the database, its write-ahead log, temporary book files, or emails saved as files.",
        "A log of several gigabytes means a reader or Litestream is holding it. Restart the app.",
        "Enlarge the volume. Deleting rows frees little space in SQLite.",
      ],
      command: "du -xh --max-depth=2 $DATA_DIR | sort -h | tail",
    },
    async assess() {
      const { level, message } = assessDisk(await diskSpace(settings.dataFolder));
      return failingIf(level === "filling" ? message : null);
    },
  },
  {
    readers: { ready: "disk", doctor: "Disk" },
    urgency: "high",
    stopsHeartbeat: true,
    alarm: {
      kind: "disk_nearly_full",
      title: "The disk is 90% full",
      means:
        "In a few hours we may not be able to save anything. Making a book takes a lot of space, so books may fail first.",
      steps: ["Enlarge the volume now.", "Find what grew, as for the alarm at 80%, and stop it."],
      command: "du -xh --max-depth=2 $DATA_DIR | sort -h | tail",
    },
    toDo: DISK_TO_DO,
    assess: examineDisk,
  },
  {
    readers: { ready: "migrations" },
    stopsHeartbeat: true,
    assess() {
      const pending = pendingMigrations();
      return pending.length === 0 ? well("All applied.") : failing(`Not applied: ${pending.join(", ")}.`);
    },
  },
  {
    readers: { ready: "worker" },
    raisedBy: "first web process",
    stopsHeartbeat: true,
    alarm: { kind: "worker_silent", ...RUNBOOK.worker_silent },
    assess(now) {
      const at = lastHeartbeat();
      if (!at) return { ...failing("It has never run."), alarm: "It has never responded." };
      const ageMs = now.getTime() - at.getTime();
      const seen = `Last seen ${ageInWords(ageMs)} ago.`;
      if (!isWorkerSilent(now)) return well(seen);
      const message = ageMs < 0 ? "It was last seen while this machine’s clock was ahead." : seen;
      return { ...failing(message), alarm: `Silent for ${ageInWords(Math.abs(ageMs))}.` };
    },
  },
  {
    readers: { doctor: "Clock" },
    toDo: CLOCK_TO_DO,
    async assess() {
      const offsets = await Promise.all([...datedServers()].map(askOffset));
      const known = offsets.filter((offset) => offset !== null).map(Math.abs);
      if (known.length === 0) return unknown("No time server answered.", "Check it against another clock.");
      return assessClock(Math.min(...known));
    },
  },
];

interface Journal {
  entries: { tag: string; when: number }[];
}
let journal: Journal | undefined;

/** Names of migrations of this release that the database does not have. */
function pendingMigrations(): string[] {
  journal ??= JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")) as Journal;
  const applied = rawConnection().prepare("SELECT max(created_at) FROM __drizzle_migrations").pluck().get();
  return journal.entries.filter(({ when }) => when > Number(applied)).map(({ tag }) => tag);
}

const TIME_LIMIT_MS = 10 * SECOND_MS;

/** External services whose responses have a date. */
function datedServers(): Set<string> {
  const { storage, payments } = settings;
  const bucket = storage.kind === "s3" ? [storage.uploadOrigin] : [];
  return new Set([...bucket, payments.apiOrigin ?? "https://api.stripe.com"]);
}

async function askOffset(origin: string): Promise<number | null> {
  try {
    const began = Date.now();
    return offsetTo(await fetch(origin, { method: "HEAD", signal: AbortSignal.timeout(TIME_LIMIT_MS) }), began);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  }
}
