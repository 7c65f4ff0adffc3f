import { execFileSync, spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Change, compileChanges, KINDS } from "./mutation/changes.ts";
import { nearness, planTasks, type Reach, type Task } from "./mutation/plan.ts";
import { ensureInstalled, run } from "./steps.ts";

/**
 * `npm run mutate -- [folders or files] [--changed [--since=commit]] [--sample=n] [--minutes=n] [--fresh]`: takes one decision at a time away from the
 * code that decides, and a test must fail. What was found is kept in FOLDER: a change that a test found is not tried again
 * while its file stays as it is, and those that survived are.
 */

/** Under the id of a change that no test can find, what it is and why it stays. */
const ACCEPTED = "tests/mutation-survivors.json";
const WANTED = { owner: 100, money: 100, condition: 95, refusal: 95, edge: 90, operator: 90 };
const FOLDER = "test-results/mutation";
/** The tests that are run, and with `--build` those that ask the build. */
const NEED_NO_BUILD = "domain,web,db,jobs,adapters,monitoring,content,ui";
const ASK_THE_BUILD = "screens,hyperloop,api,security";
/** A change is tried on this many test files at most, in rounds of more each. */
const ROUNDS = [1, 1, 2, 4, 8];
/** An endless loop; a test file takes far less, also on a busy machine. */
const HANGS_MS = 120_000;

const { values: options, positionals } = parseArgs({
  options: {
    changed: { type: "boolean" },
    since: { type: "string" },
    sample: { type: "string" },
    minutes: { type: "string", default: "600" },
    build: { type: "boolean" },
    fresh: { type: "boolean" },
    reach: { type: "boolean" },
  },
  allowPositionals: true,
});

ensureInstalled();
const folders = options.build ? ASK_THE_BUILD : NEED_NO_BUILD;
const reachFile = `${FOLDER}/reach${options.build ? "-build" : ""}.json`;
if (options.build) buildWithChanges();
if (options.fresh) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const until = Date.now() + Number(options.minutes) * 60_000;
const sources = new Map(
  globSync(["app/domain/**/*.{ts,tsx}", "app/web/**/*.{ts,tsx}"]).map((path) => [path, readFileSync(path, "utf8")]),
);
const all = [...sources].flatMap(([path, text]) => compileChanges(path, text).changes);
const changedLines = options.changed ? readChangedLines(options.since ?? commitOfYesterday()) : undefined;
const chosen = sample(all.filter(isChosen));
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);
const sourceHash = new Map([...sources].map(([path, text]) => [path, hashOf(text)]));
const accepted: Record<string, string> = readJson(ACCEPTED, {});

const killed = new Map<string, { of: string; by: string }>(Object.entries(readJson(`${FOLDER}/killed.json`, {})));
for (const [id, { of }] of killed) {
  const change = all.find((one) => one.id === id);
  if (!change || sourceHash.get(change.path) !== of) killed.delete(id);
}

const isWhole = positionals.length === 0 && !options.changed;
const reaches = await reachOfTests();
const isReachInPart = Date.now() > until;
const plan = planTasks(chosen, reaches);
for (const size of options.reach ? [] : ROUNDS) {
  // What is taken out of the plan below counts as tried, so the time is looked at before.
  if (Date.now() > until) break;
  const waiting = chosen.filter(({ id }) => !killed.has(id) && !accepted[id]);
  const tasks: Record<string, Task[]> = {};
  for (const { id } of waiting)
    for (const { file, task } of plan.get(id)?.splice(0, size) ?? []) tasks[file] = [...(tasks[file] ?? []), task];
  if (Object.keys(tasks).length === 0) break;
  const count = Object.values(tasks).flat().length;
  console.log(`${waiting.length} changes wait; ${count} trials on ${Object.keys(tasks).length} test files …`);
  putBack(tasks, await runTests(Object.keys(tasks), tasks));
}
if (!options.reach) report();

/** No other command takes this build for one without changes: it has no stamp. */
function buildWithChanges() {
  process.env.MUTATION_BUILD = "yes";
  rmSync("build/.sources", { force: true });
  run(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build", "--logLevel", "warn"], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  run(process.execPath, ["scripts/bundle.ts", "server", "build/server"]);
}

/** What was not tried, because its process ended before, is tried in the next round. */
function putBack(tasks: Record<string, Task[]>, lines: readonly Line[]) {
  const tried = new Set(lines.map((line) => (line.kind === "tried" ? `${line.file} ${line.id}` : "")));
  for (const [file, ofFile] of Object.entries(tasks))
    for (const task of ofFile) if (!tried.has(`${file} ${task.id}`)) plan.get(task.id)?.unshift({ file, task });
}

function isChosen({ path, line }: Change): boolean {
  const isNamed = positionals.length === 0 || positionals.some((start) => path.startsWith(start));
  return isNamed && (changedLines === undefined || (changedLines.get(path)?.has(line) ?? false));
}

/** So many of them, picked at random, where `--sample` says so. */
function sample(changes: readonly Change[]): Change[] {
  if (options.sample === undefined) return [...changes];
  const left = [...changes];
  return Array.from({ length: Math.min(Number(options.sample), left.length) }, () =>
    left.splice(randomInt(left.length), 1),
  ).flat();
}

/** The last commit that is a day older than the newest; undefined where history does not go back so far. */
function commitOfYesterday(): string {
  const newest = Number(git("log", "-1", "--format=%ct"));
  return git("rev-list", "-1", `--before=${newest - 86_400}`, "HEAD") || git("rev-list", "--max-parents=0", "HEAD");
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 }).trim();
}

/** Of each file the lines that are new since a commit. */
function readChangedLines(since: string): Map<string, Set<number>> {
  const lines = new Map<string, Set<number>>();
  let path = "";
  for (const line of git("diff", "-U0", "--no-ext-diff", since, "--", "app").split("\n")) {
    if (line.startsWith("+++ b/")) path = line.slice("+++ b/".length);
    const hunk = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    const [, first, count = "1"] = hunk;
    const known = lines.get(path) ?? new Set();
    for (let at = 0; at < Number(count); at += 1) known.add(Number(first) + at);
    lines.set(path, known);
  }
  return lines;
}

/** Whether a test file is the module's own, lies beside it, or imports it. */
function isAbout(file: string, paths: ReadonlySet<string>): boolean {
  const text = readFileSync(file, "utf8");
  return [...paths].some(
    (path) => nearness(path, file) <= 3 || text.includes(`"${path.replace(/^app/, "~").replace(/\.tsx?$/, "")}"`),
  );
}

/** Runs the test files that were not run since they or what they reach was changed; the rest is known. */
async function reachOfTests(): Promise<Reach[]> {
  const known = new Map<string, Reach>(readJson<Reach[]>(reachFile, []).map((reach) => [reach.file, reach]));
  const files = globSync(`tests/{${folders}}/**/*.test.{ts,tsx}`);
  const ids = new Set([...known.values()].flatMap(({ reached }) => Object.values(reached).flat()));
  const unknown = new Set(chosen.filter(({ id }) => !ids.has(id)).map(({ path }) => path));
  const chosenPaths = [...new Set(chosen.map(({ path }) => path))];
  const toRun = files.filter((file) => {
    const reach = known.get(file);
    if (reach)
      return reach.of !== hashOf(readFileSync(file, "utf8")) || [...unknown].some((path) => nearness(path, file) === 1);
    // A new file is tried on what it is a test of, though others reach that too.
    const isOfChosen = chosenPaths.some((path) => nearness(path, file) === 1);
    return isWhole || options.build || isOfChosen || isAbout(file, unknown);
  });
  if (toRun.length > 0) {
    console.log(`${toRun.length} test files are run to see what they reach …`);
    for (const line of await runTests(toRun, {})) {
      if (line.kind !== "file") continue;
      known.set(line.file, { ...line, of: hashOf(readFileSync(line.file, "utf8")) });
      if (line.failed.length > 0) console.log(`Fails unchanged: ${line.file}: ${line.failed[0]}`);
    }
    for (const file of known.keys()) if (!existsSync(file)) known.delete(file);
    writeFileSync(reachFile, JSON.stringify([...known.values()]));
  }
  return [...known.values()];
}

type Line = { file: string } & (
  | ({ kind: "file" } & Omit<Reach, "of" | "file">)
  | { kind: "began"; id: string; pid: number; at: number }
  | { kind: "tried"; id: string; killedBy: string | null }
);

async function runTests(files: readonly string[], tasks: Record<string, Task[]>): Promise<Line[]> {
  for (const name of readdirSync(FOLDER)) if (name.startsWith("found-")) rmSync(join(FOLDER, name));
  writeFileSync(join(FOLDER, "tasks.json"), JSON.stringify(tasks));
  const program = "node_modules/vitest/vitest.mjs";
  const vitest = spawn(
    process.execPath,
    [program, "run", "-c", "tests/mutation.vitest.config.ts", "--reporter=dot", "--silent=true", ...files],
    {
      stdio: ["ignore", process.env.MUTATION_LOG ? "inherit" : "ignore", "inherit"],
      env: { ...process.env, MUTATION_FOLDER: FOLDER },
    },
  );
  const stopped = new Set<number>();
  const watch = setInterval(() => {
    for (const { pid, id } of hanging(readFound())) {
      if (stopped.has(pid)) continue;
      stopped.add(pid);
      console.log(`${id} does not end.`);
      endProcess(pid);
    }
    if (Date.now() > until) vitest.kill();
    keep(readFound());
  }, 5_000);
  await new Promise((resolve) => vitest.on("close", resolve));
  clearInterval(watch);
  const lines = readFound();
  // What a change does to its process, it does to be found.
  if (Date.now() < until)
    for (const { id } of hanging(lines, 0)) killed.set(id, { of: hashOfChange(id), by: "does not end" });
  keep(lines);
  return lines;
}

function endProcess(pid: number) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!isGone) throw error;
  }
}

/** The changes that began and did not end. */
function hanging(lines: readonly Line[], longerThanMs = HANGS_MS) {
  const ended = new Set(lines.flatMap((line) => (line.kind === "tried" ? [`${line.file} ${line.id}`] : [])));
  return lines
    .filter((line) => line.kind === "began")
    .filter((line) => !ended.has(`${line.file} ${line.id}`) && Date.now() - line.at > longerThanMs);
}

function keep(lines: readonly Line[]) {
  for (const line of lines)
    if (line.kind === "tried" && line.killedBy !== null)
      killed.set(line.id, { of: hashOfChange(line.id), by: `${line.file}: ${line.killedBy}` });
  writeFileSync(`${FOLDER}/killed.json`, JSON.stringify(Object.fromEntries(killed)));
}

function hashOfChange(id: string): string {
  return sourceHash.get(all.find((one) => one.id === id)?.path ?? "") ?? "";
}

function readFound(): Line[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith("found-"))
    .flatMap((name) => readFileSync(join(FOLDER, name), "utf8").split("\n").slice(0, -1))
    .map((line): Line => JSON.parse(line));
}

function report() {
  const reachedIds = new Set(reaches.flatMap(({ reached }) => Object.values(reached).flat()));
  // Where the time ran out, some were not tried on all that reaches them.
  const isOver = Date.now() > until;
  const isOpen = ({ id }: Change) => isOver && (isReachInPart || (plan.get(id)?.length ?? 0) > 0);
  const left = chosen.filter(({ id }) => !killed.has(id) && !accepted[id]);
  const survivors = left.filter((change) => !isOpen(change));
  for (const { id, kind, path, line, was, becomes } of survivors)
    console.log(
      `${id} ${kind} ${path}:${line}  ${was}  →  ${becomes}${reachedIds.has(id) ? "" : "  (no test reaches it)"}`,
    );
  for (const id of Object.keys(accepted))
    if (!all.some((change) => change.id === id))
      console.log(`${id} is no change any more: take it out of ${ACCEPTED}.`);
  console.log(`\nMutation: ${chosen.length} changes, ${left.length - survivors.length} not tried to the end.`);
  for (const kind of KINDS) {
    const tried = chosen.filter((change) => change.kind === kind && !(left.includes(change) && isOpen(change)));
    if (tried.length === 0) continue;
    const count = survivors.filter((change) => change.kind === kind).length;
    const reasons = tried.filter(({ id }) => accepted[id]).length;
    const share = (100 * (tried.length - count)) / tried.length;
    console.log(
      `${kind}: ${tried.length} tried, ${count} survive, ${reasons} stay with a reason: ${share.toFixed(1)} % (wanted ${WANTED[kind]} %)`,
    );
    // Of a few lines, one survivor is already more than 5 %.
    if (share < WANTED[kind] && (isWhole || WANTED[kind] === 100)) process.exitCode = 1;
  }
}

function readJson<T>(path: string, otherwise: T): T {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : otherwise;
}
