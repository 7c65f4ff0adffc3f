import type { Change } from "./changes.ts";

/** A change to be tried on a test file; only these tests reach it, or any may where none are named. */
export interface Task {
  id: string;
  testIds: string[];
}

/** What a test file reached when it ran unchanged: under each test's id the changes, and under "" those of its modules. */
export interface Reach {
  file: string;
  /** A hash of the file's text. */
  of: string;
  failed: string[];
  tests: number;
  durationMs: number;
  reached: Record<string, string[]>;
}

/** Shorter files are run whole, because to choose their tests gains nothing. */
const RUN_WHOLE_MS = 300;

/**
 * The test files that reach each change, with the tests of each: the module's own first, then those that reach few, so are
 * about it, and are fast.
 */
export function planTasks(
  changes: readonly Change[],
  reaches: readonly Reach[],
): Map<string, { file: string; task: Task }[]> {
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  const plan = new Map<string, { file: string; task: Task; cost: number }[]>();
  for (const reach of reaches) {
    if (reach.failed.length > 0) continue;
    const always = new Set(reach.reached[""]);
    const testsOf = new Map<string, string[]>();
    for (const [test, ids] of Object.entries(reach.reached))
      for (const id of ids) if (changeOf.has(id)) testsOf.set(id, [...(testsOf.get(id) ?? []), test]);
    for (const [id, tests] of testsOf) {
      const { path = "", isBuiltOnce = false } = changeOf.get(id) ?? {};
      const isWhole =
        always.has(id) || isBuiltOnce || reach.durationMs < RUN_WHOLE_MS || tests.length > reach.tests / 2;
      const near = nearness(path, reach.file);
      const ms = isWhole ? reach.durationMs : (reach.durationMs * tests.length) / reach.tests;
      const cost = (1_000 + ms) * near * (always.has(id) ? 4 : 1);
      plan.set(id, [...(plan.get(id) ?? []), { file: reach.file, task: { id, testIds: isWhole ? [] : tests }, cost }]);
    }
  }
  for (const tasks of plan.values()) tasks.sort((one, other) => one.cost - other.cost);
  return plan;
}

/** 1 for a module's own test; more the fewer folders two paths share. */
export function nearness(path: string, test: string): number {
  const [source, other] = [stem(path).split("/"), stem(test).split("/")];
  let shared = 0;
  while (shared < source.length && source[shared] === other[shared]) shared += 1;
  if (shared === source.length) return 1;
  return 2 + source.length - shared;
}

/** app/domain/shop/cart.server.ts and tests/domain/shop/cart.test.ts give domain/shop/cart. */
function stem(path: string): string {
  return path.replace(/^(app|tests)\//, "").replace(/(\.test|\.server)?\.tsx?$/, "");
}
