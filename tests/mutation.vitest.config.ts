import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests that ask the laws alone, without a database: thousands of changed copies are each put to them. */
const TESTS = [
  ...["calendar", "days", "instants", "completion-rules", "pauses", "printed-weeks-rules", "working-days"],
  ...["pricing", "pounds", "refund-lines", "cancellation", "cart"],
  ...["rules", "validity", "gift-state", "code", "states", "approval"],
  ...["permissions", "exposure", "belongings", "shipments", "back-off"],
];

/** What `npm run mutate` runs, for each change again: no build, no database, no process of its own for a file. */
export default defineConfig({
  resolve: { alias: { "~": folder("../app"), "#db": folder("../db") } },
  test: { include: TESTS.map((name) => `tests/domain/**/${name}.test.ts`) },
});
