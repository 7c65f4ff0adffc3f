import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pause, processesOf, type Shop } from "../machine";

/** A fixed share of the processors for all processes of a machine, by the kernel's control groups. */

/** Short, so that no answer waits long for the next. */
const PERIOD_US = 20_000;
/** Before everything else on this machine, so that it gets its share on a busy one too. */
const MOST_SHARES = "262144";
const MOST_WEIGHT = "10000";
const EMPTY_WITHIN_MS = 10_000;

/** Of version 1 where it is there, else of version 2, in which the controller has to be on. */
const FOLDERS = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup"];

export interface Share {
  /** In how many periods it wanted more than its share, of those in which it ran. */
  throttled(): { periods: number; of: number };
  /** Once its processes have ended. */
  remove(): Promise<void>;
}

/** @throws Error where the kernel or the user's rights don't allow it */
export function giveShare(shop: Shop, share: number): Share {
  const above = FOLDERS.find((folder) => existsSync(join(folder, "cgroup.procs")));
  if (!above) throw new Error("There are no control groups.");
  const folder = join(above, `loop-bench-${shop.child.pid}`);
  mkdirSync(folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  if (existsSync(join(folder, "cpu.cfs_quota_us"))) {
    write("cpu.cfs_period_us", String(PERIOD_US));
    write("cpu.cfs_quota_us", String(Math.round(share * PERIOD_US)));
    write("cpu.shares", MOST_SHARES);
  } else {
    write("cpu.max", `${Math.round(share * PERIOD_US)} ${PERIOD_US}`);
    write("cpu.weight", MOST_WEIGHT);
  }
  for (const pid of processesOf(shop)) write("cgroup.procs", String(pid));
  return {
    throttled() {
      const text = readFileSync(join(folder, "cpu.stat"), "utf8");
      const count = (name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1] ?? 0);
      return { periods: count("nr_throttled"), of: count("nr_periods") };
    },
    async remove() {
      const end = Date.now() + EMPTY_WITHIN_MS;
      while (readFileSync(join(folder, "cgroup.procs"), "utf8") !== "" && Date.now() < end) await pause(100);
      rmdirSync(folder);
    },
  };
}
