import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { importsOf, listFiles, sources } from "./source";

/** The Docker image contains only what is named, and everything that runs. */

const dockerfile = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ");
const stages = dockerfile.split(/^(?=FROM )/m).filter((stage) => stage.startsWith("FROM "));
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

interface Copy {
  /** The stage it is copied from; null for the build context. */
  from: string | null;
  paths: readonly string[];
}

function copiesOf(stage: string): Copy[] {
  return [...stage.matchAll(/^COPY (?:--from=(\S+) )?(.+)$/gm)].map(([, from = null, words = ""]) => ({
    from,
    paths: words.trim().split(/\s+/).slice(0, -1),
  }));
}

/** A pattern of .dockerignore as Docker reads it: `*` matches within a folder, `**` across folders. */
function asExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}

const rules = readFileSync(".dockerignore", "utf8")
  .split("\n")
  .map((line) => line.trim())
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => ({
    lets: line.startsWith("!"),
    expression: asExpression(line.replace(/^!/, "").replace(/^\/|\/$/g, "")),
  }));

/** Whether a file is in the build context: the last rule counts that matches it or a folder above it. */
function isSent(path: string): boolean {
  const parts = path.split("/");
  const places = parts.map((_, place) => parts.slice(0, place + 1).join("/"));
  return rules.findLast(({ expression }) => places.some((place) => expression.test(place)))?.lets ?? true;
}

describe("what is sent to where the image is made", () => {
  it.each([
    ...["production.env", ".env", ".env.local", ".env.production", "app/.env", "scripts/production.env"],
    ...["data/loop.db", "data/secret", "data/mail/1.eml", "loop.db", "app/loop.db-wal", "public/old.db"],
    ...[".git/config", ".git/HEAD", "key.pem", "app/adapters/key.pem", "public/server.key", "db/copy.db-shm"],
    ...["node_modules/sharp/package.json", "build/server/index.js", "test-results/a.png", "tests/a.test.ts"],
    ...["notes.txt", "Dockerfile", "README.md", ".ci/run", ".npmrc.local", "package.json.orig"],
  ])("%s is not", (path) => {
    expect(isSent(path)).toBe(false);
  });

  it("is all that the Dockerfile takes from there, and each of it exists", () => {
    const taken = stages.flatMap(copiesOf).flatMap(({ from, paths }) => (from === null ? paths : []));
    expect(taken.length).toBeGreaterThan(15);
    expect(taken.filter((path) => !existsSync(path))).toEqual([]);
    const files = listFiles().filter((file) => taken.some((path) => file === path || file.startsWith(`${path}/`)));
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => !isSent(file))).toEqual([]);
  });
});

describe("the image", () => {
  const image = stages.at(-1) ?? "";
  const own = copiesOf(image).flatMap(({ from, paths }) => (from === null ? paths : []));
  const isIn = (path: string) => own.some((place) => path === place || path.startsWith(`${place}/`));
  const code = [...sources].filter(([path]) => isIn(path));

  it("has packages that were installed without the build's tools, and a build", () => {
    const runs = (name: string) => stages.find((stage) => stage.split("\n")[0]?.endsWith(` AS ${name}`)) ?? "";
    expect(runs("packages")).toMatch(/^RUN npm ci --omit=dev$/m);
    expect(runs("build")).toMatch(/^RUN npm ci$/m);
    const brought = copiesOf(image).filter(({ from }) => from !== null);
    expect(brought).toContainEqual({ from: "packages", paths: ["/loop/node_modules"] });
    expect(brought).toContainEqual({ from: "build", paths: ["/loop/build"] });
    expect(dockerfile).not.toMatch(/npm (?:prune|install)/);
  });

  it("runs Node 24, and not as the one who may do everything", () => {
    const bases = stages.map((stage) => stage.split(/\s+/)[1] ?? "");
    expect(bases.filter((base) => !/^node:24-/.test(base))).toEqual(["golang:1.26-bookworm"]);
    expect(image).toMatch(/^USER node$/m);
    expect(image.indexOf("USER node")).toBeLessThan(image.indexOf("ENTRYPOINT"));
    expect(image).not.toMatch(/--chown/);
  });

  it("has every file that its scripts import, and no other source", () => {
    expect(code.filter(([path]) => !/^(?:scripts\/[\w-]+\.mjs|public\/.+)$/.test(path))).toEqual([]);
    const wanted = code.flatMap(([path, text]) => importsOf(path, text).filter((one) => one.isOurs));
    expect(wanted.length).toBeGreaterThan(2);
    const missing = wanted.filter(({ to }) => !to.startsWith("build/") && !isIn(to));
    // What installs and bundles, which production never does.
    const ofDevelopment = "scripts/run.mjs: scripts/steps.ts";
    expect(missing.map(({ from, to }) => `${from}: ${to}`)).toEqual([ofDevelopment]);
  });

  it("has the files that the bundled code reads", () => {
    const app = [...sources].filter(([path]) => path.startsWith("app/"));
    const read = app.flatMap(([, text]) =>
      [...text.matchAll(/join\(process\.cwd\(\), ("[^)]+")\)/g)].map(([, words = ""]) =>
        words
          .split(", ")
          .map((word) => word.slice(1, -1))
          .join("/"),
      ),
    );
    expect(read.length).toBeGreaterThan(12);
    const ours = [...sources].filter(([path]) => /^(?:app|db)\//.test(path));
    const opened = ours.flatMap(([, text]) =>
      [...text.matchAll(/\breadFile(?:Sync)?\(\s*"([^"]+)"/g)].map(([, path = ""]) => path),
    );
    expect(opened).toContain("db/invariants.sql");
    const missing = [...read, ...opened].filter(
      (path) => !/^(?:build\/processes|node_modules)(?:\/|$)/.test(path) && !isIn(path),
    );
    expect(missing).toEqual([]);
    const processes = read.filter((path) => path.startsWith("build/processes/"));
    expect(processes.length).toBeGreaterThan(3);
    expect(processes.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("has every text that people read in what is bundled", () => {
    const bundles = readdirSync("build/processes").filter((name) => name.endsWith(".js"));
    const bundled = bundles.map((name) => readFileSync(`build/processes/${name}`, "utf8")).join("");
    const texts = listFiles().filter((path) => /^app\/content\/.*\.yaml$/.test(path));
    expect(texts.length).toBeGreaterThan(25);
    expect(texts.filter((path) => !bundled.includes(path.slice("app/content/".length)))).toEqual([]);
  });

  it("asks for no package that is there for development alone", () => {
    const bundled = readdirSync("build/processes").filter((name) => name.endsWith(".js"));
    const texts = bundled.map((name): [string, string] => [name, readFileSync(`build/processes/${name}`, "utf8")]);
    const wanted = [...code, ...texts].flatMap(([path, text]) =>
      importsOf(path, text).filter((one) => !one.isOurs && !one.isTypeOnly),
    );
    expect(new Set(wanted.map(({ to }) => to))).toContain("better-sqlite3");
    const packageOf = (name: string) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/");
    const absent = wanted.filter(
      ({ to }) => !/^node:/.test(to) && !builtinModules.includes(to) && !dependencies[packageOf(to)],
    );
    // The script or the bundle that it was given.
    const chosen = "scripts/run.mjs: (worked out while running)";
    // package.json says where it is.
    const served = "serve.js: #server-build";
    const found = absent.map(({ from, to }) => `${from}: ${to}`);
    expect(found).toEqual([chosen, chosen, served, served]);
  });

  it("holds the programs that the start starts", () => {
    const start = sources.get("scripts/start.ts") ?? "";
    const bundles = [...start.matchAll(/bundled\("([^"]+)"\)/g)].map(([, name]) => `build/processes/${name}.js`);
    expect(bundles).toContain("build/processes/worker.js");
    expect(bundles.filter((path) => !existsSync(path))).toEqual([]);
    const started = [...start.matchAll(/"(scripts\/[^"]+)"/g)].map(([, path = ""]) => path);
    // Development tools, which production never starts.
    expect(started.filter((path) => !isIn(path)).sort()).toEqual(["scripts/develop.ts", "scripts/seed.ts"]);
  });
});
