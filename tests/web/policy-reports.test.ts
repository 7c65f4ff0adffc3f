import { expect, it } from "vitest";
import { ReportLog } from "~/web/policy-reports.server";
import { later, NOW } from "../support/people";

const report = JSON.stringify({
  "csp-report": { "effective-directive": "script-src-elem 'self'", "document-uri": "http://localhost:3000/about?q=1" },
});

it("ten reports a minute are logged, each in a few words, and malformed ones are dropped uncounted", () => {
  const written: object[] = [];
  const log = new ReportLog((line) => written.push(line));
  for (const body of ["", "{", "[]", '{"csp-report":1}']) log.note(body, NOW);
  for (let sent = 0; sent < 12; sent += 1) log.note(report, NOW);
  expect(written).toEqual(Array(10).fill({ rule: "script-src-elem", path: "/about", blocked: "inline" }));
  log.note(report, later(60));
  expect(written).toHaveLength(11);
});
