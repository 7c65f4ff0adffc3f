import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { baseOfChange, touchesBrowserScripts } from "../../../scripts/testing/touched.ts";

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

it("a script of a page is touched whether it is committed, changed or new, and no other file is one", () => {
  const { folder, git } = repository("main");
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("app/ui/menu.tsx", "1");
  expect(touchesBrowserScripts(folder)).toBe(false);
  write("app/browser/menu.ts", "1");
  expect(touchesBrowserScripts(folder)).toBe(true);
  git("add", ".");
  git("commit", "--quiet", "--message", "Second");
  expect(touchesBrowserScripts(folder)).toBe(false);
  write("app/browser/menu.ts", "2");
  expect(touchesBrowserScripts(folder)).toBe(true);
  git("switch", "--quiet", "--create", "work");
  git("commit", "--quiet", "--all", "--message", "Third");
  expect(touchesBrowserScripts(folder)).toBe(true);
});
