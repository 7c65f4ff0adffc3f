import { existsSync, readFileSync } from "node:fs";

/**
 * The runners' own reports as counts. A runner that fails without naming a failed test still counts as one failure: a
 * run may never look greener than it was.
 */

/** The counts of a Vitest JSON report; a file that could not be loaded is one failure. */
export function countVitest(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The counts of a Playwright JSON report; a test that passed only on a retry has failed. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed || report.errors.length, skipped };
}

/** A check without its own report, such as the types, counts as one. */
export function countOne(code) {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** Reads a runner's report; a bad exit code without a failed test counts as one failure. */
export function readReport(file, count, code) {
  const counts = existsSync(file)
    ? count(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 1, skipped: 0 };
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export function addUp(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(sum)) sum[key] += counts[key];
  return sum;
}

export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
