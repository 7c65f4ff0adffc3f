import { beforeAll, describe, expect, it } from "vitest";
import { lastRuns, recentResults, storeResults } from "~/domain/backoffice/checks/results.server";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

let staffId = "";
beforeAll(async () => {
  staffId = (await colleague("super_admin")).id;
});

describe("results", () => {
  const found = (name: string, isPassed = true) => [{ name, isPassed, durationMs: 1, message: "" }];

  it("are read suite by suite, and each suite’s last run is its own newest", () => {
    storeResults({ suite: "older", kind: "user", found: found("a", false) }, staffId, NOW);
    storeResults({ suite: "older", kind: "user", found: found("b") }, staffId, later(1));
    storeResults({ suite: "newer", kind: "user", found: found("c") }, staffId, later(2));
    expect([recentResults("older"), recentResults()].map((rows) => rows.map(({ name }) => name))).toEqual([
      ["b", "a"],
      ["c", "b", "a"],
    ]);
    expect(lastRuns().get("older")).toEqual({ passed: 1, failed: 0, at: later(1) });
    expect(lastRuns().get("newer")).toEqual({ passed: 1, failed: 0, at: later(2) });
  });

  it("are recorded once, unless what was made is recorded already", () => {
    storeResults({ suite: "recorded", kind: "user", found: found("a"), isRecorded: true }, staffId, NOW);
    expect(auditEventsOn("recorded")).toEqual([]);
    storeResults({ suite: "recorded", kind: "user", found: found("a", false) }, staffId, NOW);
    expect(auditEventsOn("recorded").map(({ after }) => after)).toEqual([JSON.stringify({ checks: 1, failed: 1 })]);
  });
});
