import { readdirSync } from "node:fs";

/**
 * Mutation testing of the business rules (`npm run mutate`): each is changed in every small way, and a test must fail.
 * A rule is found by the name of its file, in any folder of app/domain.
 */
const RULES = [
  ...["calendar", "days", "instants", "completion", "printed-weeks", "rescheduling"],
  ...["pricing", "prices", "pounds", "refund-lines", "refund-limits", "order-rules/cancellation", "cart"],
  ...["rules", "voucher-validity", "gift-state", "code", "states", "approval"],
  ...["permissions", "exposure", "roles", "shipments", "back-off"],
];

const files = readdirSync("app/domain", { recursive: true, encoding: "utf8" }).map((file) => `app/domain/${file}`);
const mutate = RULES.flatMap((rule) => {
  const found = files.filter((file) => file.endsWith(`/${rule}.ts`));
  if (found.length === 0)
    throw new Error(`app/domain has no file ${rule}.ts: correct tests/mutation.stryker.config.ts.`);
  return found;
});

/** Stryker's options (`PartialStrykerOptions`), read by `stryker.config.mjs`. */
export default {
  mutate,
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation.vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // Only an endless loop takes this long, even on a busy machine.
  timeoutMS: 20_000,
  ignorePatterns: ["/build", "/data", "/migrations", "/public", "/scripts", "/test-results"],
  reporters: ["clear-text", "progress-append-only", "html"],
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
  htmlReporter: { fileName: "reports/mutation.html" },
  thresholds: { high: 95, low: 90, break: 90 },
  allowEmpty: false,
  tempDirName: ".stryker-tmp",
};
