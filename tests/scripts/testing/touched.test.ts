import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { baseOfChange } from "../../../scripts/testing/touched.ts";

/** A repository with one commit on this branch. */
function repository(branch: string) {
  const folder = mkdtempSync(join(settings.dataFolder, "repository-"));
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@loop.example", ...words], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet", "--initial-branch", branch);
  git("commit", "--quiet", "--allow-empty", "--message", "First");
  return { folder, git };
}

it("a change on a branch is all since it left main", () => {
  const { folder, git } = repository("main");
  const first = git("rev-parse", "HEAD");
  git("switch", "--quiet", "--create", "work");
  git("commit", "--quiet", "--allow-empty", "--message", "Second");
  expect(baseOfChange(folder)).toBe(first);
});

it("where there is no main a change is what is not committed", () => {
  expect(baseOfChange(repository("trunk").folder)).toBe("HEAD");
});
