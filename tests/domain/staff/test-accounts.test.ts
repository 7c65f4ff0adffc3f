import { describe, expect, it } from "vitest";

/** A shop whose email and payments are real; set before any of its code is loaded. */
Object.assign(process.env, {
  APP_ENV: "production",
  PUBLIC_ORIGIN: "https://loop.example",
  COMPANY_EMAIL: "hello@loop.example",
  SMTP_URL: "smtps://loop:password@mail.example:465",
  MAIL_FROM: "hello@loop.example",
  S3_BUCKET: "loop",
  S3_REGION: "eu-west-2",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
});
const { db } = await import("#db/client.server");
const { emails } = await import("#db/schema");
const { openAccount } = await import("~/domain/staff/new-accounts.server");
const { colleague } = await import("./colleagues");
const { NOW } = await import("../../support/people");

describe("where post is real", () => {
  it("a customer whose account staff open is written to, and a test account is not", async () => {
    const { id } = await colleague("support");
    const names = { firstName: "", lastName: "" };
    for (const [email, isTest] of [
      ["edith@example.org", false],
      ["test@example.org", true],
    ] as const)
      expect((await openAccount({ ...names, email, isTest }, id, NOW)).ok).toBe(true);
    expect(db.select({ to: emails.toEmail }).from(emails).all()).toEqual([{ to: "edith@example.org" }]);
  });
});
