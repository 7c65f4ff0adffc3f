import { describe, expect, it } from "vitest";
import { expectNothingBreaks } from "../screens/support/app-log";

/** One proxy is in front and appends the client's address to X-Forwarded-For. */
process.env.TRUSTED_PROXY_HOPS = "1";
const { openApp } = await import("../support/app");

const app = await openApp();
expectNothingBreaks();

describe("behind a proxy", () => {
  it("a client is who the proxy says, after hundreds of forged lists", async () => {
    const browser = app.visitor();
    const statuses = [];
    for (let time = 0; time < 400; time += 1) {
      const forwarded = `10.${time % 256}.0.${Math.floor(time / 256)}, 203.0.113.9`;
      statuses.push((await browser.send("/unknown.txt", { headers: { "X-Forwarded-For": forwarded } })).status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(300);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
    const otherClient = await browser.send("/unknown.txt", {
      headers: { "X-Forwarded-For": "203.0.113.10" },
    });
    expect(otherClient.status).toBe(404);
    expect((await browser.send("/unknown.txt")).status).toBe(404);
  });
});
