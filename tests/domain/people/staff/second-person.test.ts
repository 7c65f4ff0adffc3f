import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { emails, staff } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { inviteStaff, resetSignIn } from "~/domain/people/staff/invitations.server";
import { APART_DAYS, NEW_ACCOUNT_DAYS } from "~/domain/people/staff/second-person";
import { areTwo } from "~/domain/people/staff/second-person.server";
import { changeRole, deactivateStaff, reactivateStaff } from "~/domain/people/staff/staff.server";
import { approveBatch, declineBatch, generateVouchers } from "~/domain/shop/vouchers/batches.server";
import { later, NOW } from "../../../support/people";
import { colleague } from "./colleagues";

const A_DAY = 86_400;
let joan = "";
let ruth = "";
beforeEach(async () => {
  db.delete(staff).run();
  joan = (await colleague("super_admin")).id;
  ruth = (await colleague("super_admin")).id;
});

let invented = 0;
function invite(by: string, role: "marketing" | "moderator" = "marketing"): string {
  invented += 1;
  const added = inviteStaff({ email: `new-${invented}@loop.example`, name: "New", role }, { staffId: by }, NOW);
  if (!added.ok) throw new Error(added.reason);
  return added.staffId;
}

const large = {
  ...{ count: 42, value: 69_99, currency: "GBP" as const, isTest: false, validFrom: "", expiresOn: "" },
  ...{ note: "Raffle", recipientName: "", recipientEmail: "", giftMessage: "" },
};

describe("a second person", () => {
  it("is not somebody whom the approver has invented", () => {
    const made = generateVouchers(large, invite(joan), NOW);
    if (!made.ok) throw new Error(made.reason);
    expect(approveBatch(made.batchId, joan, NOW)).toEqual({ ok: false, reason: "not_two" });
    expect(declineBatch(made.batchId, "Nobody knows them", joan, NOW)).toEqual({ ok: true });
  });

  it("is not an account of the last week, whoever added it", () => {
    const fresh = invite(joan);
    expect(areTwo(db, fresh, ruth, later(NEW_ACCOUNT_DAYS * A_DAY - 1))).toBe(false);
    expect(areTwo(db, fresh, ruth, later(NEW_ACCOUNT_DAYS * A_DAY))).toBe(true);
    expect(areTwo(db, fresh, joan, later(APART_DAYS * A_DAY - 1))).toBe(false);
    expect(areTwo(db, fresh, joan, later(APART_DAYS * A_DAY))).toBe(true);
  });

  it("is not somebody whose role or sign-in the approver has just changed, nor the other way round", async () => {
    const hal = (await colleague("marketing")).id;
    const bea = (await colleague("support")).id;
    expect([areTwo(db, hal, joan, NOW), areTwo(db, bea, joan, NOW)]).toEqual([true, true]);
    changeRole({ staffId: hal, role: "support", reason: "Moves" }, { staffId: joan }, NOW);
    resetSignIn({ staffId: bea, reason: "Lost telephone" }, { staffId: joan }, NOW);
    expect([areTwo(db, hal, joan, NOW), areTwo(db, joan, bea, NOW)]).toEqual([false, false]);
    expect([areTwo(db, hal, ruth, NOW), areTwo(db, bea, ruth, NOW)]).toEqual([true, true]);
    expect(areTwo(db, ruth, joan, NOW)).toBe(true);
  });

  it.each([
    ["something else of that number", "staff.change_role", "account"],
    ["her signature", "staff.signature", "staff"],
  ])("is still somebody where the approver changed %s", (_, action, type) => {
    const done = { staffId: joan, action, object: { type, id: ruth }, now: NOW };
    write((tx) => recordAuditEvent(tx, done));
    expect(areTwo(db, ruth, joan, NOW)).toBe(true);
  });
});

it("the other super admins are told of each new account, each that comes back, and each role", async () => {
  const tom = await colleague("super_admin");
  const toTom = () =>
    db
      .select({ text: emails.textBody })
      .from(emails)
      .where(and(eq(emails.kind, "staff_changed"), eq(emails.toEmail, tom.email)))
      .all();
  const fresh = invite(joan, "moderator");
  expect(toTom()).toHaveLength(1);
  changeRole({ staffId: fresh, role: "support", reason: "Moves" }, { staffId: joan }, NOW);
  expect(toTom()).toHaveLength(2);
  changeRole({ staffId: fresh, role: "analyst", reason: "Moves" }, { staffId: tom.id }, NOW);
  expect(toTom()).toHaveLength(2);
  deactivateStaff({ staffId: fresh, reason: "Has left" }, { staffId: joan }, NOW);
  reactivateStaff({ staffId: fresh, reason: "Is back" }, { staffId: joan }, NOW);
  expect(toTom()).toHaveLength(3);
  changeRole({ staffId: fresh, role: "marketing", reason: "Moves" }, { staffId: ruth }, NOW);
  const nameOfRuth = db.select({ name: staff.name }).from(staff).where(eq(staff.id, ruth)).get()?.name;
  expect(toTom().filter(({ text }) => text.includes(`${nameOfRuth} gave a role to New`))).toHaveLength(1);
});
