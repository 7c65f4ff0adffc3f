import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection, write } from "#db/client.server";
import { auditEvents, staff } from "#db/schema";
import { recordAuditEvent, verifyAuditChain } from "~/domain/people/staff/audit.server";
import {
  addStaff,
  changeRole,
  deactivateStaff,
  reactivateStaff,
  renewCredentials,
  superAdminRequested,
} from "~/domain/people/staff/staff.server";
import { listStaff, staffByEmail } from "~/domain/people/staff/staff-list.server";
import { signInStaff } from "~/domain/people/staff/staff-sign-in.server";
import { later, NOW } from "../../../support/people";
import { codeAt, colleague, STAFF_PASSWORD } from "./colleagues";

const rowOf = (id: string) => db.select().from(staff).where(eq(staff.id, id)).get();
const actions = (objectId: string) =>
  db
    .select({ action: auditEvents.action, by: auditEvents.staffId, reason: auditEvents.reason })
    .from(auditEvents)
    .where(eq(auditEvents.objectId, objectId))
    .all();
const enter = (email: string, password: string, secret: string, at = NOW) =>
  signInStaff({ email, password, code: codeAt(secret, at), clientAddress: `for ${email}` }, at);

beforeEach(() => {
  db.delete(staff).run();
});

describe("taking somebody on", () => {
  it("gives a password and a second factor that sign in, and keeps neither", async () => {
    const added = await addStaff({ email: "ruth@loop.example", name: "Ruth Adeyemi", role: "support" }, null, NOW);
    if (!added.ok) throw new Error(added.reason);
    expect(added.password).toMatch(/^(?:[A-Za-z2-9]{5}-){3}[A-Za-z2-9]{5}$/);
    expect(added.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(added.url).toContain("otpauth://totp/Loop:ruth%40loop.example?");
    expect(added.url).toContain(`secret=${added.secret}`);
    expect((await enter("ruth@loop.example", added.password, added.secret)).ok).toBe(true);
    const everything = rawConnection().serialize().toString("latin1");
    for (const secret of [added.password, added.secret]) expect(everything).not.toContain(secret);
    expect(actions(added.staffId)[0]).toEqual({ action: "staff.add", by: null, reason: null });
  });

  it("is done once an address, in any case", async () => {
    await addStaff({ email: "ruth@loop.example", name: "Ruth", role: "support" }, null, NOW);
    const twin = await addStaff({ email: "RUTH@loop.example", name: "Ruth", role: "analyst" }, null, NOW);
    expect(twin).toEqual({ ok: false, reason: "email_taken" });
  });

  it("is a super admin’s to do, and is written down as theirs", async () => {
    const [joan, sunil] = [await colleague("super_admin"), await colleague("moderator")];
    const person = { email: "ruth@loop.example", name: "Ruth", role: "analyst" } as const;
    expect(await addStaff(person, { staffId: sunil.id }, NOW)).toEqual({ ok: false, reason: "not_allowed" });
    const added = await addStaff(person, { staffId: joan.id }, NOW);
    expect(added.ok && actions(added.staffId)).toMatchObject([{ action: "staff.add", by: joan.id }]);
  });
});

describe("changing what somebody may do", () => {
  it("is done by a super admin, for a reason that is written down", async () => {
    const [joan, sunil] = [await colleague("super_admin"), await colleague("moderator")];
    const change = { staffId: sunil.id, role: "support", reason: "Moves to the front" } as const;
    expect(changeRole(change, { staffId: joan.id }, NOW)).toEqual({ ok: true });
    expect(rowOf(sunil.id)?.role).toBe("support");
    expect(actions(sunil.id).at(-1)).toEqual({
      action: "staff.change_role",
      by: joan.id,
      reason: "Moves to the front",
    });
    expect(verifyAuditChain()).toMatchObject({ ok: true });
  });

  it.each(["support", "moderator", "production", "marketing", "analyst"] as const)(
    "is not %s’s to do",
    async (role) => {
      const [one, sunil] = [await colleague(role), await colleague("moderator")];
      const by = { staffId: one.id };
      const refused = { ok: false, reason: "not_allowed" };
      const { id: staffId } = sunil;
      expect(changeRole({ staffId, role: "super_admin", reason: "x" }, by, NOW)).toEqual(refused);
      expect(deactivateStaff({ staffId, reason: "x" }, by, NOW)).toEqual(refused);
      expect(await renewCredentials({ staffId, reason: "x" }, by, NOW)).toEqual(refused);
      expect(actions(sunil.id)).toHaveLength(1);
    },
  );

  it("is nobody’s to do to themselves", async () => {
    const joan = await colleague("super_admin");
    await colleague("super_admin");
    const by = { staffId: joan.id };
    const refused = { ok: false, reason: "own_account" };
    expect(changeRole({ staffId: joan.id, role: "support", reason: "x" }, by, NOW)).toEqual(refused);
    expect(deactivateStaff({ staffId: joan.id, reason: "x" }, by, NOW)).toEqual(refused);
    expect(await renewCredentials({ staffId: joan.id, reason: "x" }, by, NOW)).toEqual(refused);
    const sunil = await colleague("moderator");
    const self = { staffId: sunil.id };
    expect(changeRole({ staffId: sunil.id, role: "super_admin", reason: "x" }, self, NOW).ok).toBe(false);
    expect(rowOf(sunil.id)?.role).toBe("moderator");
  });

  it("never leaves the product without a super admin", async () => {
    const [joan, ruth] = [await colleague("super_admin"), await colleague("super_admin")];
    await colleague("support");
    expect(deactivateStaff({ staffId: ruth.id, reason: "Has left" }, { staffId: joan.id }, NOW).ok).toBe(true);
    const last = { ok: false, reason: "last_super_admin" };
    expect(deactivateStaff({ staffId: joan.id, reason: "x" }, null, NOW)).toEqual(last);
    expect(changeRole({ staffId: joan.id, role: "support", reason: "x" }, null, NOW)).toEqual(last);
    expect(changeRole({ staffId: ruth.id, role: "support", reason: "x" }, null, NOW).ok).toBe(true);
    expect(changeRole({ staffId: joan.id, role: "super_admin", reason: "x" }, null, NOW).ok).toBe(true);
    expect(rowOf(joan.id)).toMatchObject({ role: "super_admin", isActive: true });
  });

  it("takes two of them to make another super admin, within a week, and no one else", async () => {
    const [joan, ruth] = [await colleague("super_admin"), await colleague("super_admin")];
    const sunil = await colleague("support");
    const change = { staffId: sunil.id, role: "super_admin", reason: "Runs the house" } as const;
    const [byJoan, byRuth] = [{ staffId: joan.id }, { staffId: ruth.id }];
    const waiting = { ok: true, isWaiting: true };
    const WEEK_SECONDS = 7 * 86_400;
    expect(changeRole(change, byJoan, NOW)).toEqual(waiting);
    expect(changeRole(change, byJoan, later(60))).toEqual(waiting);
    expect(rowOf(sunil.id)?.role).toBe("support");
    const asked = { staffId: joan.id, reason: "Runs the house" };
    expect(superAdminRequested(sunil.id, later(120))).toMatchObject(asked);
    // What is asked or done of a colleague, or of a customer, ends nothing, nor does what is no new role.
    const hal = await colleague("support");
    changeRole({ staffId: hal.id, role: "analyst", reason: "Counts" }, byRuth, later(90));
    await renewCredentials({ staffId: sunil.id, reason: "Lost the phone" }, byRuth, later(90));
    const object = { type: "account", id: sunil.id };
    write((tx) =>
      recordAuditEvent(tx, { staffId: ruth.id, action: "staff.change_role", object, now: later(90), reason: "x" }),
    );
    expect(superAdminRequested(sunil.id, later(120))).toMatchObject(asked);
    expect(superAdminRequested(hal.id, later(120))).toBeUndefined();
    expect(changeRole(change, byRuth, later(60 + WEEK_SECONDS))).toEqual(waiting);
    expect(changeRole(change, byJoan, later(120 + WEEK_SECONDS))).toEqual({ ok: true });
    expect(rowOf(sunil.id)?.role).toBe("super_admin");
    expect(superAdminRequested(sunil.id, later(180 + WEEK_SECONDS))).toBeUndefined();
    const twin = { email: "twin@loop.example", name: "Twin", role: "super_admin" } as const;
    expect(await addStaff(twin, byJoan, NOW)).toEqual({ ok: false, reason: "needs_two" });
  });

  it("is not done by somebody who was let go, and not to somebody who is not there", async () => {
    const [joan, ruth] = [await colleague("super_admin"), await colleague("super_admin")];
    deactivateStaff({ staffId: ruth.id, reason: "Has left" }, { staffId: joan.id }, NOW);
    const change = { staffId: joan.id, role: "support", reason: "x" } as const;
    expect(changeRole(change, { staffId: ruth.id }, NOW)).toEqual({ ok: false, reason: "not_allowed" });
    const nobody = deactivateStaff({ staffId: "nobody", reason: "x" }, { staffId: joan.id }, NOW);
    expect(nobody).toEqual({ ok: false, reason: "not_found" });
  });

  it("can be undone: who was let go can come back", async () => {
    const [joan, sunil] = [await colleague("super_admin"), await colleague("moderator")];
    deactivateStaff({ staffId: sunil.id, reason: "Leave" }, { staffId: joan.id }, NOW);
    expect((await enter(sunil.email, STAFF_PASSWORD, sunil.secret)).ok).toBe(false);
    reactivateStaff({ staffId: sunil.id, reason: "Is back" }, { staffId: joan.id }, NOW);
    expect((await enter(sunil.email, STAFF_PASSWORD, sunil.secret)).ok).toBe(true);
    expect(actions(sunil.id).map(({ action }) => action)).toEqual([
      ...["staff.add", "staff.deactivate", "staff.reactivate", "staff.sign_in"],
    ]);
  });
});

describe("a super admin who was let go", () => {
  it("is not brought back as one by one person, but in another role", async () => {
    const [joan, ruth, old] = [
      await colleague("super_admin"),
      await colleague("super_admin"),
      await colleague("super_admin"),
    ];
    const [byJoan, byRuth] = [{ staffId: joan.id }, { staffId: ruth.id }];
    deactivateStaff({ staffId: old.id, reason: "Has left" }, byRuth, NOW);
    const back = { staffId: old.id, reason: "Is back" };
    expect(reactivateStaff(back, byJoan, NOW)).toEqual({ ok: false, reason: "needs_two" });
    expect(rowOf(old.id)?.isActive).toBe(false);
    changeRole({ staffId: old.id, role: "support", reason: "Is back" }, byJoan, NOW);
    expect(reactivateStaff(back, byJoan, NOW)).toEqual({ ok: true });
    const again = { staffId: old.id, role: "super_admin", reason: "As before" } as const;
    expect(changeRole(again, byJoan, later(60))).toEqual({ ok: true, isWaiting: true });
    expect(changeRole(again, byRuth, later(120))).toEqual({ ok: true });
  });

  it("is brought back by the script on the machine", async () => {
    const [joan, old] = [await colleague("super_admin"), await colleague("super_admin")];
    deactivateStaff({ staffId: old.id, reason: "Has left" }, { staffId: joan.id }, NOW);
    expect(reactivateStaff({ staffId: old.id, reason: "Is back" }, null, NOW)).toEqual({ ok: true });
  });
});

describe("a lost authenticator", () => {
  it("is replaced by another; the old one opens nothing", async () => {
    const [hal, sunil] = [await colleague("support"), await colleague("moderator")];
    const renewed = await renewCredentials({ staffId: sunil.id, reason: "Lost the phone" }, null, NOW);
    if (!renewed.ok) throw new Error(renewed.reason);
    expect(renewed.url).toContain(`Loop:${encodeURIComponent(sunil.email)}`);
    expect((await enter(hal.email, STAFF_PASSWORD, hal.secret)).ok).toBe(true);
    expect(renewed.password).toBeNull();
    expect((await enter(sunil.email, STAFF_PASSWORD, sunil.secret)).ok).toBe(false);
    expect((await enter(sunil.email, STAFF_PASSWORD, renewed.secret)).ok).toBe(true);
  });

  it("can come with a new password", async () => {
    const sunil = await colleague("moderator");
    const wanted = { staffId: sunil.id, alsoPassword: true, reason: "Forgot it" } as const;
    const renewed = await renewCredentials(wanted, null, NOW);
    if (!renewed.ok) throw new Error(renewed.reason);
    expect((await enter(sunil.email, STAFF_PASSWORD, renewed.secret)).ok).toBe(false);
    expect((await enter(sunil.email, renewed.password ?? "", renewed.secret, later(60))).ok).toBe(true);
  });
});

describe("the list of the staff", () => {
  it("has everybody by name, without a digest or a secret", async () => {
    const sunil = await colleague("moderator");
    expect(staffByEmail(sunil.email.toUpperCase())?.id).toBe(sunil.id);
    expect(Object.keys(listStaff()[0] ?? {}).sort()).toEqual([
      ...[
        "createdAt",
        "email",
        "hasDirectory",
        "hasPassword",
        "hasSecondFactor",
        "id",
        "isActive",
        "lastSignedInAt",
        "name",
        "role",
      ],
    ]);
    expect(listStaff()[0]?.hasSecondFactor).toBe(true);
  });
});
