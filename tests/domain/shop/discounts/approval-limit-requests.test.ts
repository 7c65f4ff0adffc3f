import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { approvalLimitRequests, emails, settings, staff } from "#db/schema";
import { notifyApprovers } from "~/domain/backoffice/inbox/approval-emails.server";
import { readInbox } from "~/domain/backoffice/inbox/inbox.server";
import { approvalLimitForm } from "~/domain/backoffice/settings/forms";
import { resetSignIn } from "~/domain/people/staff/invitations.server";
import { deactivateStaff } from "~/domain/people/staff/staff.server";
import {
  approvalLimitRequestsNamed,
  approveLimit,
  askForLimit,
  declineLimit,
  limitWaitingFor,
  withdrawLimit,
} from "~/domain/shop/discounts/approval-limit-requests.server";
import {
  GIVING_ROLES,
  HIGHEST_APPROVAL_LIMIT_PENCE,
  USUAL_APPROVAL_LIMITS,
} from "~/domain/shop/discounts/approval-limits";
import { approvalLimits } from "~/domain/shop/discounts/approval-limits.server";
import { generateVouchers } from "~/domain/shop/vouchers/batches.server";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

let joan: Awaited<ReturnType<typeof colleague>>;
let ruth: Awaited<ReturnType<typeof colleague>>;
let tom: Awaited<ReturnType<typeof colleague>>;
beforeEach(async () => {
  db.delete(approvalLimitRequests).run();
  db.delete(settings).run();
  db.delete(staff).run();
  [joan, ruth, tom] = [await colleague("super_admin"), await colleague("super_admin"), await colleague("super_admin")];
});

const HIGHER = { role: "marketing", dayPence: 2_000_00, recipientPence: 300_00, reason: "The fair" } as const;

function asked(change: Partial<Parameters<typeof askForLimit>[0]> = {}, by = joan.id): string {
  const result = askForLimit({ ...HIGHER, ...change }, by, NOW);
  if (!result.ok) throw new Error(result.reason);
  return result.requestId;
}

const limitOf = (role: "marketing" | "support") => approvalLimits()[role];
const told = (email: string, kind: "staff_changed" | "approvals_waiting") =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.kind, kind), eq(emails.toEmail, email)))
    .all()
    .map(({ subject, textBody }) => `${subject}\n${textBody.replaceAll("\u2060", "")}`);

describe("the limits of what one person may give away", () => {
  it("are the usual ones until two super admins agree on others, for that role alone", () => {
    expect(approvalLimits()).toEqual(USUAL_APPROVAL_LIMITS);
    const request = asked();
    expect(approvalLimits()).toEqual(USUAL_APPROVAL_LIMITS);
    expect(approveLimit(request, ruth.id, NOW)).toEqual({ ok: true });
    expect(limitOf("marketing")).toEqual({ dayPence: 2_000_00, recipientPence: 300_00 });
    expect(limitOf("support")).toEqual(USUAL_APPROVAL_LIMITS.support);
  });

  it("take two when they are lowered too", () => {
    const request = asked({ dayPence: 0, recipientPence: 0 });
    expect(approveLimit(request, joan.id, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(limitOf("marketing")).toEqual(USUAL_APPROVAL_LIMITS.marketing);
    expect(approveLimit(request, ruth.id, NOW)).toEqual({ ok: true });
    expect(limitOf("marketing").dayPence).toBe(0);
  });

  it("decide from then on whether a second person is asked about vouchers", async () => {
    const hal = await colleague("marketing");
    const wanted = {
      ...{ count: 20, value: 4900, currency: "GBP" as const, isTest: false, note: "Fair", validFrom: "" },
      ...{ recipientName: "", recipientEmail: "", giftMessage: "", expiresOn: "" },
    };
    expect(generateVouchers(wanted, hal.id, NOW)).toMatchObject({ isHeld: true });
    approveLimit(asked(), ruth.id, NOW);
    expect(generateVouchers(wanted, hal.id, NOW)).toMatchObject({ isHeld: false });
    expect(generateVouchers(wanted, hal.id, NOW)).toMatchObject({ isHeld: true });
  });

  it("stay nothing for roles that give nothing away", () => {
    expect(GIVING_ROLES).toEqual(["super_admin", "support", "production", "marketing"]);
    for (const role of ["moderator", "analyst"] as const)
      expect(askForLimit({ ...HIGHER, role }, joan.id, NOW)).toEqual({ ok: false, reason: "not_found" });
  });

  it.each([
    ["0", 0],
    ["£5,000", HIGHEST_APPROVAL_LIMIT_PENCE],
    ["250.00", 250_00],
    ["5001", null],
    ["250.50", null],
    ["-1", null],
    ["all of it", null],
    ["", null],
  ])("are typed in whole pounds up to £5,000: %s", (typed, pence) => {
    const read = approvalLimitForm.safeParse({ dayPence: typed, recipientPence: "0", reason: "Why not" });
    expect(read.success ? read.data.dayPence : null).toBe(pence);
    const sentence = "Please enter whole pounds from £0.00 to £5,000.00";
    expect(read.success ? [] : read.error.issues.map(({ message }) => message)).toEqual(
      pence === null ? [sentence] : [],
    );
  });
});

describe("a request for other limits", () => {
  it("is one at a time for a role, and asks for a change", () => {
    asked();
    expect(askForLimit(HIGHER, ruth.id, NOW)).toEqual({ ok: false, reason: "already_waiting" });
    asked({ role: "support" });
    const same = { role: "production", ...USUAL_APPROVAL_LIMITS.production, reason: "Why" } as const;
    expect(askForLimit(same, ruth.id, NOW)).toEqual({ ok: false, reason: "unchanged" });
  });

  it("is withdrawn alone, and once", () => {
    const [one, other] = [asked(), asked({ role: "support" })];
    expect(withdrawLimit(one, "A slip", joan.id, NOW)).toEqual({ ok: true });
    expect(withdrawLimit(one, "A slip", joan.id, NOW)).toEqual({ ok: false, reason: "not_waiting" });
    expect(withdrawLimit("nothing", "A slip", joan.id, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect([limitWaitingFor("marketing"), limitWaitingFor("support")]).toEqual([undefined, other]);
    expect(approvalLimitRequestsNamed([other]).map(({ request }) => [request.id, request.state])).toEqual([
      [other, "waiting"],
    ]);
    expect(approveLimit(other, ruth.id, NOW)).toEqual({ ok: true });
    expect(limitOf("support").dayPence).toBe(2_000_00);
  });

  it("is declined by another, and withdrawn by the one who asked, with nothing changed", () => {
    const first = asked();
    expect(declineLimit(first, "No", joan.id, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(withdrawLimit(first, "No", ruth.id, NOW)).toEqual({ ok: false, reason: "not_own" });
    expect(declineLimit(first, "Too much", ruth.id, NOW)).toEqual({ ok: true });
    const second = asked();
    expect(withdrawLimit(second, "A slip", joan.id, NOW)).toEqual({ ok: true });
    for (const done of [first, second])
      expect(approveLimit(done, tom.id, NOW)).toEqual({ ok: false, reason: "not_waiting" });
    expect(limitOf("marketing")).toEqual(USUAL_APPROVAL_LIMITS.marketing);
    expect(
      auditEventsOn("marketing")
        .slice(-4)
        .map(({ action, staffId, reason }) => [action, staffId, reason]),
    ).toEqual([
      ["settings.ask_limits", joan.id, "The fair"],
      ["settings.decline_limits", ruth.id, "Too much"],
      ["settings.ask_limits", joan.id, "The fair"],
      ["settings.withdraw_limits", joan.id, "A slip"],
    ]);
  });

  it("is not approved by somebody whose sign-in the asker has just reset, nor after the asker has left", () => {
    const request = asked();
    resetSignIn({ staffId: ruth.id, reason: "Lost telephone" }, { staffId: joan.id }, NOW);
    expect(approveLimit(request, ruth.id, NOW)).toEqual({ ok: false, reason: "not_two" });
    deactivateStaff({ staffId: joan.id, reason: "Left" }, { staffId: tom.id }, NOW);
    expect(approveLimit(request, tom.id, NOW)).toEqual({ ok: false, reason: "asker_left" });
    expect(limitOf("marketing")).toEqual(USUAL_APPROVAL_LIMITS.marketing);
  });

  it("is audited with the sums before and after", () => {
    approveLimit(asked(), ruth.id, NOW);
    const last = auditEventsOn("marketing").at(-1);
    expect(last).toMatchObject({ action: "settings.approve_limits", staffId: ruth.id });
    expect([last?.before, last?.after]).toEqual([
      JSON.stringify(USUAL_APPROVAL_LIMITS.marketing),
      expect.stringContaining('"dayPence":200000,"recipientPence":30000'),
    ]);
  });

  it("waits in the inbox of the other super admins and is emailed to them, never to the one who asked", async () => {
    const bea = await colleague("support");
    const request = asked();
    const shown = ({ id }: { id: string }, role: "super_admin" | "support" = "super_admin") =>
      readInbox({ staffId: id, role }, "all", NOW).groups.flatMap(({ items }) =>
        items.filter(({ kind }) => kind === "exposure"),
      );
    expect(shown(ruth)).toMatchObject([
      {
        pageId: request,
        title: "New limits for Marketing: £2,000.00, £300.00 to one person",
        facts: `${approvalLimitRequestsNamed([request])[0]?.requestedBy} asked: The fair`,
      },
    ]);
    expect([shown(joan), shown(bea, "support")]).toEqual([[], []]);
    notifyApprovers(later(1));
    const emailed = [joan, ruth, tom].map(({ email }) => told(email, "approvals_waiting").join());
    expect(emailed.map((text) => text.includes("New limits for Marketing"))).toEqual([false, true, true]);
    approveLimit(request, ruth.id, NOW);
    expect(shown(tom)).toEqual([]);
  });

  it("once approved, is told to all the other super admins", () => {
    approveLimit(asked(), ruth.id, NOW);
    expect([joan, ruth, tom].map(({ email }) => told(email, "staff_changed").length)).toEqual([1, 0, 1]);
    const [email] = told(tom.email, "staff_changed");
    expect(email).toContain("The limits of one person have changed");
    expect(email).toContain("Marketing: £2,000.00, £300.00 to one person.");
    expect(email).toContain("Before: £1,000.00, £250.00 to one person.");
    expect(email).toContain("/hyperloop/settings/limits/marketing");
  });
});
