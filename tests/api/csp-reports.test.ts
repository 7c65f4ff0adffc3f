import { describe, expect, it } from "vitest";
import { ReportLog } from "~/web/policy-reports.server";
import { everyRow } from "../screens/support/fixtures";
import { openApp } from "../support/app";

const app = await openApp();

const REPORT = JSON.stringify({
  "csp-report": {
    "document-uri": "https://loop.example/dashboard?week=3&token=private",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://evil.example/x.js?key=private",
  },
});
const NOW = new Date("2026-11-20T10:00:00Z");

describe("a report of a breach of a page\u2019s policy", () => {
  it("is taken from a browser on our own page, and changes nothing", async () => {
    const before = everyRow();
    const headers = { "Content-Type": "application/csp-report", "Sec-Fetch-Site": "same-origin" };
    const response = await app.visitor().send("/csp-reports", { method: "POST", body: REPORT, headers });
    expect([response.status, response.body]).toEqual([204, ""]);
    expect(everyRow()).toEqual(before);
  });

  it("is not taken from another site, nor a long one, nor asked for", async () => {
    const send = (body: string, headers: Record<string, string>) =>
      app.visitor().send("/csp-reports", { method: "POST", body, headers });
    expect((await send(REPORT, { Origin: "https://evil.example" })).status).toBe(403);
    expect((await send(REPORT, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await send("x".repeat(17 * 1024), {})).status).toBe(413);
  });

  it("is noted in one line without what is private", () => {
    const reports: unknown[] = [];
    new ReportLog((report) => reports.push(report)).note(REPORT, NOW);
    expect(reports).toEqual([{ rule: "script-src-elem", path: "/dashboard", blocked: "evil.example" }]);
  });

  it.each(["", "{", "null", "[]", '{"csp-report":7}', '{"csp-report":{"document-uri":[]}}'])(
    "that is not a report is dropped: %s",
    (body) => {
      const reports: unknown[] = [];
      new ReportLog((report) => reports.push(report)).note(body, NOW);
      expect(reports).toEqual([]);
    },
  );

  it("is noted ten times a minute at most", () => {
    const lines: unknown[] = [];
    const log = new ReportLog((report) => lines.push(report));
    for (let time = 0; time < 50; time += 1) log.note(REPORT, NOW);
    expect(lines).toHaveLength(10);
    log.note(REPORT, new Date(NOW.getTime() + 60_000));
    expect(lines).toHaveLength(11);
  });
});
