import { expect, test } from "vitest";
import type { Change } from "../../../scripts/mutation/changes.ts";
import { planTasks, type Reach } from "../../../scripts/mutation/plan.ts";

const change = (id: string, path: string): Change => ({
  id,
  path,
  kind: "refusal",
  line: 1,
  was: "",
  becomes: "",
  isBuiltOnce: false,
});
const reach = (file: string, reached: Reach["reached"], more: Partial<Reach> = {}): Reach => ({
  ...{ file, of: "", failed: [], tests: 10, durationMs: 5_000, reached },
  ...more,
});
const filesOf = (plan: ReturnType<typeof planTasks>, id: string) => plan.get(id)?.map(({ file }) => file);

test("a change is tried on its module's own test first, then on what lies near it", () => {
  const plan = planTasks(
    [change("a", "app/domain/shop/orders/refunds.server.ts")],
    [
      reach("tests/domain/diary/loops.test.ts", { one: ["a"] }),
      reach("tests/domain/shop/orders/paying.test.ts", { one: ["a"] }),
      reach("tests/domain/shop/orders/refunds.test.ts", { one: ["a"] }),
      reach("tests/domain/shop/cart.test.ts", { one: ["other"] }),
    ],
  );
  expect(filesOf(plan, "a")).toEqual([
    "tests/domain/shop/orders/refunds.test.ts",
    "tests/domain/shop/orders/paying.test.ts",
    "tests/domain/diary/loops.test.ts",
  ]);
});

test("of a long file only the tests run that reach the change, and all where its modules reach it or it is short", () => {
  const changes = ["tested", "loaded", "short"].map((id) => change(id, "app/domain/shop/cart.ts"));
  const long = reach("tests/domain/shop/cart.test.ts", { "": ["loaded"], one: ["tested"], two: ["loaded"] });
  const short = reach("tests/domain/shop/small.test.ts", { one: ["short"] }, { durationMs: 20 });
  const plan = planTasks(changes, [long, short]);
  expect(plan.get("tested")?.[0]?.task.testIds).toEqual(["one"]);
  expect(plan.get("loaded")?.[0]?.task.testIds).toEqual([]);
  expect(plan.get("short")?.[0]?.task.testIds).toEqual([]);
});

test("a file that fails without any change proves nothing", () => {
  const failing = reach("tests/domain/shop/cart.test.ts", { one: ["a"] }, { failed: ["one"] });
  expect(filesOf(planTasks([change("a", "app/domain/shop/cart.ts")], [failing]), "a")).toBeUndefined();
});
