import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { alarms, disputes, emails, refundRequests, settings, staff, workItems } from "#db/schema";
import { notifyApprovers } from "~/domain/backoffice/inbox/approval-emails.server";
import { closeWork, giveWork, putOffWork, takeWork } from "~/domain/backoffice/inbox/assignment.server";
import { readInbox } from "~/domain/backoffice/inbox/inbox.server";
import { readPromises } from "~/domain/backoffice/inbox/promises.server";
import { countWaiting, type Viewer } from "~/domain/backoffice/inbox/waiting-rows.server";
import { type InboxSort, MOST_IN_BADGE } from "~/domain/backoffice/inbox/work-kinds";
import { changeShopSettings } from "~/domain/backoffice/settings/shop-settings.server";
import { raiseAlarm, resolveAlarm } from "~/domain/kernel/alarms/alarms.server";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { changeRole } from "~/domain/people/staff/staff.server";
import { approveBatch, generateVouchers } from "~/domain/shop/vouchers/batches.server";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW, person } from "../../../support/people";
import { ordered } from "../../../support/shop";
import { colleague } from "../../people/staff/colleagues";

async function viewer(role: StaffRole): Promise<Viewer & { email: string }> {
  const { id, email } = await colleague(role);
  return { staffId: id, role, email };
}

let counted = 0;

/** An alarm that waits, by its key. */
function alarmed(at = NOW): string {
  counted += 1;
  const dedupeKey = `inbox-test:${counted}`;
  const alarm = {
    kind: "payment_paid_twice" as const,
    objectType: "order",
    objectId: "none",
    message: "Twice.",
  };
  write((tx) => raiseAlarm(tx, { ...alarm, dedupeKey }, at));
  return db.select().from(alarms).where(eq(alarms.dedupeKey, dedupeKey)).get()?.id ?? "";
}

/** A batch that waits for a second person. */
function heldBatch(staffId: string, note = "The autumn fair"): string {
  const nobody = { recipientName: "", recipientEmail: "", giftMessage: "", validFrom: "", expiresOn: "" };
  const wanted = { count: 30, value: 4900, currency: "GBP" as const, isTest: false, note };
  const made = generateVouchers({ ...wanted, ...nobody }, staffId, NOW);
  if (!made.ok) throw new Error(made.reason);
  return made.batchId;
}

/** An email that was given up. */
function deadEmail(kind: "shipped" | "password_reset", given: Partial<typeof emails.$inferInsert> = {}): string {
  counted += 1;
  return db
    .insert(emails)
    .values({
      kind,
      toName: "Aled",
      toEmail: "aled@exmaple.example",
      subject: "Your order",
      textBody: "Hello.",
      htmlBody: "<p>Hello.</p>",
      dedupeKey: `inbox-email-${counted}`,
      messageId: `inbox-email-${counted}`,
      state: "dead",
      nextTryAt: NOW,
      createdAt: NOW,
      failure: "mailbox unknown",
      ...given,
    })
    .returning()
    .get().id;
}

const keysOf = (who: Viewer, tab: Parameters<typeof readInbox>[1] = "all", now = NOW) =>
  readInbox(who, tab, now).groups.flatMap(({ items }) => items.map(({ key }) => key));

describe("the inbox", () => {
  it("shows each role the kinds it can act on, and the badge counts the same", async () => {
    const [support, production, moderator] = [
      await viewer("support"),
      await viewer("production"),
      await viewer("moderator"),
    ];
    const [alarm, email] = [alarmed(), deadEmail("shipped")];
    expect(keysOf(support)).toEqual(expect.arrayContaining([`alarm:${alarm}`, `email:${email}`]));
    expect(keysOf(production)).toEqual([]);
    expect(keysOf(moderator)).toEqual([]);
    for (const who of [support, production, moderator])
      expect(countWaiting(who, NOW)).toBe(readInbox(who, "all", NOW).counts.all);
  });

  it("is sorted within a group by age, by owner and by the day when an answer is due", async () => {
    const [bea, joan] = [await viewer("support"), await viewer("super_admin")];
    const [old, young, taken] = [alarmed(later(-300)), alarmed(later(-100)), alarmed(later(-200))];
    takeWork([`alarm:${taken}`], joan, NOW);
    const order = ordered(person("Gwen"));
    const dispute = (id: string, days: number, openedAt: Date) => {
      const dueAt = later(days * 86_400);
      const told = { orderId: order.id, stage: "open", amountPence: 6999, openedAt, updatedAt: NOW } as const;
      db.insert(disputes)
        .values({ id, dueAt, ...told })
        .run();
      return `dispute:${id}`;
    };
    const [soon, far] = [dispute("du_soon", 2, later(-50)), dispute("du_far", 9, later(-90))];
    const sortedBy = (sort: InboxSort, ...those: string[]) =>
      readInbox(bea, "all", NOW, sort)
        .groups.flatMap(({ items }) => items.map(({ key }): string => key))
        .filter((key) => those.includes(key));
    const alarms = [`alarm:${old}`, `alarm:${young}`, `alarm:${taken}`];
    expect(sortedBy("waiting", ...alarms)).toEqual([`alarm:${old}`, `alarm:${taken}`, `alarm:${young}`]);
    expect(sortedBy("-waiting", ...alarms)).toEqual([`alarm:${young}`, `alarm:${taken}`, `alarm:${old}`]);
    for (const sort of ["owner", "-owner"] as const) expect(sortedBy(sort, ...alarms)[0]).toBe(`alarm:${taken}`);
    expect(sortedBy("waiting", soon, far)).toEqual([far, soon]);
    expect([sortedBy("due", soon, far), sortedBy("-due", soon, far)]).toEqual([
      [soon, far],
      [far, soon],
    ]);
  });

  it("tells kinds of one group in the order of harm, and more of a kind only where there is more", async () => {
    const [joan, other] = [await viewer("super_admin"), await viewer("super_admin")];
    const batch = heldBatch(joan.staffId);
    const refund = { amountPence: 1, reason: "Damp", evenIfUsed: false, requestedByStaffId: joan.staffId };
    const { id } = db
      .insert(refundRequests)
      .values({ ...refund, orderId: ordered(person("Gwen")).id, createdAt: later(60) })
      .returning()
      .get();
    const { groups } = readInbox(other, "all", later(60));
    const approvals = groups.find(({ name }) => name === "Approvals");
    const keys = approvals?.items.map(({ key }) => key).filter((key) => key.endsWith(batch) || key.endsWith(id));
    expect([keys, approvals?.more]).toEqual([[`refund:${id}`, `vouchers:${batch}`], []]);
    db.delete(refundRequests).run();
  });

  it("lets go of what is finished by itself", async () => {
    const support = await viewer("support");
    const alarm = alarmed();
    expect(keysOf(support)).toContain(`alarm:${alarm}`);
    write((tx) => resolveAlarm(tx, { alarmId: alarm, staffId: support.staffId, reason: "Refunded" }, NOW));
    expect(keysOf(support)).not.toContain(`alarm:${alarm}`);
  });

  it("shows what was asked to everybody who may approve, but not to whoever asked", async () => {
    const [joan, other, hal] = [await viewer("super_admin"), await viewer("super_admin"), await viewer("marketing")];
    const batch = heldBatch(joan.staffId);
    expect(keysOf(other)).toContain(`vouchers:${batch}`);
    expect(keysOf(joan)).not.toContain(`vouchers:${batch}`);
    expect(keysOf(hal)).toEqual([]);
    approveBatch(batch, other.staffId, NOW);
    expect(keysOf(other)).not.toContain(`vouchers:${batch}`);
  });

  it("shows a request for a super admin until somebody agrees", async () => {
    const [joan, other, member] = [await viewer("super_admin"), await viewer("super_admin"), await viewer("support")];
    const change = { staffId: member.staffId, role: "super_admin" as const, reason: "Runs the shop" };
    changeRole(change, { staffId: joan.staffId }, NOW);
    expect(keysOf(other)).toContain(`super_admin:${member.staffId}`);
    expect(keysOf(joan)).not.toContain(`super_admin:${member.staffId}`);
    expect(keysOf(other, "all", later(8 * 24 * 3600))).not.toContain(`super_admin:${member.staffId}`);
    changeRole(change, { staffId: other.staffId }, NOW);
    expect(keysOf(other)).not.toContain(`super_admin:${member.staffId}`);
  });

  it("leaves out codes that never arrived, and emails that were sent again", async () => {
    const support = await viewer("support");
    const [code, first] = [deadEmail("password_reset"), deadEmail("shipped")];
    const again = deadEmail("shipped", { resendOf: first });
    const keys = keysOf(support);
    expect(keys).not.toContain(`email:${code}`);
    expect(keys).not.toContain(`email:${first}`);
    expect(keys).toContain(`email:${again}`);
  });

  it("says how long something waits, and that it is late once its promise is broken", async () => {
    const support = await viewer("support");
    const alarm = alarmed();
    const seen = (seconds: number) =>
      readInbox(support, "all", later(seconds))
        .groups.flatMap(({ items }) => items)
        .find(({ key }) => key === `alarm:${alarm}`)?.isLate;
    expect([seen(24 * 3600), seen(24 * 3600 + 1)]).toEqual([false, true]);
    const promises = { ...readPromises(), alarms: 2 };
    expect(changeShopSettings("promises", promises, { staffId: support.staffId, reason: "Faster" }, NOW)).toBe(true);
    expect([seen(2 * 3600), seen(2 * 3600 + 1)]).toEqual([false, true]);
    db.delete(settings).run();
  });
});

describe("work in the inbox", () => {
  it("is taken, given to somebody who can act on it, and found under its owner", async () => {
    const [bea, ros, hal] = [await viewer("support"), await viewer("support"), await viewer("marketing")];
    const key = `alarm:${alarmed()}`;
    expect(keysOf(bea, "nobodys")).toContain(key);
    expect(takeWork([key], bea, NOW)).toEqual({ ok: true, done: 1 });
    expect(keysOf(bea, "mine")).toContain(key);
    expect(keysOf(bea, "nobodys")).not.toContain(key);
    expect(giveWork([key], hal.staffId, bea, NOW)).toEqual({ ok: false, reason: "cannot_take" });
    const gone = await viewer("support");
    db.update(staff).set({ isActive: false }).where(eq(staff.id, gone.staffId)).run();
    expect(giveWork([key], gone.staffId, bea, NOW)).toEqual({ ok: false, reason: "cannot_take" });
    expect(giveWork([key], ros.staffId, bea, NOW)).toEqual({ ok: true, done: 1 });
    expect(keysOf(ros, "mine")).toContain(key);
    expect(keysOf(bea, "mine")).not.toContain(key);
    expect(auditEventsOn(key.slice(6)).map(({ action }) => action)).toEqual(["inbox.take", "inbox.give"]);
  });

  it("is counted for the badge to one more than it shows, and is listed whole", async () => {
    const support = await viewer("support");
    for (let more = 0; more <= MOST_IN_BADGE + 1; more += 1) alarmed();
    expect(countWaiting(support, NOW)).toBe(MOST_IN_BADGE + 1);
    expect(readInbox(support, "all", NOW).counts.all).toBeGreaterThan(MOST_IN_BADGE + 1);
    for (const { id } of db.select({ id: alarms.id }).from(alarms).all())
      write((tx) => tx.delete(alarms).where(eq(alarms.id, id)).run());
  });

  it("is put off until a day, and back on it", async () => {
    const support = await viewer("support");
    const key = `alarm:${alarmed()}`;
    expect(putOffWork([key], "2027-01-19", support, NOW)).toEqual({ ok: true, done: 1 });
    takeWork([key], support, NOW);
    for (const day of ["2026-11-20", "2026-11-19", "2027-01-20"])
      expect(putOffWork([key], day, support, NOW)).toEqual({ ok: false, reason: "day" });
    const before = countWaiting(support, NOW);
    expect(putOffWork([key], "2026-11-23", support, NOW)).toEqual({ ok: true, done: 1 });
    expect(countWaiting(support, NOW)).toBe(before - 1);
    expect(keysOf(support)).not.toContain(key);
    expect(keysOf(support, "put_off")).toContain(key);
    const monday = new Date("2026-11-23T00:00:00Z");
    expect(keysOf(support, "all", monday)).toContain(key);
    expect(countWaiting(support, monday)).toBe(before);
    putOffWork([key], "2026-11-25", support, NOW);
    takeWork([key], support, NOW);
    expect(keysOf(support)).toContain(key);
  });

  it("about a bank is put off to the last day of its evidence at most, and another alarm about the order further", async () => {
    const support = await viewer("support");
    const order = ordered(person("Gwen"));
    const dueAt = new Date("2026-11-25T12:00:00Z");
    const told = { orderId: order.id, amountPence: 6999, openedAt: NOW, updatedAt: NOW };
    db.insert(disputes)
      .values([
        { ...told, id: "du_bank", stage: "open", dueAt },
        // What was answered or decided waits for no evidence.
        { ...told, id: "du_answered", stage: "open", dueAt: NOW, answeredAt: NOW },
        { ...told, id: "du_lost", stage: "lost", dueAt: NOW },
      ])
      .run();
    const about = (kind: "evidence_unsent" | "payment_paid_twice") => {
      const alarm = { kind, objectType: "order", objectId: order.id, message: "", dedupeKey: `${kind}:bank` };
      write((tx) => raiseAlarm(tx, alarm, NOW));
      return `alarm:${db.select().from(alarms).where(eq(alarms.dedupeKey, alarm.dedupeKey)).get()?.id}`;
    };
    const [unsent, twice] = [about("evidence_unsent"), about("payment_paid_twice")];
    for (const key of ["dispute:du_bank", unsent]) {
      expect(putOffWork([key], "2026-11-26", support, NOW)).toEqual({ ok: false, reason: "bank_day" });
      expect(putOffWork([key], "2026-11-25", support, NOW)).toEqual({ ok: true, done: 1 });
    }
    expect(putOffWork([twice], "2026-11-26", support, NOW)).toEqual({ ok: true, done: 1 });
  });

  it("of somebody else's kinds is not touched", async () => {
    const [support, production] = [await viewer("support"), await viewer("production")];
    const alarm = alarmed();
    expect(takeWork([`alarm:${alarm}`], production, NOW)).toEqual({ ok: false, reason: "nothing" });
    expect(db.select().from(workItems).where(eq(workItems.subjectId, alarm)).all()).toEqual([]);
    expect(takeWork(["alarm:none", "", "nonsense"], support, NOW)).toEqual({ ok: false, reason: "nothing" });
  });

  it("is closed with a reason where it has no end of its own", async () => {
    const support = await viewer("support");
    const [email, alarm] = [deadEmail("shipped"), alarmed()];
    expect(closeWork([`alarm:${alarm}`], "Enough", support, NOW)).toEqual({
      ok: false,
      reason: "not_closable",
    });
    expect(closeWork([`email:${email}`], "They rang", support, NOW)).toEqual({ ok: true, done: 1 });
    expect(keysOf(support)).not.toContain(`email:${email}`);
    expect(keysOf(support, "put_off")).not.toContain(`email:${email}`);
    expect(auditEventsOn(email).at(-1)).toMatchObject({ action: "inbox.close", reason: "They rang" });
  });
});

describe("those who may approve", () => {
  const toldTo = (email: string) => db.select().from(emails).where(eq(emails.toEmail, email)).all();

  it("are notified at once, and then once an hour at most, of what is new", async () => {
    const [joan, hal] = [await viewer("super_admin"), await viewer("marketing")];
    notifyApprovers(later(-7200));
    deadEmail("shipped", { toEmail: joan.email, state: "sent", createdAt: later(-1) });
    heldBatch(hal.staffId, "The first fair");
    notifyApprovers(NOW);
    const before = toldTo(joan.email);
    expect(before.at(-1)?.textBody).toContain("30 vouchers for The first fair");
    expect(before.at(-1)?.textBody).toContain("/hyperloop/inbox");
    notifyApprovers(later(60));
    expect(toldTo(joan.email)).toHaveLength(before.length);
    db.update(emails)
      .set({ createdAt: later(-60) })
      .where(eq(emails.id, before.at(-1)?.id ?? ""))
      .run();
    notifyApprovers(later(3539));
    expect(toldTo(joan.email)).toHaveLength(before.length);
    notifyApprovers(later(3540));
    expect(toldTo(joan.email)).toHaveLength(before.length + 1);
    notifyApprovers(later(9 * 3600));
    expect(toldTo(joan.email)).toHaveLength(before.length + 1);
    expect(toldTo(hal.email)).toEqual([]);
  });

  it("are not notified of what they asked for themselves", async () => {
    const joan = await viewer("super_admin");
    notifyApprovers(NOW);
    const before = toldTo(joan.email).length;
    notifyApprovers(later(7200));
    expect(toldTo(joan.email)).toHaveLength(before);
    const at = later(30 * 24 * 3600);
    const batch = heldBatch(joan.staffId, "Mine");
    expect(batch).not.toBe("");
    notifyApprovers(at);
    expect(
      toldTo(joan.email)
        .slice(before)
        .map(({ textBody }) => textBody)
        .join(),
    ).not.toContain("Mine");
  });
});
