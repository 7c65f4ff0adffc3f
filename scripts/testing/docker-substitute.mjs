#!/usr/bin/env node
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { buildahIn } from "./image-bases.mjs";

/**
 * As much of `docker` as the deployment guide uses, made of buildah, bubblewrap and nsenter, for root on a machine
 * without Docker. What it cannot do, it refuses. Other than Docker's: a container has the network of the machine, so
 * `--ip` only chooses `PORT`; its root is always read-only; nothing restarts it; HEALTHCHECK is not run. Everything lies
 * in the folder `SUBSTITUTE_FOLDER` (images) and `SUBSTITUTE_STATE` (volumes and containers).
 */

const folder = need("SUBSTITUTE_FOLDER");
const state = need("SUBSTITUTE_STATE");
const images = join(folder, "images.json");
const FLAGS = new Set(["-d", "--read-only", "--rm", "-f"]);
const OPTIONS = new Set([
  ...[
    "--name",
    "--restart",
    "--stop-timeout",
    "-v",
    "--network",
    "--ip",
    "--env-file",
    "-e",
    "--entrypoint",
    "-t",
  ],
]);
/** Sent, but in no bundle and not in the image: a change of these makes no other image. */
const NOT_IN_THE_IMAGE = /^scripts\/(?:bench|deployment|testing)\//;
const HOW_OFTEN_MS = 20;

const verbs = { build, run, exec, logs, stop, rm, rename, volume, network };
const [verb = "", ...words] = process.argv.slice(2);
if (!verbs[verb]) refuse(`This substitute has no "docker ${verb}".`);
await verbs[verb](words);

/** Builds the image of the context that .dockerignore lets in, unless the same was built before. */
function build(args) {
  const { options, rest } = parse(args);
  const [name = ""] = options["-t"] ?? [];
  const [context = ""] = rest;
  const known = readImages();
  const key = hashOf(context);
  const same = Object.values(known).find((image) => image.key === key);
  if (same) {
    writeFileSync(images, JSON.stringify({ ...known, [name]: same }));
    return;
  }
  const began = Date.now();
  const { status } = spawnSync(
    "buildah",
    [
      ...[...buildahIn(folder), "build", "--pull=never", "--isolation", "chroot", "--network", "host"],
      ...["--format", "docker", "--tag", name, context],
    ],
    { stdio: "inherit" },
  );
  if (status !== 0) process.exit(status ?? 1);
  const seconds = (Date.now() - began) / 1000;
  const { Docker } = JSON.parse(buildah("inspect", "--type", "image", name));
  const container = buildah("from", "--pull=never", name);
  const root = buildah("mount", container);
  const size = Number(spawnSync("du", ["-sb", root], { encoding: "utf8" }).stdout.split("\t")[0]);
  const image = { key, root, size, seconds, config: Docker.config };
  writeFileSync(images, JSON.stringify({ ...known, [name]: image }));
}

function run(args) {
  const { options, flags, rest } = parse(args);
  const [name = "", ...command] = rest;
  const image = readImages()[name] ?? refuse(`There is no image ${name}.`);
  const own = options["--name"]?.[0] ?? `once-${process.pid}`;
  if (existsSync(placeOf(own))) refuse(`There is a container ${own} already.`);
  const { Entrypoint, Cmd, WorkingDir } = image.config;
  const entrypoint = options["--entrypoint"] ?? Entrypoint ?? [];
  const env = { ...listed(image.config.Env), ...homeOf(image) };
  for (const file of options["--env-file"] ?? []) Object.assign(env, readEnvFile(file));
  Object.assign(env, listed(options["-e"]));
  if (options["--ip"] && process.env.SUBSTITUTE_PORT) env.PORT = process.env.SUBSTITUTE_PORT;
  const mounts = (options["-v"] ?? []).flatMap((one) => {
    const [volumeName = "", target = ""] = one.split(":");
    return ["--bind", volumeFor(volumeName, join(image.root, target)), target];
  });
  const words = [...entrypoint, ...(command.length > 0 ? command : options["--entrypoint"] ? [] : Cmd)];
  const box = [
    ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--as-pid-1", "--json-status-fd", "3"],
    ...["--ro-bind", image.root, "/", "--dev", "/dev", "--proc", "/proc", ...mounts],
    ...["--chdir", WorkingDir, ...asUser(image), ...words],
  ];
  mkdirSync(join(state, "containers"), { recursive: true });
  const status = join(state, "containers", `${own}.status`);
  // A container that is renamed keeps its log.
  const log = join(state, "containers", `${own}-${Date.now()}.log`);
  const isDetached = flags.has("-d");
  const output = isDetached ? openSync(log, "a") : "inherit";
  const child = spawn("bwrap", box, {
    env,
    stdio: ["ignore", output, output, openSync(status, "w")],
    detached: isDetached,
  });
  if (!isDetached) {
    child.once("exit", (code) => {
      rmSync(status);
      process.exit(code ?? 1);
    });
    return;
  }
  const startedAt = Date.now();
  child.unref();
  const timer = setInterval(() => {
    const pid = /"child-pid": (\d+)/.exec(readFileSync(status, "utf8"))?.[1];
    if (!pid && child.exitCode === null) return;
    clearInterval(timer);
    if (!pid) refuse(readFileSync(log, "utf8"));
    const seconds = Number(options["--stop-timeout"]?.[0] ?? 10);
    writeFileSync(
      placeOf(own),
      JSON.stringify({ pid: Number(pid), image: name, env, log, seconds, startedAt }),
    );
    console.log(own);
    process.exit(0);
  }, HOW_OFTEN_MS);
}

function exec(args) {
  const [name = "", ...command] = args;
  const { pid, image: imageName, env } = containerOf(name);
  const image = readImages()[imageName];
  const { status } = spawnSync(
    "nsenter",
    [
      ...["--target", String(pid), "--mount", "--pid", "--ipc", "--uts", `--wdns=${image.config.WorkingDir}`],
      ...["--", ...asUser(image), ...command],
    ],
    { env, stdio: "inherit" },
  );
  process.exit(status ?? 1);
}

/** With -f until the container has ended. */
function logs(args) {
  const { flags, rest } = parse(args);
  const { pid, log } = containerOf(rest[0]);
  const file = openSync(log, "r");
  const chunk = Buffer.alloc(65_536);
  const timer = setInterval(() => {
    const isOver = !flags.has("-f") || !isRunning(pid);
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      process.stdout.write(Buffer.from(chunk.subarray(0, read)));
    if (!isOver) return;
    clearInterval(timer);
    closeSync(file);
  }, HOW_OFTEN_MS);
}

async function stop([name]) {
  const { pid, seconds } = containerOf(name);
  await end(pid, "SIGTERM", seconds);
  if (isRunning(pid)) await end(pid, "SIGKILL", seconds);
}

async function rm(args) {
  const { flags, rest } = parse(args);
  const [name] = rest;
  const { pid, log, seconds } = containerOf(name);
  if (isRunning(pid) && !flags.has("-f")) refuse(`The container ${name} is running.`);
  await end(pid, "SIGKILL", seconds);
  rmSync(placeOf(name));
  rmSync(log);
}

function rename([from, to]) {
  if (existsSync(placeOf(to))) refuse(`There is a container ${to} already.`);
  containerOf(from);
  renameSync(placeOf(from), placeOf(to));
}

/** A container has the network of the machine, so no other one is made. */
function network([what]) {
  if (what !== "create") refuse(`This substitute has no "docker network ${what}".`);
}

function volume([what, name = ""]) {
  const place = join(state, "volumes", name);
  if (what === "create") mkdirSync(place, { recursive: true });
  else if (what === "rm") rmSync(place, { recursive: true });
  else refuse(`This substitute has no "docker volume ${what}".`);
}

function parse(args) {
  const options = {};
  const flags = new Set();
  let place = 0;
  for (; args[place]?.startsWith("-"); place += 1) {
    const word = args[place];
    if (FLAGS.has(word)) flags.add(word);
    else if (OPTIONS.has(word)) {
      place += 1;
      options[word] = [...(options[word] ?? []), args[place]];
    } else refuse(`This substitute has no "${word}".`);
  }
  return { options, flags, rest: args.slice(place) };
}

/** A new volume belongs to whom the image's folder there belongs to, as with Docker. */
function volumeFor(name, folderInImage) {
  const place = join(state, "volumes", name);
  mkdirSync(place, { recursive: true });
  const { uid, gid } = statSync(folderInImage);
  if (readdirSync(place).length === 0) chownSync(place, uid, gid);
  return place;
}

/** The image's user with no right of root's left. */
function asUser(image) {
  const { uid, gid } = userOf(image);
  return [
    ...["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups", "--no-new-privs"],
    ...["--bounding-set=-all", "--inh-caps=-all", "--"],
  ];
}

function homeOf(image) {
  return { HOME: userOf(image).home };
}

function userOf({ root, config }) {
  const rows = readFileSync(join(root, "etc", "passwd"), "utf8").split("\n");
  const [, , uid, gid, , home] = rows.find((row) => row.startsWith(`${config.User}:`))?.split(":") ?? [];
  return uid ? { uid, gid, home } : refuse(`The image has no user "${config.User}".`);
}

/** As Docker reads it: no quotes, no expansion, and an empty value is a value. */
function readEnvFile(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  return listed(lines.filter((line) => line.trim() !== "" && !line.startsWith("#")));
}

function listed(pairs = []) {
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
}

function hashOf(context) {
  const hash = createHash("sha256").update(readFileSync(join(folder, "bases")));
  const allowed = readFileSync(join(context, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  for (const path of ["Dockerfile", ".dockerignore", ...allowed].flatMap((name) => filesBelow(context, name)))
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(context, path)))
      .update("\0");
  return hash.digest("hex");
}

function filesBelow(context, name) {
  if (statSync(join(context, name)).isFile()) return [name];
  return readdirSync(join(context, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(context, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => !NOT_IN_THE_IMAGE.test(path))
    .sort();
}

function isRunning(pid) {
  return existsSync(`/proc/${pid}`);
}

async function end(pid, signal, seconds) {
  if (!isRunning(pid)) return;
  process.kill(pid, signal);
  const last = Date.now() + seconds * 1000;
  while (isRunning(pid) && Date.now() < last)
    await new Promise((resolve) => setTimeout(resolve, HOW_OFTEN_MS));
}

function containerOf(name = "") {
  const place = placeOf(name);
  return existsSync(place)
    ? JSON.parse(readFileSync(place, "utf8"))
    : refuse(`There is no container ${name}.`);
}

function placeOf(name) {
  return join(state, "containers", `${name}.json`);
}

function readImages() {
  return existsSync(images) ? JSON.parse(readFileSync(images, "utf8")) : {};
}

function buildah(...args) {
  const { status, stdout, stderr } = spawnSync("buildah", [...buildahIn(folder), ...args], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : refuse(stderr);
}

function need(name) {
  return process.env[name] ?? refuse(`${name} is not set.`);
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
