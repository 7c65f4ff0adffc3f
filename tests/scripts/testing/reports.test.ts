import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import {
  addUp,
  countOne,
  countPlaywright,
  countsLine,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  readReport,
  VITEST,
} from "../../../scripts/testing/reports.ts";

const none = { passed: 0, failed: 0, skipped: 0 };

function vitestReport(changes: object) {
  return {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...changes,
  };
}

function playwrightReport(stats: object, errors: { message: string }[] = []) {
  return { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors };
}

describe("counting what Vitest reports", () => {
  it("counts tests that passed, failed, and were skipped or only planned", () => {
    const report = vitestReport({
      numPassedTests: 12,
      numFailedTests: 2,
      numPendingTests: 3,
      numTodoTests: 1,
    });
    expect(countVitest(report)).toEqual({ passed: 12, failed: 2, skipped: 4 });
  });

  it("counts a file that could not be loaded as a failure, though no test of it ran", () => {
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ];
    expect(countVitest(vitestReport({ numPassedTests: 2, numFailedTests: 1, testResults }))).toEqual({
      passed: 2,
      failed: 2,
      skipped: 0,
    });
  });
});

describe("counting what Playwright reports", () => {
  it("counts a journey that only worked at a second try as failed", () => {
    const report = playwrightReport({ expected: 6, unexpected: 1, flaky: 2, skipped: 1 });
    expect(countPlaywright(report)).toEqual({ passed: 6, failed: 3, skipped: 1 });
  });

  it("counts a product that did not start as a failure", () => {
    expect(countPlaywright(playwrightReport({}, [{ message: "It did not start." }]))).toEqual({
      ...none,
      failed: 1,
    });
  });

  it("counts what the end of the product says besides the journeys that failed", () => {
    const report = playwrightReport({ expected: 6, unexpected: 1 }, [{ message: "The product logged errors." }]);
    expect(countPlaywright(report)).toEqual({ passed: 6, failed: 2, skipped: 0 });
  });
});

describe("naming what failed", () => {
  it("names a test with its file, and a file alone where it could not be loaded", () => {
    const testResults = [
      {
        name: join(process.cwd(), "tests", "a.test.ts"),
        status: "failed",
        assertionResults: [
          {
            status: "failed",
            fullName: "a week is printed",
            failureMessages: ["\u001b[31mError: 51\u001b[39m\n\n  at a"],
          },
          { status: "passed", fullName: "a week is kept" },
        ],
      },
      { name: join(process.cwd(), "tests", "b.test.ts"), status: "failed", assertionResults: [] },
      { name: join(process.cwd(), "tests", "c.test.ts"), status: "passed", assertionResults: [] },
    ];
    expect(failuresOfVitest(vitestReport({ testResults }))).toEqual([
      "tests/a.test.ts: a week is printed\n  Error: 51\n    at a",
      "tests/b.test.ts",
    ]);
  });

  it("names a journey with its project and file, and what kept the product from starting", () => {
    const spec = (title: string, status: string) => ({
      title,
      file: "gift.spec.ts",
      tests: [{ status, projectName: "without JavaScript", results: [{ error: { message: "no voucher" } }] }],
    });
    const suites = [
      {
        specs: [spec("a gift is given", "expected")],
        suites: [{ specs: [spec("a gift is redeemed", "unexpected")] }],
      },
    ];
    expect(failuresOfPlaywright({ suites, errors: [] })).toEqual([
      "without JavaScript, gift.spec.ts: a gift is redeemed\n  no voucher",
    ]);
    expect(failuresOfPlaywright({ suites, errors: [{ message: "It logged errors:\nbusy" }] })).toEqual([
      "without JavaScript, gift.spec.ts: a gift is redeemed\n  no voucher",
      "journeys\n  It logged errors:\n  busy",
    ]);
  });
});

describe("reading a report", () => {
  const folder = () => mkdtempSync(join(settings.dataFolder, "report-"));

  it("takes a missing report for a failure", () => {
    expect(readReport(join(folder(), "none.json"), VITEST, 0)).toEqual({ ...none, failed: 1, failures: [] });
  });

  it.each([
    ["a bad exit code", 1],
    ["being stopped", null],
  ])("does not let %s go unseen where every test passed", (_, code) => {
    const file = join(folder(), "report.json");
    writeFileSync(file, JSON.stringify(vitestReport({ numPassedTests: 4 })));
    expect(readReport(file, VITEST, code)).toEqual({ ...none, passed: 4, failed: 1, failures: [] });
    expect(readReport(file, VITEST, 0)).toEqual({ ...none, passed: 4, failures: [] });
  });
});

describe("the last line", () => {
  it("adds everything up and leaves out what nobody skipped", () => {
    const sum = addUp([countOne(0), countOne(2), countOne(null), { passed: 40, failed: 0, skipped: 0 }]);
    expect(countsLine(sum)).toBe("41 passed, 2 failed");
  });

  it("says how many were skipped", () => {
    expect(countsLine({ passed: 3, failed: 0, skipped: 2 })).toBe("3 passed, 0 failed, 2 skipped");
  });
});
