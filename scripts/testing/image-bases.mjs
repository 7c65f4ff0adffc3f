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

/** The arguments of buildah that keep everything it makes in this folder. */
export const buildahIn = (folder) => [
  ...["--storage-driver", "vfs", "--root", join(folder, "storage"), "--runroot", join(folder, "run")],
];

/** Makes the bases in this folder, unless the same were made there before. Returns their key. */
export function ensureBases(folder) {
  const certificates = machineCertificates();
  const go = Object.fromEntries(GO_SETTINGS.map((name) => [name, output("go", ["env", name])]));
  const npm = npmSettings(certificates);
  const recipe = [readFileSync(new URL(import.meta.url)), certificates ? readFileSync(certificates) : ""];
  const hash = createHash("sha256").update(JSON.stringify([go, npm, output("go", ["version"])]));
  for (const part of recipe) hash.update(part);
  const key = hash.digest("hex");
  const stamp = join(folder, "bases");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return key;

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run("npm", [
    "install",
    "--prefix",
    folder,
    "--no-save",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    NODE,
    NPM,
  ]);
  const [slim, full, golang] = ["slim", "full", "golang"].map((name) => join(folder, name));
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
  writeFileSync(stamp, key);
  return key;
}

/** The file of certificates that this machine's programs are told to use; undefined for Debian's own. */
function machineCertificates() {
  const { SSL_CERT_FILE, NODE_EXTRA_CA_CERTS } = process.env;
  return [SSL_CERT_FILE, NODE_EXTRA_CA_CERTS].find((path) => path && existsSync(path));
}

function npmSettings(certificates) {
  // Node's headers are in its package, as they are in the image that this replaces.
  const lines = ["nodedir=/usr/local", `registry=${output("npm", ["config", "get", "registry"])}`];
  if (certificates) lines.push("cafile=/etc/ssl/certs/ca-certificates.crt");
  return `${lines.join("\n")}\n`;
}

function makeDebian(base, packages) {
  run("mmdebstrap", ["--quiet", "--variant=minbase", `--include=${packages}`, DEBIAN, base]);
  // Each container gets devices of its own.
  for (const name of readdirSync(join(base, "dev"))) rmSync(join(base, "dev", name), { recursive: true });
}

function addNode(base, folder) {
  const home = join(folder, "node_modules", NODE.replace(/@\d+$/, ""));
  const local = join(base, "usr", "local");
  for (const part of ["bin", "include", "share"])
    if (existsSync(join(home, part))) cpSync(join(home, part), join(local, part), { recursive: true });
  mkdirSync(join(local, "lib", "node_modules"), { recursive: true });
  cpSync(join(folder, "node_modules", "npm"), join(local, "lib", "node_modules", "npm"), { recursive: true });
  for (const name of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, "bin", name));
  run("chroot", [base, "groupadd", "--gid", "1000", "node"]);
  run("chroot", [base, "useradd", "--uid", "1000", "--gid", "node", "--create-home", "node"]);
}

function commit(folder, base, name, env) {
  const buildah = (...args) => output("buildah", [...buildahIn(folder), ...args]);
  const container = buildah("from", "scratch");
  buildah("add", container, base, "/");
  for (const [key, value] of Object.entries(env)) buildah("config", "--env", `${key}=${value}`, container);
  buildah("commit", "--quiet", container, `docker.io/library/${name}`);
  buildah("rm", container);
}

function run(command, args) {
  output(command, args);
}

function output(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed (${status}):\n${stderr ?? ""}`);
  return stdout.trim();
}
