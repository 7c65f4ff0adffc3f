import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gt, gte, lt, lte } from "drizzle-orm";
import { TestRunner } from "vitest";
import { startTests } from "vitest/internal/browser";
import type { Task } from "./plan.ts";

/**
 * Runs a test file once as it is, and again for each change that is to be tried on it, in one process. What it finds are
 * lines of a file: a process that hangs in a change is ended, and loses nothing.
 */

const switches = {
  isOn(id: string): boolean {
    switches.reached?.add(id);
    return id === switches.on;
  },
  on: "",
  reached: undefined as Set<string> | undefined,
  ...{ gt, gte, lt, lte },
};
Object.assign(globalThis, { loopChanges: switches });

const folder = process.env.MUTATION_FOLDER ?? "";
type Specification = Exclude<Parameters<typeof startTests>[0][number], string>;
type File = Awaited<ReturnType<typeof startTests>>[number];
type Tests = File | File["tasks"][number];

export default class MutationRunner extends TestRunner {
  #reached = new Map<string, Set<string>>();
  #path = "";

  override onCollectStart(file: File) {
    super.onCollectStart(file);
    this.#path = file.filepath.slice(file.filepath.indexOf("/tests/") + 1);
    this.#reached = new Map();
    this.#reachedBy("");
  }

  override async onBeforeRunTask(test: Parameters<TestRunner["onBeforeRunTask"]>[0]) {
    await super.onBeforeRunTask(test);
    this.#reachedBy(test.id);
  }

  override onAfterRunTask(test: Parameters<TestRunner["onAfterRunTask"]>[0]) {
    super.onAfterRunTask(test);
    this.#reachedBy("");
  }

  #reachedBy(testId: string) {
    switches.reached = this.#reached.get(testId) ?? new Set();
    this.#reached.set(testId, switches.reached);
  }

  override async onAfterRunFiles(files: File[]) {
    super.onAfterRunFiles(files);
    switches.reached = undefined;
    const [file] = files;
    if (!file) return;
    const reached = Object.fromEntries([...this.#reached].map(([test, ids]) => [test, [...ids]]));
    const { failed, tests, durationMs } = outcomeOf(file);
    this.#write({ kind: "file", failed, tests, durationMs, reached });
    if (failed.length > 0) return;
    for (const task of this.#tasks()) await this.#try(file.filepath, task);
  }

  #tasks(): Task[] {
    const path = join(folder, "tasks.json");
    const tasks: Record<string, Task[]> = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
    return tasks[this.#path] ?? [];
  }

  async #try(filepath: string, { id, testIds }: Task) {
    this.#write({ kind: "began", id, pid: process.pid, at: Date.now() });
    const started = performance.now();
    const failed = await this.#run(filepath, id, testIds);
    // A test that needs an earlier one, which does not reach the change, fails without the change too.
    const isTrue = failed.length === 0 || testIds.length === 0 || (await this.#run(filepath, "", testIds)).length === 0;
    const by = isTrue ? failed : await this.#run(filepath, id, []);
    this.#write({ kind: "tried", id, killedBy: by[0] ?? null, ms: Math.round(performance.now() - started) });
  }

  async #run(filepath: string, id: string, testIds: readonly string[]): Promise<string[]> {
    const runner = new QuietRunner(this.config);
    // Vitest gives both to the runner that it makes itself.
    for (const name of ["moduleRunner", "_otel"])
      Object.defineProperty(runner, name, { value: Reflect.get(this, name) });
    switches.on = id;
    try {
      const specification: Specification = {
        filepath,
        testIds: testIds.length > 0 ? [...testIds] : undefined,
        testLocations: undefined,
      };
      const [file] = await startTests([specification], runner);
      return file ? outcomeOf(file).failed : ["no file"];
    } catch (error) {
      return [String(error)];
    } finally {
      switches.on = "";
    }
  }

  #write(line: object) {
    appendFileSync(join(folder, `found-${process.pid}.jsonl`), `${JSON.stringify({ file: this.#path, ...line })}\n`);
  }
}

/** Stops at the first test that fails. */
class QuietRunner extends TestRunner {
  override onAfterRunTask(test: Parameters<TestRunner["onAfterRunTask"]>[0]) {
    super.onAfterRunTask(test);
    if (test.result?.state === "fail") this.cancel("test-failure");
  }
}

function outcomeOf(file: File) {
  const failed: string[] = [];
  let tests = 0;
  visit(file);
  return { failed, tests, durationMs: Math.round(file.result?.duration ?? 0) };

  function visit(task: Tests): void {
    if (task.type === "test") tests += 1;
    if (task.result?.state === "fail")
      failed.push(
        task.result.errors?.[0]?.message ? `${task.name}: ${task.result.errors[0].message.slice(0, 100)}` : task.name,
      );
    if (task.type === "suite") for (const inner of task.tasks) visit(inner);
  }
}
