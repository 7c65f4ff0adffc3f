import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";

/** What the image holds beside the build. */
const PLAIN_SCRIPTS = readdirSync("scripts")
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => `scripts/${name}`);

/** Starts Loop in production in a folder that has the scripts, the lock file and these files, and nothing else. */
function startWhere(files: readonly string[], data = "data") {
  const folder = mkdtempSync(join(settings.dataFolder, "image-"));
  for (const name of [...PLAIN_SCRIPTS, "package.json", "package-lock.json"]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(name, join(folder, name));
  }
  if (files.includes("build/processes/worker.js"))
    cpSync("build/processes", join(folder, "build/processes"), { recursive: true });
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), "process.exit(7);\n");
  }
  const before = readdirSync(folder).sort();
  // With an empty PATH, a start that tried to install or build would fail.
  const env = {
    NODE_ENV: "production" as const,
    APP_ENV: "production",
    DATA_DIR: join(folder, data),
    PORT: "0",
    PATH: "",
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", "start"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  return {
    status,
    stdout,
    stderr: stderr.trim().split("\n"),
    isUntouched: String(before) === String(readdirSync(folder).sort()),
  };
}

const SERVER = "node_modules/@remix-run/serve/dist/cli.js";

it("a start whose data folder cannot be made prints an error message", () => {
  const files = [SERVER, "build/server/index.js", "build/processes/worker.js"];
  const { status, stderr } = startWhere(files, "package.json/data");
  expect([status, stderr]).toEqual([1, [expect.stringMatching(/^The data folder .+ can't be used \(ENOTDIR.+\.$/)]]);
});

it.each([
  ["the packages", [], SERVER, "npm ci --omit=dev"],
  ["the build", [SERVER], "build/server/index.js", "npm run build"],
  ["the worker", [SERVER, "build/server/index.js"], "build/processes/worker.js", "npm run build"],
])(
  "a start in production without %s prints an error message, and makes nothing itself",
  (_, files, missing, command) => {
    expect(startWhere(files)).toEqual({
      status: 1,
      stdout: "",
      stderr: [
        `In production nothing is installed or built at the start, and ${missing} is missing: run "${command}" first.`,
      ],
      isUntouched: true,
    });
  },
);
