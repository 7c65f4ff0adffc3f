import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Projects and folders whose tests request the server build; only they wait for a build. They are two because a process
 * keeps every file's copy of the build, 30 MB each, until its project ends.
 */
const ASK_THE_BUILD = { screens: ["screens", "hyperloop"], requests: ["api", "security", "resilience"] };
/** Folders that are projects of their own, and the journeys, which Playwright runs. */
const APART = ["architecture", "browser", "journeys"];
const TEST_FILES = "*.test.{ts,tsx}";

export default defineConfig({
  resolve: { alias: { "~": folder("./app"), "#db": folder("./db") } },
  esbuild: { jsx: "automatic" },
  test: {
    // A process runs many files, so that packages are loaded once; tests/support/own-data-folder.ts has each file load
    // the app's own modules again, because settings and the database are opened when they are loaded.
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Room for a machine at a load of 12, also where a test runs a thousand people or several processes.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          // One process keeps what it has read and parsed of the sources, beside the checks of types and format.
          name: "architecture",
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
          include: [`tests/architecture/**/${TEST_FILES}`],
          globalSetup: ["tests/support/prepare-world.ts"],
          setupFiles: ["tests/support/own-data-folder.ts"],
          env: { KEEP_MODULES: "yes" },
        },
      },
      {
        extends: true,
        test: {
          name: "quick",
          // One more than the cores, because some file is always waiting for a child process.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: [`tests/**/${TEST_FILES}`],
          exclude: [...Object.values(ASK_THE_BUILD).flat(), ...APART].map((name) => `tests/${name}/**`),
          globalSetup: ["tests/support/prepare-world.ts"],
          setupFiles: ["tests/support/own-data-folder.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: [`tests/browser/**/${TEST_FILES}`],
          globalSetup: ["tests/support/prepare-world.ts", "tests/support/prepare-browser.ts"],
          setupFiles: ["tests/support/own-data-folder.ts"],
        },
      },
      ...Object.entries(ASK_THE_BUILD).map(([name, folders]) => ({
        extends: true as const,
        test: {
          name,
          // The apps that these tests serve are processes of their own.
          maxWorkers: name === "requests" ? 3 : 2,
          sequence: { groupOrder: name === "requests" ? 3 : 2 },
          include: folders.map((folder) => `tests/${folder}/**/${TEST_FILES}`),
          globalSetup: ["tests/support/prepare-world.ts", "tests/support/prepare-build.ts"],
          setupFiles: ["tests/support/own-data-folder.ts"],
          // React's production build, which takes half the time; tests/screens/pages.test.ts covers the development
          // build.
          env: { NODE_ENV: "production" as const },
          // Node runs the build unchanged.
          server: { deps: { external: [/\/build\/server\//] } },
        },
      })),
    ],
  },
});
