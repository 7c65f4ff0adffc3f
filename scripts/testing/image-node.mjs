import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../steps.mjs";

/**
 * Runs the suites that touch Node itself on the image's Node, beside a run on the machine's own: `node
 * scripts/testing/image-node.mjs`. npm brings that Node, and better-sqlite3 is built for it in a copy of the project, so
 * that the project's own packages stay as they are. Writes its counts to build/reports/image-node.json.
 */

const VERSION = "22";
/** Files, processes, sockets, native code. What is pure is the same on every Node. */
const SUITES = "db,adapters,jobs,web,scripts";
const LINKED = ["app", "db", "scripts", "tests", "migrations", "public", "node_modules"];
const COPIED = [
  "package.json",
  "package-lock.json",
  ".npmrc",
  "tsconfig.json",
  "vitest.config.ts",
  "vite.config.ts",
];
const OTHERS = [
  "remix.config.js",
  "fly.toml",
  "litestream.yml",
  "Dockerfile",
  "biome.json",
  "drizzle.config.ts",
  "stryker.config.mjs",
];

const folder = join(root, "build", "image-node");
const copy = join(folder, "loop");
const counts = join(root, "build", "reports", "image-node.json");

rmSync(counts, { force: true });
const packageName = `node-${process.platform}-${process.arch}`;
const home = join(folder, "node", "node_modules", packageName);
run("npm", [
  "install",
  "--prefix",
  join(folder, "node"),
  "--no-save",
  "--no-package-lock",
  `${packageName}@${VERSION}`,
]);
const env = {
  ...process.env,
  PATH: `${join(home, "bin")}${delimiter}${process.env.PATH}`,
  // Its own headers, or the native code would be built for another Node.
  npm_config_nodedir: home,
};
console.log(
  `The image's Node is ${spawnSync(join(home, "bin", "node"), ["--version"], { encoding: "utf8" }).stdout.trim()}`,
);

rmSync(copy, { recursive: true, force: true });
mkdirSync(join(copy, "build"), { recursive: true });
// Hard links: seconds and no space for a gigabyte of packages.
for (const name of LINKED) run("cp", ["-al", join(root, name), join(copy, name)]);
for (const name of [...COPIED, ...OTHERS])
  if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name));
const processes = join(root, "build", "processes");
if (existsSync(processes)) run("cp", ["-al", processes, join(copy, "build", "processes")]);
const native = join(copy, "node_modules", "better-sqlite3");
rmSync(native, { recursive: true });
cpSync(join(root, "node_modules", "better-sqlite3"), native, {
  recursive: true,
  filter: (path) => path !== join(root, "node_modules", "better-sqlite3", "build"),
});
run("npm", ["rebuild", "better-sqlite3"], { cwd: copy, env });

const { status } = spawnSync(join(home, "bin", "node"), ["scripts/test.mjs", "--only", SUITES], {
  cwd: copy,
  env,
  stdio: "inherit",
});
const report = join(copy, "build", "reports", "counts.json");
const result = existsSync(report)
  ? JSON.parse(readFileSync(report, "utf8"))
  : { passed: 0, failed: 1, skipped: 0 };
mkdirSync(join(root, "build", "reports"), { recursive: true });
writeFileSync(counts, `${JSON.stringify(result)}\n`);
rmSync(copy, { recursive: true, force: true });
process.exit(status ?? 1);

function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (status === 0) return;
  console.error(`${command} ${args[0]} failed: the suites did not run on the image's Node.`);
  process.exit(1);
}
