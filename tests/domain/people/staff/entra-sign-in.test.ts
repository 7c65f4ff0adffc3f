import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CLIENT, startDirectory, TENANT } from "../../../support/directory";

const ORIGIN = "https://loop.example";
const RETURN_TO = `${ORIGIN}/hyperloop/entra/callback`;
const directory = await startDirectory(ORIGIN);
Object.assign(process.env, { ...CLIENT, ENTRA_TENANT_ID: TENANT, ENTRA_ISSUER: directory.issuer });
const { db } = await import("#db/client.server");
const { auditEvents, staff } = await import("#db/schema");
const { beginEntraSignIn, finishEntraSignIn } = await import("~/domain/people/staff/entra-sign-in.server");
const { findStaffSession } = await import("~/domain/people/staff/staff-sessions.server");
const { NOW } = await import("../../../support/people");

afterAll(() => directory.close());
beforeEach(() => {
  db.delete(staff).run();
});

function colleague(email: string, given: Partial<typeof staff.$inferInsert> = {}): string {
  const made = { email, name: "Ruth", role: "support", createdAt: NOW, ...given } as const;
  return db.insert(staff).values(made).returning().get().id;
}

/** Who comes back from the directory; null for somebody who stops there. */
async function enter(person: { oid: string; email?: string } | null) {
  directory.person = person && { tid: TENANT, oid: person.oid, preferred_username: person.email };
  const begun = await beginEntraSignIn(RETURN_TO);
  if (!begun.ok) throw new Error("The directory doesn’t answer.");
  return await finishEntraSignIn(await directory.signIn(begun.url), begun.attempt, NOW);
}

const objectOf = (id: string) => db.select().from(staff).where(eq(staff.id, id)).get()?.entraObjectId;
const unknown = { ok: false, reason: "unknown" };

describe("signing in by the directory", () => {
  it("finds a colleague by email the first time, whatever its capitals, and by the directory’s id from then on", async () => {
    const [ruth, sunil] = [colleague("ruth@loop.example"), colleague("sunil@loop.example")];
    const first = await enter({ oid: "ruth-in-directory", email: "Ruth@LOOP.example" });
    expect(first).toMatchObject({ ok: true, staffId: ruth });
    expect(first.ok && findStaffSession(first.sessionKey, NOW)?.staffId).toBe(ruth);
    expect([ruth, sunil].map(objectOf)).toEqual(["ruth-in-directory", null]);
    expect(await enter({ oid: "ruth-in-directory", email: "married@loop.example" })).toMatchObject({ staffId: ruth });
    expect(await enter({ oid: "ruth-in-directory" })).toMatchObject({ staffId: ruth });
    expect(await enter({ oid: "sunil-in-directory", email: "sunil@loop.example" })).toMatchObject({ staffId: sunil });
    const bound = db.select().from(auditEvents).where(eq(auditEvents.action, "staff.bind_entra")).all();
    expect(bound.map(({ objectId }) => objectId)).toEqual([ruth, sunil]);
  });

  it("lets nobody in without an account made for them, nor without an email the first time", async () => {
    const ruth = colleague("ruth@loop.example");
    expect(await enter({ oid: "stranger", email: "stranger@loop.example" })).toEqual(unknown);
    expect(await enter({ oid: "nameless" })).toEqual(unknown);
    expect(objectOf(ruth)).toBeNull();
  });

  it("lets in no later owner of a colleague’s email address", async () => {
    const ruth = colleague("ruth@loop.example", { entraTenantId: TENANT, entraObjectId: "ruth-in-directory" });
    expect(await enter({ oid: "successor", email: "ruth@loop.example" })).toEqual(unknown);
    expect(objectOf(ruth)).toBe("ruth-in-directory");
  });

  it("lets in nobody who has left, and doesn’t make them another colleague with that email", async () => {
    const gone = { entraTenantId: TENANT, entraObjectId: "ruth-in-directory", isActive: false };
    colleague("ruth@loop.example", gone);
    const [left, other] = [colleague("left@loop.example", { isActive: false }), colleague("other@loop.example")];
    expect(await enter({ oid: "ruth-in-directory", email: "ruth@loop.example" })).toEqual(unknown);
    expect(await enter({ oid: "left-in-directory", email: "left@loop.example" })).toEqual(unknown);
    expect(await enter({ oid: "ruth-in-directory", email: "other@loop.example" })).toEqual(unknown);
    expect([left, other].map(objectOf)).toEqual([null, null]);
  });

  it("knows a person of one organisation’s directory from the same id in another", async () => {
    const elsewhere = { entraTenantId: "another-organisation", entraObjectId: "ruth-in-directory" };
    const [other, ruth] = [colleague("other@loop.example", elsewhere), colleague("ruth@loop.example")];
    expect(await enter({ oid: "ruth-in-directory", email: "ruth@loop.example" })).toMatchObject({ staffId: ruth });
    expect(objectOf(other)).toBe("ruth-in-directory");
  });

  it("is told apart where somebody stops at the directory", async () => {
    expect(await enter(null)).toEqual({ ok: false, reason: "cancelled" });
  });

  it("is out of reach where there is no directory", async () => {
    for (const name of [...Object.keys(CLIENT), "ENTRA_TENANT_ID", "ENTRA_ISSUER"]) delete process.env[name];
    vi.resetModules();
    const without = await import("~/domain/people/staff/entra-sign-in.server");
    const unreachable = { ok: false, reason: "unreachable" };
    const attempt = { state: "-", nonce: "-", verifier: "-" };
    expect(await without.beginEntraSignIn(RETURN_TO)).toEqual(unreachable);
    expect(await without.finishEntraSignIn(new URL(RETURN_TO), attempt, NOW)).toEqual(unreachable);
  });
});
