import { beforeEach, describe, expect, it, vi } from "vitest";

const PRODUCTION = {
  APP_ENV: "production",
  PUBLIC_ORIGIN: "https://loop.example",
  COMPANY_EMAIL: "hello@loop.example",
  SMTP_URL: "smtps://loop:password@mail.example:465",
  MAIL_FROM: "hello@loop.example",
  S3_BUCKET: "loop",
  S3_REGION: "eu-west-2",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
};
const LIVE = { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };

beforeEach(() => {
  vi.resetModules();
  return () => vi.unstubAllEnvs();
});

describe("business", () => {
  it.each([
    ["is not real with nothing configured", {}, false, false],
    [
      "is not real where only emails are posted",
      { SMTP_URL: "smtp://h", MAIL_FROM: "a@b.example" },
      false,
      false,
    ],
    ["is real in production", { ...PRODUCTION, ...LIVE }, true, true],
    [
      "is real in a rehearsal, though its post is part of it",
      { ...PRODUCTION, ALLOW_TEST_PAYMENTS: "1" },
      true,
      false,
    ],
    ["is real wherever cards are charged", LIVE, true, false],
  ])("%s", async (_, settings, isReal, isPosted) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const { isLive, isEmailLive } = await import("~/domain/test-mode/live-mode.server");
    expect([isLive(), isEmailLive()]).toEqual([isReal, isPosted]);
  });
});
