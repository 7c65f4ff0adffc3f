import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";

/** Runs .ci/run in a folder where `npm` is the given shell script. */
function runWhere(npm: string) {
  const folder = mkdtempSync(join(settings.dataFolder, "clone-"));
  for (const name of [".ci", "bin", "build/reports"]) mkdirSync(join(folder, name), { recursive: true });
  copyFileSync(join(process.cwd(), ".ci", "run"), join(folder, ".ci", "run"));
  writeFileSync(join(folder, "build/reports/counts.json"), countsFile("9 passed, 0 failed"));
  writeFileSync(join(folder, "bin", "npm"), `#!/bin/sh\n${npm}\n`);
  chmodSync(join(folder, "bin", "npm"), 0o755);
  const path = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
  const { stdout, status } = spawnSync(join(folder, ".ci", "run"), {
    env: { ...process.env, PATH: path },
    encoding: "utf8",
  });
  return { lastLine: stdout.trimEnd().split("\n").at(-1), status };
}

function countsFile(line: string): string {
  return `${JSON.stringify({ line }, null, 2)}\n`;
}

const writes = (line: string) => `printf '%s' '${countsFile(line)}' > build/reports/counts.json`;

describe("the check of every change", () => {
  it("ends with the counts of a run that passed", () => {
    const run = runWhere(`${writes("41 passed, 0 failed")}; echo npm says goodbye`);
    expect(run).toEqual({ lastLine: "41 passed, 0 failed", status: 0 });
  });

  it("ends with the counts of a run that failed, and with its exit code", () => {
    const run = runWhere(`${writes("40 passed, 1 failed, 2 skipped")}; exit 3`);
    expect(run).toEqual({ lastLine: "40 passed, 1 failed, 2 skipped", status: 3 });
  });

  it("counts a failure if the run died before it could count, in spite of an earlier result", () => {
    expect(runWhere("exit 137")).toEqual({ lastLine: "0 passed, 1 failed", status: 137 });
    expect(runWhere("exit 0")).toEqual({ lastLine: "0 passed, 1 failed", status: 1 });
  });
});
