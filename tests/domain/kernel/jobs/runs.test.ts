import { expect, it } from "vitest";
import { lastRunOf, recordRun } from "~/domain/kernel/jobs/runs.server";
import { later, NOW } from "../../../support/people";

it("the last run of each task is its own", () => {
  const run = { startedAt: NOW, finishedAt: null, failure: null };
  recordRun("send-emails", run);
  recordRun("check-files", { ...run, startedAt: later(1) });
  recordRun("check-files", { ...run, startedAt: later(2), finishedAt: later(3), failure: "x".repeat(2_000) });
  expect(lastRunOf("send-emails")).toMatchObject(run);
  expect(lastRunOf("check-files")).toMatchObject({ startedAt: later(2), failure: "x".repeat(1_000) });
  expect(lastRunOf("nothing")).toBeUndefined();
});
