import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { replicaEnvironment } from "../../../reading/start.ts";
import { findProgram } from "../../../testing/litestream-and-minio.ts";
import { atLeast, type Figure, none, seen } from "../figures";
import { beginLedgers } from "./ledgers";
import { openMachines, type Real } from "./machines";
import type { Found } from "./torn-reader";

/**
 * Reads through the driver of a machine that only reads, each in a transaction, while each transaction of the writer
 * changes two tables and the length of a third so that they agree.
 */

const READS = Number(process.env.READS ?? 1_000_000);
/** They are spread over this time, so that they meet as many changes and merges as there are. */
const MINUTES = Number(process.env.READS_MINUTES ?? 6);
const WRITE_EVERY_MS = 20;
const STATES_A_MINUTE = 12;
const PROGRAM = "scripts/bench/harness/growing/torn-reader.ts";

export async function measureTornReads(bucket: Real): Promise<Figure[]> {
  const path = "torn";
  const machines = await openMachines({ bucket, path, readers: 0 });
  const connection = new SqliteFile(join(machines.place.dataFolder, "loop.db"));
  const write = beginLedgers(connection);
  const writing = setInterval(write, WRITE_EVERY_MS);
  try {
    const env = { ...process.env, ...replicaEnvironment({ ...bucket.settings, LITESTREAM_PATH: path }) };
    delete env.AWS_CA_BUNDLE;
    const library = findProgram("litestream-vfs.so") ?? "";
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "--disable-warning=ExperimentalWarning", PROGRAM, library, String(READS), String(MINUTES)],
      { env, stdio: ["ignore", "inherit", "inherit", "ipc"] },
    );
    const [found] = (await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() =>
        Promise.reject(new Error("The reading process ended before it told what it found.")),
      ),
    ])) as [Found];
    for (const line of [...found.torn, ...found.errors].slice(0, 20)) console.log(`  ${line}`);
    return [
      none(`torn reads of ${found.reads}`, found.torn.length),
      none("reads that failed", found.errors.length),
      // Copies that are no longer followed are never torn.
      atLeast(
        `states met, of ${found.lastState - found.firstState} written meanwhile`,
        found.states,
        MINUTES * STATES_A_MINUTE,
        String,
      ),
      seen("reads a second while they were made, and the longest", `${found.perSecond}, ${found.longestMs} ms`),
    ];
  } finally {
    clearInterval(writing);
    connection.close();
    await machines.close();
  }
}
