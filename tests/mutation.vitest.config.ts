import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests of business rules that need no database, so that each of a thousand mutants takes less than a second. */
const TESTS = [
  ...["calendar", "days", "instants", "pauses", "voucher-validity"],
  ...["pricing", "pounds", "refund-lines", "cancellation", "cart"],
  ...["rules", "validity", "gift-state", "code", "states", "approval"],
  ...["permissions", "exposure", "belongings", "shipments", "back-off"],
];

/** What `npm run mutate` runs for each mutant. */
export default defineConfig({
  resolve: { alias: { "~": folder("../app"), "#db": folder("../db") } },
  test: { include: TESTS.map((name) => `tests/domain/**/${name}.test.ts`) },
});
