import { beforeEach, describe, expect, it, vi } from "vitest";
import { LIVE_PAYMENTS, PRODUCTION } from "../../../support/production-settings";

beforeEach(() => {
  vi.resetModules();
  return () => vi.unstubAllEnvs();
});

describe("business", () => {
  it.each([
    ["is not real with nothing configured", {}, false, false],
    ["is not real where only emails are posted", { SMTP_URL: "smtp://h", MAIL_FROM: "a@b.example" }, false, false],
    ["is real in production", { ...PRODUCTION, ...LIVE_PAYMENTS }, true, true],
    ["is real in a rehearsal, though its post is part of it", { ...PRODUCTION, ALLOW_TEST_PAYMENTS: "1" }, true, false],
    ["is real wherever cards are charged", LIVE_PAYMENTS, true, false],
  ])("%s", async (_, settings, isReal, isPosted) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const { isLive, isEmailLive } = await import("~/domain/kernel/test-mode/live-mode.server");
    expect([isLive(), isEmailLive()]).toEqual([isReal, isPosted]);
  });
});
