import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { sep } from "node:path";
import { root } from "../../steps.ts";
import { findProgram } from "../../testing/litestream-and-minio.ts";

/**
 * Machines as the kernel makes them: each has a network namespace with an address of its own on a bridge of this bench, and
 * its own processes, host name and mounts, in which it sees its data folder and nothing else of what the bench made. The
 * bench, the bucket and other services are at the bridge's address.
 */

/** Every machine has an address of its own. */
export const MACHINE_PORT = 3000;
const NEEDED = { ip: "apt-get install iproute2", unshare: "apt-get install util-linux", nsenter: "the same" };
/** Addresses 10.64.0.0 to 10.191.255.255, each bench with 254 of them. */
const NETWORKS = 128 * 256;
const MACHINES = 253;
const NAME = `loop${process.pid}`;

/** Hides the folder of temporary files behind an empty one, in which only what is named is there again. */
const ENTER = `set -e
name=$1 hidden=$2; shift 2
echo "$name" > /proc/sys/kernel/hostname
stage=$(mktemp -d)
mount -t tmpfs -o mode=1777 tmpfs "$stage"
while [ "$1" != -- ]; do
  own="$stage/\${1#"$hidden"/}"
  if [ -d "$1" ]; then mkdir -p "$own"; else mkdir -p "\${own%/*}"; : > "$own"; fi
  mount --bind "$1" "$own"
  shift
done
shift
mount --move "$stage" "$hidden"
exec "$@"`;

let hostAddress = "";
let given = 0;

/** Makes the bridge once. Gives why that can't be done here; null when it is there. */
export function openNetwork(): string | null {
  if (hostAddress) return null;
  const missing = Object.entries(NEEDED).filter(([name]) => !findProgram(name));
  if (missing.length > 0) return missing.map(([name, how]) => `${name} is not on the PATH (${how})`).join("; ");
  if (process.getuid?.() !== 0) return "network namespaces are made by root";
  removeLeftOvers();
  const own = freeAddress();
  const made = spawnSync("ip", ["link", "add", NAME, "type", "bridge"], { encoding: "utf8" });
  if (made.status !== 0) return `the kernel makes no bridge: ${made.stderr.trim()}`;
  process.once("exit", closeNetwork);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  ip("address", "add", `${own}/24`, "dev", NAME);
  ip("link", "set", NAME, "up");
  hostAddress = own;
  return null;
}

/** Where machines reach the bench and its services. */
export function benchAddress(): string {
  if (!hostAddress) throw new Error("The network of the machines is not open.");
  return hostAddress;
}

/** An address for a machine. After some hundreds they are given again. */
export function newAddress(): string {
  const number = 2 + (given % MACHINES);
  given += 1;
  return benchAddress().replace(/\d+$/, String(number));
}

/** Plugs a machine in at this address. `command` gives what runs a program in it. */
export function plugIn(address: string) {
  const name = nameOf(address);
  unplug(address);
  ip("netns", "add", name);
  ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
  const inside = (...words: string[]) => ip("-n", name, ...words);
  // Others learn at once that an address has moved here.
  execFileSync("ip", ["netns", "exec", name, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/conf/eth0/arp_notify"]);
  inside("link", "set", "lo", "up");
  inside("address", "add", `${address}/24`, "dev", "eth0");
  ip("link", "set", name, "master", NAME, "up");
  inside("link", "set", "eth0", "up");
  return {
    command(words: readonly string[], dataFolder: string): string[] {
      const hidden = tmpdir();
      const shown = [dataFolder, root, process.execPath, findProgram("litestream"), findProgram("litestream-vfs.so")];
      const again = shown.filter((path) => path?.startsWith(hidden + sep)).map(String);
      const namespaces = ["--pid", "--fork", "--kill-child", "--mount", "--mount-proc", "--uts", "--ipc"];
      return [
        ...["nsenter", `--net=/run/netns/${name}`, "unshare", ...namespaces],
        ...["sh", "-c", ENTER, "sh", name, hidden, ...again, "--", ...words],
      ];
    },
  };
}

/** Its packets go nowhere, and nobody is told. */
export function cutLink(address: string): void {
  spawnSync("ip", ["link", "set", nameOf(address), "down"]);
}

/** Takes the machine's network away, once its processes are gone. */
export function unplug(address: string): void {
  removeMachine(nameOf(address));
}

const nameOf = (address: string) => `${NAME}-${address.split(".").at(-1)}`;

function removeMachine(name: string): void {
  spawnSync("ip", ["link", "delete", name]);
  const pids = spawnSync("ip", ["netns", "pids", name], { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
  for (const pid of pids) spawnSync("kill", ["-KILL", pid]);
  spawnSync("ip", ["netns", "delete", name]);
}

function closeNetwork(): void {
  for (const name of namesOf(NAME)) removeMachine(name);
  spawnSync("ip", ["link", "delete", NAME]);
}

const namesOf = (bench: string) => namespaces().filter((name) => name.startsWith(`${bench}-`));

function namespaces(): string[] {
  return spawnSync("ip", ["netns", "list"], { encoding: "utf8" })
    .stdout.split("\n")
    .map((line) => line.split(" ")[0] ?? "");
}

/** Of benches that were killed. */
function removeLeftOvers(): void {
  const benches = readdirSync("/sys/class/net").filter((name) => /^loop\d+$/.test(name));
  for (const bench of benches) {
    if (isBench(bench.slice("loop".length))) continue;
    for (const name of namesOf(bench)) removeMachine(name);
    spawnSync("ip", ["link", "delete", bench]);
  }
}

function isBench(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("bench-process");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** The first of 254 addresses to which this machine has no route but the one to everywhere. */
function freeAddress(): string {
  for (let tried = 0; tried < NETWORKS; tried += 1) {
    const place = (process.pid + tried) % NETWORKS;
    const address = `10.${64 + (place >> 8)}.${place & 255}.1`;
    const routes = ip("route", "show", "match", address).split("\n").filter(Boolean);
    if (routes.every((line) => line.startsWith("default"))) return address;
  }
  throw new Error("No range of addresses is free.");
}

function ip(...words: string[]): string {
  return execFileSync("ip", words, { encoding: "utf8" });
}
