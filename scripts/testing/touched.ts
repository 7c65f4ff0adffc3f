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
