import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take fifteen seconds or more, the longest first, and those that mostly wait between those that work. Vitest
 * begins with the largest files; one of these at the end of a run would leave a core idle for as long as it takes.
 */
const LONGEST = [
  "tests/scripts/backups.test.ts",
  "tests/resilience/moved-machines.test.ts",
  "tests/scripts/seed.test.ts",
  "tests/web/limits/costs.test.ts",
  "tests/domain/system/files/file-check/random-acts.test.ts",
  "tests/security/staff-permissions.test.ts",
  "tests/resilience/refused-starts.test.ts",
  "tests/domain/book/prepress/pdf-x4/archive-rules.test.ts",
  "tests/web/request-guard/storage.test.ts",
  "tests/domain/book/books/book-renderer/openings.test.ts",
  "tests/domain/privacy/erasure/erasure.test.ts",
  "tests/adapters/mail-reports/imap.test.ts",
  "tests/security/owners.test.ts",
  "tests/resilience/while-storage-is-silent.test.ts",
  "tests/resilience/killed-worker.test.ts",
  "tests/domain/book/books/print-order.test.ts",
  "tests/scripts/reseal.test.ts",
  "tests/domain/operations/printing.test.ts",
  "tests/domain/book/books/book-renderer/proof-and-print.test.ts",
  "tests/domain/mail/outbox/circuit-breaker.test.ts",
];

/** The place of a file among the longest; all others come after them, in the order that Vitest gave them. */
const placeOf = ({ moduleId }: TestSpecification) => {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return place < 0 ? LONGEST.length : place;
};

/** The longest files first. @throws Error when one of them is not there, because it was renamed. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const missing = LONGEST.filter((name) => !existsSync(join(process.cwd(), name)));
    if (missing.length > 0)
      throw new Error(`Not there: ${missing.join(", ")}. Correct tests/support/longest-first.ts.`);
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
