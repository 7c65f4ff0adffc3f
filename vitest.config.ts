import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Folders whose tests request the server build; only they wait for a build. */
const ASKS_THE_BUILD = [
  "tests/screens/**",
  "tests/hyperloop/**",
  "tests/api/**",
  "tests/security/**",
  "tests/resilience/**",
];
const TEST_FILES = "*.test.{ts,tsx}";

export default defineConfig({
  resolve: { alias: { "~": folder("./app"), "#db": folder("./db") } },
  esbuild: { jsx: "automatic" },
  test: {
    // Every file gets its own process, because settings and the database are opened once per process.
    pool: "forks",
    isolate: true,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: [`tests/**/${TEST_FILES}`],
          exclude: [...ASKS_THE_BUILD, "tests/journeys/**"],
          globalSetup: ["tests/support/prepare-world.ts"],
          setupFiles: ["tests/support/own-data-folder.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "screens",
          include: ASKS_THE_BUILD.map((place) => `${place}/${TEST_FILES}`),
          globalSetup: ["tests/support/prepare-world.ts", "tests/support/prepare-build.ts"],
          setupFiles: ["tests/support/own-data-folder.ts"],
          // React's production build, which takes half the time; tests/screens/pages.test.ts covers the development
          // build.
          env: { NODE_ENV: "production" },
          // Node runs the build unchanged.
          server: { deps: { external: [/\/build\/server\//] } },
        },
      },
    ],
  },
});
