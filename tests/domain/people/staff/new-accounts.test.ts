import { describe, expect, it } from "vitest";
import { LIVE_PAYMENTS, PRODUCTION } from "../../../support/production-settings";

/** A shop whose email and payments are real; set before any of its code is loaded. */
Object.assign(process.env, PRODUCTION, LIVE_PAYMENTS);
const { db } = await import("#db/client.server");
const { emails } = await import("#db/schema");
const { openAccount } = await import("~/domain/people/staff/new-accounts.server");
const { colleague } = await import("./colleagues");
const { NOW, person } = await import("../../../support/people");

describe("if emails are really sent", () => {
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

it("staff open no second account for an address that is proven, and one for an address that is not", async () => {
  const { id } = await colleague("support");
  const [{ email }, unproven] = [person("Ada"), person("Ben", { emailVerifiedAt: null })];
  const open = (to: string) => openAccount({ firstName: "", lastName: "", isTest: false, email: to }, id, NOW);
  expect(await open(email.toUpperCase())).toEqual({ ok: false, reason: "email_taken" });
  expect((await open(unproven.email)).ok).toBe(true);
});
