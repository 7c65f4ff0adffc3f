import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, root } from "./steps.ts";
import { ensureChromium, ensurePoppler } from "./testing/browser.ts";
import { BROWSERS } from "./testing/browsers.ts";
import { runNode, stopPrograms } from "./testing/programs.ts";
import { addUp, type Counts, countOne, countsLine, PLAYWRIGHT, readReport, VITEST } from "./testing/reports.ts";
import { baseOfChange, touchesBrowserScripts } from "./testing/touched.ts";

/**
 * `npm test`: everything from an empty folder to a counted result. `--only types,lint,architecture` runs a selection; besides
 * the names below, every folder of tests/ is one. The walk with four browsers is run in CI, or where it is named. `--touched` runs
 * types, lint, the rules of the architecture, and the tests that import what differs from main. The last line counts what the runners reported.
 */

const reports = join(root, "build", "reports");
const countsFile = process.env.COUNTS_FILE ?? join(reports, "counts.json");
rmSync(countsFile, { force: true });

const ASKS_THE_BUILD = ["screens", "hyperloop", "api", "security", "resilience"];
const folders = readdirSync(join(root, "tests"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "support" && entry.name !== "journeys")
  .map(({ name }) => name);
const quickFolders = folders.filter((name) => !ASKS_THE_BUILD.includes(name));
const buildFolders = folders.filter((name) => ASKS_THE_BUILD.includes(name));
/** The projects of Playwright behind each name. */
const WALKS: Readonly<Record<string, readonly string[]>> = {
  browsers: BROWSERS,
  journeys: ["with JavaScript", "without JavaScript"],
};
const known = ["types", "lint", ...quickFolders, ...buildFolders, ...Object.keys(WALKS)];
const isTouched = process.argv.includes("--touched");
const alwaysTouched = ["types", "lint", "architecture"];
const chosen = isTouched ? [...alwaysTouched, ...(touchesBrowserScripts(root) ? ["browser"] : [])] : readSelection();
interface Result extends Counts {
  name: string;
  seconds?: number;
  failures?: readonly string[];
}

const results: Result[] = [];

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stopPrograms(signal);
    finish("The run was stopped before its end.");
  });
}
ensureInstalled();

// Each of these keeps one core busy.
const checks = [
  check("types", () => runNode(5, ["node_modules/typescript-native/bin/tsc", "--noEmit", "-p", "."])),
  check("lint", () => runNode(5, ["node_modules/@biomejs/biome/bin/biome", "check", "."])),
];
const isBuilt = needsBuild() && (await build());
await Promise.all([...checks, runVitest("quick", quickFolders, ["architecture", "quick", "browser"])]);
if (isTouched) await runTouched();
if (isBuilt) {
  await runVitest("screens", buildFolders, ["screens", "requests"]);
  await runJourneys();
}
finish();

function readSelection(): string[] {
  const place = process.argv.indexOf("--only");
  if (place < 0) return process.env.CI ? known : known.filter((name) => name !== "browsers");
  const names = (process.argv[place + 1] ?? "").split(",").filter(Boolean);
  const unknown = names.filter((name) => !known.includes(name));
  if (names.length > 0 && unknown.length === 0) return names;
  console.error(`There is no check "${unknown.join(", ")}". There are: ${known.join(", ")}`);
  process.exit(2);
}

async function check(name: string, run: () => Promise<number | null>) {
  if (!chosen.includes(name)) return;
  announce(name);
  const secondsSince = stopwatch();
  results.push({ name, ...countOne(await run()), seconds: secondsSince() });
}

/** Runs the chosen folders, which are of these Vitest projects; a chosen folder without tests is a mistake. */
async function runVitest(report: string, all: readonly string[], projects: readonly string[]) {
  const names = all.filter((name) => chosen.includes(name) && hasTests(name));
  if (names.length === 0) return;
  announce(names.join(", "));
  const file = join(reports, `vitest-${report}.json`);
  rmSync(file, { force: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default"];
  for (const project of projects) args.push("--project", project);
  const filters = names.map((name) => `tests/${name}/`);
  const secondsSince = stopwatch();
  const code = await runNode(20, [...args, "--reporter=json", `--outputFile.json=${file}`, ...filters]);
  results.push({ name: names.join(", "), ...readReport(file, VITEST, code), seconds: secondsSince() });
}

/** The tests that ask the build import nothing of it, so none of them is among these. */
async function runTouched() {
  announce("touched");
  const file = join(reports, "vitest-touched.json");
  rmSync(file, { force: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "quick", "--passWithNoTests"];
  const outputs = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const which = ["--changed", baseOfChange(root), "--exclude", "tests/architecture/**"];
  const secondsSince = stopwatch();
  const code = await runNode(20, [...args, ...outputs, ...which]);
  const counts = code === 0 && !existsSync(file) ? addUp([]) : readReport(file, VITEST, code);
  results.push({ name: "touched", ...counts, seconds: secondsSince() });
}

function hasTests(name: string): boolean {
  return readdirSync(join(root, "tests", name), { recursive: true }).some((file) => /\.test\.tsx?$/.test(String(file)));
}

function needsBuild(): boolean {
  return (
    Object.keys(WALKS).some((name) => chosen.includes(name)) ||
    buildFolders.some((name) => chosen.includes(name) && hasTests(name))
  );
}

async function build(): Promise<boolean> {
  announce("build");
  const code = await runNode(10, ["scripts/build.ts"]);
  if (code !== 0) fail("build", "The application cannot be built, so nothing that asks it could run.");
  return code === 0;
}

async function runJourneys() {
  const names = Object.keys(WALKS).filter((name) => chosen.includes(name));
  if (names.length === 0) return;
  const name = names.join(", ");
  announce(name);
  const chromium = await ensureChromium();
  if (!chromium) {
    fail(name, "No Chromium was found or could be installed. Set CHROMIUM_PATH to one and try again.");
    return;
  }
  console.log(`The browser is ${chromium}`);
  if (!(await ensurePoppler())) {
    console.error("pdftotext and pdfimages are missing (Debian: apt-get install poppler-utils).");
  }
  const file = join(reports, "journeys.json");
  rmSync(file, { force: true });
  const args = ["node_modules/playwright/cli.js", "test", "--config", "tests/journeys/playwright.config.ts"];
  for (const project of names.flatMap((one) => WALKS[one] ?? [])) args.push("--project", project);
  const secondsSince = stopwatch();
  const code = await runNode(30, args, { env: { ...process.env, CHROMIUM_PATH: chromium } });
  results.push({ name, ...readReport(file, PLAYWRIGHT, code), seconds: secondsSince() });
}

function fail(name: string, sentence: string) {
  console.error(sentence);
  results.push({ name, ...countOne(1) });
}

function stopwatch(): () => number {
  const began = Date.now();
  return () => Math.round((Date.now() - began) / 1000);
}

function announce(name: string) {
  console.log(`\n── ${name} ${"─".repeat(Math.max(3, 72 - name.length))}`);
}

/** Reports the result, the counts last. Running nothing is a failure too. */
function finish(whyUnfinished?: string) {
  if (existsSync(countsFile)) return;
  if (whyUnfinished) fail("run", whyUnfinished);
  const sum = addUp(results);
  const line = countsLine(sum);
  console.log("");
  for (const { name, seconds, failures, ...counts } of results) {
    const time = seconds === undefined ? "" : ` (${seconds} s)`;
    console.log(`${counts.failed > 0 ? "✗" : "✓"} ${name}: ${countsLine(counts)}${time}`);
    for (const failure of failures ?? []) console.log(`    ${failure}`);
  }
  const failures = results.flatMap(({ name, failed, failures: named }) =>
    failed > 0 && !named?.length ? [name] : (named ?? []),
  );
  // A build during the run has emptied the folder.
  mkdirSync(reports, { recursive: true });
  writeFileSync(countsFile, `${JSON.stringify({ ...sum, line, failures }, null, 2)}\n`);
  console.log(`\n${line}`);
  process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);
}
