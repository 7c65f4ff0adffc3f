import { readdirSync } from "node:fs";

/**
 * Mutation testing of the business's laws (`npm run mutate`): each law is changed in every small way, and a test must
 * notice. A law is found by the name of its file, wherever in app/domain it lies.
 */
const LAWS = [
  ...["calendar", "days", "instants", "completion", "printed-weeks", "rescheduling", "working-days"],
  ...["pricing", "prices", "pounds", "refund-lines", "orders/cancellation", "cart"],
  ...["rules", "validity", "gift-state", "code", "states", "approval"],
  ...["permissions", "exposure", "roles", "shipments", "back-off"],
];

const files = readdirSync("app/domain", { recursive: true, encoding: "utf8" }).map(
  (file) => `app/domain/${file}`,
);
const mutate = LAWS.flatMap((law) => {
  const found = files.filter((file) => file.endsWith(`/${law}.ts`));
  if (found.length === 0)
    throw new Error(`No file of the law "${law}" is in app/domain: correct stryker.config.mjs.`);
  return found;
});

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  mutate,
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation.vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // Only a change that never ends takes so long, also on a busy machine.
  timeoutMS: 20_000,
  ignorePatterns: ["/build", "/data", "/migrations", "/public", "/scripts", "/test-results"],
  reporters: ["clear-text", "progress-append-only", "html"],
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
  htmlReporter: { fileName: "reports/mutation.html" },
  thresholds: { high: 95, low: 90, break: 90 },
  allowEmpty: false,
  tempDirName: ".stryker-tmp",
};
