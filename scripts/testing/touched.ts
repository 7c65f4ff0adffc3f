import { spawnSync } from "node:child_process";

/** The commit since which work here is a change: where it left main, or the last commit on main itself. */
export function baseOfChange(folder: string): string {
  for (const main of ["origin/main", "main"]) {
    const { status, stdout } = spawnSync("git", ["merge-base", "HEAD", main], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status === 0) return stdout.trim();
  }
  return "HEAD";
}

/**
 * Whether a change touches the scripts of pages or their tests. Those tests have each script bundled instead of importing
 * it, so that it cannot be seen which of them a change concerns.
 */
export function touchesBrowserScripts(folder: string): boolean {
  const places = ["--", "app/browser", "tests/browser"];
  return [
    ["diff", "--name-only", baseOfChange(folder), ...places],
    ["ls-files", "--others", "--exclude-standard", ...places],
  ].some((words) => spawnSync("git", words, { cwd: folder, encoding: "utf8" }).stdout !== "");
}
