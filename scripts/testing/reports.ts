import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** So many lines of a message say what was expected, what was there and where. */
const LINES_OF_A_MESSAGE = 12;

/**
 * The runners' own reports as counts. A runner that fails without naming a failed test still counts as one failure: a
 * run may never look greener than it was.
 */

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly {
    name: string;
    status: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: readonly PlaywrightSuite[];
  errors: readonly { message?: string }[];
}

interface PlaywrightSuite {
  suites?: readonly PlaywrightSuite[];
  specs: readonly {
    file: string;
    title: string;
    tests: readonly {
      status: string;
      projectName: string;
      results?: readonly { error?: { message?: string } }[];
    }[];
  }[];
}

interface Runner<Report> {
  count: (report: Report) => Counts;
  failuresOf: (report: Report) => string[];
}

/** The counts of a Vitest JSON report; a file that could not be loaded is one failure. */
export function countVitest(report: VitestReport): Counts {
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
export function countPlaywright(report: Pick<PlaywrightReport, "stats" | "errors">): Counts {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** A name with the start of its error message below it, since of a log from elsewhere only the end may be there to read. */
function withMessage(name: string, message: string | undefined): string {
  if (!message) return name;
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, LINES_OF_A_MESSAGE).map((line) => `  ${line}`)].join("\n");
}

/** What failed in a Vitest report: a file and the test in it, or the file alone where it could not be loaded. */
export function failuresOfVitest(report: VitestReport): string[] {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    const name = relative(process.cwd(), file.name);
    if (failed.length === 0) return file.status === "failed" ? [name] : [];
    return failed.map(({ fullName, failureMessages }) => withMessage(`${name}: ${fullName}`, failureMessages?.[0]));
  });
}

/** What failed in a Playwright report: a project, a file and the journey in it, and what its set-up or its end says. */
export function failuresOfPlaywright({ suites, errors }: Pick<PlaywrightReport, "suites" | "errors">): string[] {
  const failuresOf = (suite: PlaywrightSuite): string[] => [
    ...(suite.suites ?? []).flatMap(failuresOf),
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ projectName, results }) =>
          withMessage(`${projectName}, ${file}: ${title}`, results?.find(({ error }) => error)?.error?.message),
        ),
    ),
  ];
  return [...suites.flatMap(failuresOf), ...errors.map(({ message }) => withMessage("journeys", message))];
}

/** A check without its own report, such as the types, counts as one. */
export function countOne(code: number | null): Counts {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Reads the report of a runner (`VITEST` or `PLAYWRIGHT`) as counts and the names of what failed; a bad exit code
 * without a failed test counts as one failure.
 */
export function readReport<Report>(
  file: string,
  { count, failuresOf }: Runner<Report>,
  code: number | null,
): Counts & { failures: string[] } {
  if (!existsSync(file)) return { ...countOne(1), failures: [] };
  const report: Report = JSON.parse(readFileSync(file, "utf8"));
  const counts = count(report);
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  return { ...counts, failed, failures: failed > 0 ? failuresOf(report) : [] };
}

export function addUp(all: readonly Counts[]): Counts {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export const VITEST: Runner<VitestReport> = { count: countVitest, failuresOf: failuresOfVitest };
export const PLAYWRIGHT: Runner<PlaywrightReport> = {
  count: countPlaywright,
  failuresOf: failuresOfPlaywright,
};
