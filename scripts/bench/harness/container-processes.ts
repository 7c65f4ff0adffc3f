import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The processes of a container and their memory, as the kernel counts it. */

const SAMPLE_EVERY_MS = 100;
const NOT_SEEN = ["ENOENT", "ESRCH", "EACCES"];

export interface ProcessMemory {
  command: string;
  rss: number;
  /** Shared pages count in parts, so that the sum is what the container takes. */
  pss: number;
}

/** Every process in the same namespace as this one. */
export function memoryOf(pid: number): ProcessMemory[] {
  const namespace = readlinkSync(`/proc/${pid}/ns/pid`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (readlinkSync(`/proc/${name}/ns/pid`) !== namespace) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        const sizes = readFileSync(`/proc/${name}/smaps_rollup`, "utf8");
        const bytes = (kind: string) => Number(new RegExp(`^${kind}: +(\\d+)`, "m").exec(sizes)?.[1] ?? 0) * 1024;
        return [{ command, rss: bytes("Rss"), pss: bytes("Pss") }];
      } catch (error) {
        if (isNotSeen(error)) return [];
        throw error;
      }
    });
}

/** A process may end while it is looked at, or be one of the machine's that nobody may look at. */
function isNotSeen(error: unknown): boolean {
  return error instanceof Error && "code" in error && NOT_SEEN.includes(String(error.code));
}

/** Adds up the memory of all processes again and again until `stop`, which returns the largest sums. */
export function watchMemory(pid: number) {
  const peak = { rss: 0, pss: 0, samples: 0, at: [] as ProcessMemory[] };
  const timer = setInterval(() => {
    const processes = memoryOf(pid);
    const sum = (kind: "rss" | "pss") => processes.reduce((total, one) => total + one[kind], 0);
    peak.samples += 1;
    peak.rss = Math.max(peak.rss, sum("rss"));
    if (sum("pss") > peak.pss) Object.assign(peak, { pss: sum("pss"), at: processes });
  }, SAMPLE_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
