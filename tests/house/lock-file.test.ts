import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Package {
  version?: string;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Package>;
};

/** The entry a package at `place` would find for a dependency: beside it or further out. */
function isNamed(place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === "" || !folder.includes("/node_modules/"))
      return packages[`node_modules/${name}`] !== undefined;
  }
}

it("the lock file names the packages of every platform, or a clean install elsewhere would refuse", () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isNamed(place, name))
      .map((name) => `${name} of ${place}`),
  );
  expect(missing).toEqual([]);
});
