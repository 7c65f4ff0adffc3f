import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: { alias: { "~": folder("./app"), "#db": folder("./db") } },
  esbuild: { jsx: "automatic" },
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/journeys/**"],
    globalSetup: ["tests/support/prepare-world.ts"],
    setupFiles: ["tests/support/own-data-folder.ts"],
    // Every file gets a process of its own: settings and the database are opened once per process.
    pool: "forks",
    isolate: true,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
