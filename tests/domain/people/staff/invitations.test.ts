import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { auditEvents, emails, staff } from "#db/schema";
import { setUpForm } from "~/domain/people/staff/forms";
import { completeSetUp, inviteStaff, resetSignIn, setUpData } from "~/domain/people/staff/invitations.server";
import { deactivateStaff } from "~/domain/people/staff/staff.server";
import { signInStaff } from "~/domain/people/staff/staff-sign-in.server";
import { later, NOW } from "../../../support/people";
import { codeAt, colleague, STAFF_PASSWORD } from "./colleagues";

const NEW_PASSWORD = "Marmalade-and-6-spoons";
const THREE_DAYS = 3 * 86_400;
let joan = { id: "", email: "", secret: "" };
let by = { staffId: "" };
beforeEach(async () => {
  db.delete(staff).run();
  joan = await colleague("super_admin");
  by = { staffId: joan.id };
});

function invite(email: string): string {
  const invited = inviteStaff({ email, name: "Ruth Adeyemi", role: "moderator" }, by, NOW);
  if (!invited.ok) throw new Error(invited.reason);
  return invited.staffId;
}

/** What the link in the newest email to somebody holds. */
function tokenTo(email: string): string {
  const newest = db.select().from(emails).where(eq(emails.toEmail, email)).orderBy(desc(emails.createdAt)).get();
  return /token=(\S+)/.exec(newest?.textBody ?? "")?.[1] ?? "";
}

function codeFor(token: string, at = NOW): string {
  const secret = setUpData(token, NOW)?.secret.replaceAll(" ", "") ?? "";
  return codeAt(secret, at);
}

const enter = (email: string, password: string, code: string, at = NOW) =>
  signInStaff({ email, password, code, clientAddress: `for ${email}` }, at);

describe("inviting a colleague", () => {
  it.each<[string, Partial<typeof staff.$inferInsert>]>([
    ["they were switched off", { isActive: false }],
    ["their authenticator was renewed", { totpSealed: "another" }],
    ["another page has set it up", { passwordHash: "set" }],
  ])("sets up nothing where %s meanwhile, and nobody else", async (_, change) => {
    const ruth = invite("ruth@loop.example");
    const row = (id: string) => db.select().from(staff).where(eq(staff.id, id)).get();
    const sunil = invite("sunil@loop.example");
    const token = tokenTo("ruth@loop.example");
    const setUp = completeSetUp(token, { password: NEW_PASSWORD, code: codeFor(token) }, NOW);
    db.update(staff)
      .set({ totpSealed: row(ruth)?.totpSealed })
      .where(eq(staff.id, sunil))
      .run();
    db.update(staff).set(change).where(eq(staff.id, ruth)).run();
    expect(await setUp).toEqual({ ok: false, reason: "invalid_link" });
    expect([row(ruth)?.passwordHash, row(sunil)?.passwordHash]).toEqual([change.passwordHash ?? null, null]);
  });

  it("is a super admin’s to do, once an address, in any case", async () => {
    const { id } = await colleague("moderator");
    const ruth = { email: "ruth@loop.example", name: "Ruth", role: "support" } as const;
    expect(inviteStaff(ruth, { staffId: id }, NOW)).toEqual({ ok: false, reason: "not_allowed" });
    expect(inviteStaff(ruth, by, NOW).ok).toBe(true);
    const twin = { ...ruth, email: "RUTH@loop.example" };
    expect(inviteStaff(twin, by, NOW)).toEqual({ ok: false, reason: "email_taken" });
    expect(db.select().from(staff).all()).toHaveLength(3);
  });

  it("lets them choose a password and set up an authenticator, once, and signs nobody in", async () => {
    const ruth = invite("ruth@loop.example");
    invite("sunil@loop.example");
    const token = tokenTo("ruth@loop.example");
    expect(setUpData(token, NOW)).toMatchObject({ name: "Ruth Adeyemi", email: "ruth@loop.example" });
    expect(setUpData(tokenTo("sunil@loop.example"), NOW)?.email).toBe("sunil@loop.example");
    const code = codeFor(token);
    const wrong = { password: NEW_PASSWORD, code: code === "000000" ? "000001" : "000000" };
    expect(await completeSetUp(token, wrong, NOW)).toEqual({ ok: false, reason: "wrong_code" });
    expect(await completeSetUp(token, { password: NEW_PASSWORD, code }, NOW)).toEqual({ ok: true });
    expect(await completeSetUp(token, { password: "Another-8-word", code }, NOW)).toEqual({
      ok: false,
      reason: "invalid_link",
    });
    expect(setUpData(token, NOW)).toBeUndefined();
    const done = db.select().from(auditEvents).where(eq(auditEvents.action, "staff.set_up")).all();
    expect(done.map(({ objectId }) => objectId)).toEqual([ruth]);
    const rows = db.select().from(staff).where(eq(staff.role, "moderator")).all();
    expect(rows.map(({ email, passwordHash }) => [email, passwordHash !== null])).toEqual([
      ["ruth@loop.example", true],
      ["sunil@loop.example", false],
    ]);
  });

  it("is done once where two browsers use the link at the same moment", async () => {
    invite("ruth@loop.example");
    const token = tokenTo("ruth@loop.example");
    const given = { password: NEW_PASSWORD, code: codeFor(token) };
    const [one, other] = await Promise.all([1, 2].map(() => completeSetUp(token, given, NOW)));
    expect([one?.ok, other?.ok].sort()).toEqual([false, true]);
  });

  it("lasts three days to the millisecond, and only while the colleague has not left", () => {
    const ruth = invite("ruth@loop.example");
    const token = tokenTo("ruth@loop.example");
    expect(setUpData(token, later(THREE_DAYS - 0.001))).toBeDefined();
    expect(setUpData(token, later(THREE_DAYS))).toBeUndefined();
    deactivateStaff({ staffId: ruth, reason: "Changed her mind" }, by, NOW);
    expect(setUpData(token, NOW)).toBeUndefined();
  });

  it.each(["", "no token", "x".repeat(200)])("has no link with the token “%s”", async (token) => {
    invite("ruth@loop.example");
    expect(setUpData(token, NOW)).toBeUndefined();
    expect((await completeSetUp(token, { password: NEW_PASSWORD, code: "123456" }, NOW)).ok).toBe(false);
  });
});

it("setting up asks for a password, twice, and a code", () => {
  const given = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  expect(setUpForm.safeParse({ ...given, code: "123 456" }).success).toBe(true);
  expect(setUpForm.safeParse(given).error?.issues.map(({ path }) => path)).toEqual([["code"]]);
});

describe("resetting how a colleague signs in", () => {
  it("ends their password and authenticator and nobody else’s, and only the newest link works", async () => {
    const [bea, hal] = [await colleague("support"), await colleague("support")];
    expect(resetSignIn({ staffId: bea.id, reason: "Lost telephone" }, by, NOW)).toEqual({ ok: true });
    const first = tokenTo(bea.email);
    expect((await enter(bea.email, STAFF_PASSWORD, codeAt(bea.secret, NOW))).ok).toBe(false);
    expect((await enter(hal.email, STAFF_PASSWORD, codeAt(hal.secret, NOW))).ok).toBe(true);
    resetSignIn({ staffId: bea.id, reason: "The email got lost" }, by, later(1));
    const second = tokenTo(bea.email);
    expect([setUpData(first, later(2)), setUpData(second, later(2))?.email]).toEqual([undefined, bea.email]);
    const [code, next] = [NOW, later(60)].map((at) => codeFor(second, at));
    const given = { password: NEW_PASSWORD, code: code ?? "" };
    expect(await completeSetUp(second, given, NOW)).toEqual({ ok: true });
    expect((await enter(bea.email, NEW_PASSWORD, next ?? "", later(60))).ok).toBe(true);
  });
});
