import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";

/** The folder that runs in production, laid out as in the Dockerfile's last stage. */

const Lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

export function layOutImage(folder: string): void {
  for (const { from, paths, to } of copiesOfTheImage()) {
    // Litestream is not part of the repository, and the programs run without it here.
    if (from === "litestream") continue;
    for (const path of paths) {
      const target = paths.length > 1 ? join(folder, to, basename(path)) : join(folder, to);
      if (from === "packages") linkPackages(target);
      else cpSync(from === "build" ? "build" : path, target, { recursive: true });
    }
  }
}

function copiesOfTheImage(): { from: string | undefined; paths: string[]; to: string }[] {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const image = dockerfile.split(/^(?=FROM )/m).at(-1) ?? "";
  return [...image.matchAll(/^COPY (?:--from=(\S+) )?(.+)$/gm)].map(([, from, words = ""]) => {
    const paths = words.trim().split(/\s+/);
    return { from, to: paths.pop() ?? "", paths };
  });
}

/** The packages of `npm ci --omit=dev`: those that the lock file does not mark as development only. */
function linkPackages(target: string): void {
  const { packages } = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  for (const [place, { dev }] of Object.entries(packages)) {
    if (dev || !place.startsWith("node_modules/") || !existsSync(place)) continue;
    linkFiles(place, join(target, place.slice("node_modules/".length)));
  }
}

/** The files of one package, without its nested packages, which have their own lines. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [path, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) linkOrCopy(path, target);
    else if (entry.isDirectory() && entry.name !== "node_modules") linkFiles(path, target);
  }
}

/** A hard link cannot cross file systems. */
function linkOrCopy(path: string, target: string): void {
  try {
    linkSync(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    copyFileSync(path, target);
  }
}
