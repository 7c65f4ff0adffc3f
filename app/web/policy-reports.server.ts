import { z } from "zod";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { loggedAddress } from "./logged-address.server";

/**
 * Browsers' reports of violations of our content security policy. Anybody can send one, so at most ten a minute are
 * logged, each in one line and without free text: the rule, the page's path, and the blocked host.
 */

const MOST_A_MINUTE = 10;

const Report = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().optional(),
    "violated-directive": z.string().optional(),
    "document-uri": z.string().optional(),
    "blocked-uri": z.string().optional(),
  }),
});

export class ReportLog {
  private minute = 0;
  private noted = 0;

  private readonly write: (report: Record<string, unknown>) => void;

  constructor(write: (report: Record<string, unknown>) => void) {
    this.write = write;
  }

  /** Logs a report as one line; drops malformed reports and those beyond the limit. */
  note(body: string, now: Date): void {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute !== this.minute) [this.minute, this.noted] = [minute, 0];
    if (this.noted >= MOST_A_MINUTE) return;
    const report = readReport(body);
    if (!report) return;
    this.noted += 1;
    this.write(report);
  }
}

function readReport(body: string) {
  try {
    const { "csp-report": report } = Report.parse(JSON.parse(body));
    const rule = report["effective-directive"] ?? report["violated-directive"] ?? "";
    return {
      rule: /^[a-z-]{1,40}/.exec(rule)?.[0] ?? "unknown",
      path: pathIn(report["document-uri"]),
      blocked: addressIn(report["blocked-uri"])?.host.slice(0, 100) ?? "inline",
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

function pathIn(address?: string): string {
  const path = addressIn(address)?.pathname;
  return path === undefined ? "unknown" : loggedAddress(path).slice(0, 100);
}

function addressIn(text = ""): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
