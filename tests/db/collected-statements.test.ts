import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** Statements that nobody holds any more are taken by the garbage collector at any moment, also between two requests. */
const COLLECTED = `
  const Database = (await import("better-sqlite3")).default;
  const database = new Database(":memory:");
  for (let turn = 0; turn < 400; turn += 1) {
    for (let each = 0; each < 50; each += 1) database.prepare("SELECT " + each).get();
    const waste = Array.from({ length: 20_000 }, (_, at) => ({ at }));
    await new Promise((resolve) => setTimeout(resolve, 0, waste));
  }
  console.log("all collected");
`;

it("a process lives on when its statements are collected", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", COLLECTED],
    { encoding: "utf8" },
  );
  expect([status, stdout.trim(), stderr]).toEqual([0, "all collected", ""]);
});
