import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/**
 * Substitutes for the images that the Dockerfile begins with, where no registry of images can be had: Debian by
 * mmdebstrap, Node and npm as packages of npm, and this machine's Go. Needs root.
 */

const DEBIAN = "bookworm";
const NODE = `node-${process.platform}-${process.arch}@24.21.0`;
/** The major version that comes with Node 24. */
const NPM = "npm@11";
const TOOLS = "python3,make,g++";
/** What a machine may have set so that Go finds its modules; the toolchain stays the one of the base. */
const GO_SETTINGS = ["GOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE"];

/** What a process may open and start in a container; the engine's own numbers are above what root may give here. */
const LIMITS = ["nofile=1024:1024", "nproc=1000:1000"];

/** The variables with which podman keeps everything in this folder, and runs as root on a machine without systemd. */
export function podmanSettings(folder: string) {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, lines: readonly string[]) => {
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
    return join(folder, name);
  };
  return {
    CONTAINERS_CONF: write("containers.conf", [
      ...["[containers]", `default_ulimits = ${JSON.stringify(LIMITS)}`, 'log_driver = "k8s-file"'],
      ...["[engine]", 'cgroup_manager = "cgroupfs"', 'runtime = "runc"'],
      ...['events_logger = "file"', 'lock_type = "file"', `tmp_dir = "${join(folder, "tmp")}"`],
      ...["[network]", 'network_backend = "netavark"', `network_config_dir = "${join(folder, "networks")}"`],
    ]),
    CONTAINERS_STORAGE_CONF: write("storage.conf", [
      ...["[storage]", 'driver = "overlay"'],
      ...[`graphroot = "${join(folder, "storage")}"`, `runroot = "${join(folder, "run")}"`],
    ]),
    CONTAINERS_REGISTRIES_CONF: write("registries.conf", ['unqualified-search-registries = ["docker.io"]']),
    BUILDAH_ISOLATION: "chroot",
  };
}

/** Makes the bases in this folder, unless the same were made there before. */
export function ensureBases(folder: string): void {
  const certificates = machineCertificates();
  const go = Object.fromEntries(GO_SETTINGS.map((name) => [name, output("go", ["env", name])]));
  const npm = npmSettings(certificates);
  const recipe = [readFileSync(new URL(import.meta.url)), certificates ? readFileSync(certificates) : ""];
  const hash = createHash("sha256").update(JSON.stringify([go, npm, output("go", ["version"])]));
  for (const part of recipe) hash.update(part);
  const key = hash.digest("hex");
  const stamp = join(folder, "bases");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;

  if (existsSync(join(folder, "storage"))) podman(folder, "system", "reset", "--force");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run("npm", ["install", "--prefix", folder, "--no-save", "--no-package-lock", "--no-audit", "--no-fund", NODE, NPM]);
  const [slim, full, golang] = [join(folder, "slim"), join(folder, "full"), join(folder, "golang")];
  makeDebian(slim, "ca-certificates");
  run("cp", ["-a", slim, golang]);
  run("cp", ["-a", join(output("go", ["env", "GOROOT"])), join(golang, "usr", "local", "go")]);
  makeDebian(full, `ca-certificates,${TOOLS}`);
  for (const base of [slim, full]) addNode(base, folder);
  // The last stage stays as it is everywhere; those that fetch packages see what this machine sees.
  for (const base of [full, golang])
    if (certificates) copyFileSync(certificates, join(base, "etc/ssl/certs/ca-certificates.crt"));
  mkdirSync(join(full, "usr/local/etc"), { recursive: true });
  writeFileSync(join(full, "usr/local/etc/npmrc"), npm);

  commit(folder, slim, `node:24-${DEBIAN}-slim`, {});
  commit(folder, full, `node:24-${DEBIAN}`, {});
  commit(folder, golang, `golang:1.26-${DEBIAN}`, {
    PATH: "/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    GOTOOLCHAIN: "local",
    ...go,
  });
  for (const base of [slim, full, golang]) rmSync(base, { recursive: true });
  rmSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(stamp, key);
}

/** The file of certificates that this machine's programs are told to use; undefined for Debian's own. */
function machineCertificates(): string | undefined {
  const { SSL_CERT_FILE, NODE_EXTRA_CA_CERTS } = process.env;
  return [SSL_CERT_FILE, NODE_EXTRA_CA_CERTS].find((path) => path && existsSync(path));
}

function npmSettings(certificates: string | undefined): string {
  // Node's headers are in its package, as they are in the image that this replaces.
  const lines = ["nodedir=/usr/local", `registry=${output("npm", ["config", "get", "registry"])}`];
  if (certificates) lines.push("cafile=/etc/ssl/certs/ca-certificates.crt");
  return `${lines.join("\n")}\n`;
}

function makeDebian(base: string, packages: string): void {
  run("mmdebstrap", ["--quiet", "--variant=minbase", `--include=${packages}`, DEBIAN, base]);
  // Each container gets devices of its own.
  for (const name of readdirSync(join(base, "dev"))) rmSync(join(base, "dev", name), { recursive: true });
}

function addNode(base: string, folder: string): void {
  const home = join(folder, "node_modules", NODE.replace(/@.+$/, ""));
  const local = join(base, "usr", "local");
  for (const part of ["bin", "include", "share"]) cpSync(join(home, part), join(local, part), { recursive: true });
  mkdirSync(join(local, "lib", "node_modules"), { recursive: true });
  cpSync(join(folder, "node_modules", "npm"), join(local, "lib", "node_modules", "npm"), { recursive: true });
  for (const name of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, "bin", name));
  run("chroot", [base, "groupadd", "--gid", "1000", "node"]);
  run("chroot", [base, "useradd", "--uid", "1000", "--gid", "node", "--create-home", "node"]);
}

function commit(folder: string, base: string, name: string, env: Readonly<Record<string, string>>): void {
  const archive = `${base}.tar`;
  run("tar", ["--create", "--file", archive, "--directory", base, "."]);
  const changes = Object.entries(env).flatMap(([key, value]) => ["--change", `ENV ${key}=${value}`]);
  podman(folder, "import", "--quiet", ...changes, archive, `docker.io/library/${name}`);
  rmSync(archive);
}

function podman(folder: string, ...args: readonly string[]): void {
  output("podman", args, { ...process.env, ...podmanSettings(folder) });
}

function run(command: string, args: readonly string[]): void {
  output(command, args);
}

function output(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1e9, env });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed (${status}):\n${stderr ?? ""}`);
  return stdout.trim();
}
