import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { accounts, addresses, auditEvents, emails, orders } from "#db/schema";
import {
  correctEmail,
  correctName,
  correctPlace,
  deleteOnRequest,
  keepOnRequest,
  sendResetLink,
} from "~/domain/backoffice/people/corrections.server";
import { moveDateFor } from "~/domain/backoffice/people/loop-corrections.server";
import { personData } from "~/domain/backoffice/people/person.server";
import { paragraph } from "~/domain/mail/layout/email-blocks";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { claimByAddress, guestOf, saveGuest } from "~/domain/people/accounts/guests.server";
import { changesForOwner } from "~/domain/people/staff/audit-trail.server";
import { eraseDueAccounts } from "~/domain/privacy/erasure/erasure.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";

const REASON = "Rang, gave the order number and postcode";

let made = 0;

/** Somebody who paid as a guest with a mistyped address, and whose two emails failed. */
async function mistypedGuest() {
  made += 1;
  const old = `aled-${made}@exmaple.com`;
  const basketKey = `basket-${made}`;
  const words = { email: old, firstName: "Aled", lastName: "Pritchard" };
  const guestId = saveGuest({ guestId: undefined, basketKey }, words, NOW);
  const [order] = db
    .insert(orders)
    .values({
      ...{ number: `LP-GUES-T${made}`, accountId: guestId, basketKey, kind: "loop", status: "PAID" },
      ...{ theme: "family", type: "family-adventures", subtotalPence: 6999, totalPence: 6999, pricing: "{}" },
      ...{ ...words, createdAt: NOW, paidAt: NOW, updatedAt: NOW },
    })
    .returning()
    .all();
  const { id: staffId } = await colleague("support");
  write("order_confirmation", "dead");
  write("refund", "dead");
  write("printing", "waiting");
  function write(kind: "order_confirmation" | "refund" | "printing", state: "dead" | "waiting") {
    const message = { kind, subject: kind, preview: kind, blocks: [paragraph(kind)] };
    const to = { name: "Aled", email: old };
    const id = db.transaction((tx) =>
      queueEmail(tx, { accountId: guestId, to, dedupeKey: `${kind}-${made}`, message, now: NOW }),
    );
    db.update(emails)
      .set({ state })
      .where(eq(emails.id, id ?? ""))
      .run();
  }
  return { guestId, old, order, by: { staffId, reason: REASON } };
}

const emailsTo = (email: string) =>
  db
    .select({ kind: emails.kind, state: emails.state, textBody: emails.textBody })
    .from(emails)
    .where(eq(emails.toEmail, email))
    .all();

const actsOn = (id: string) => db.select().from(auditEvents).where(eq(auditEvents.objectId, id)).all();

describe("a guest’s mistyped address", () => {
  it("is corrected, what failed or waits goes to the new one, and the old one is notified", async () => {
    const { guestId, old, by, order } = await mistypedGuest();
    expect(personData(guestId, "guest", NOW)?.isUndeliverable).toBe(true);
    const email = `aled.right-${made}@example.com`;
    const result = correctEmail({ personId: guestId, email }, by, later(60));
    expect(result).toEqual({ ok: true, how: "corrected", sent: 3, accountId: guestId });
    expect([
      guestOf(guestId)?.email,
      db
        .select()
        .from(orders)
        .where(eq(orders.id, order?.id ?? ""))
        .get()?.email,
    ]).toEqual([email, email]);
    expect(
      emailsTo(email)
        .map(({ kind, state }) => `${kind} ${state}`)
        .sort(),
    ).toEqual(["order_confirmation waiting", "printing waiting", "refund waiting"]);
    expect(
      emailsTo(old)
        .map(({ kind, state }) => `${kind} ${state}`)
        .sort(),
    ).toEqual(["email_changed waiting", "order_confirmation dead", "printing cancelled", "refund dead"]);
    const notice = emailsTo(old).find(({ kind }) => kind === "email_changed")?.textBody;
    expect(notice).toContain("The email address for your Loop order is now a…");
    expect(notice).not.toContain("Sign in");
    expect(personData(guestId, "guest", later(60))?.isUndeliverable).toBe(false);
  });

  it("is in the audit as hints, because the audit outlives people", async () => {
    const { guestId, by } = await mistypedGuest();
    correctEmail({ personId: guestId, email: "aled.real@example.com" }, by, NOW);
    expect(actsOn(guestId)).toMatchObject([
      {
        action: "accounts.correct_email",
        reason: REASON,
        before: '{"email":"a…@exmaple.com"}',
        after: '{"email":"a…@example.com"}',
      },
    ]);
  });

  it("that belongs to an account puts the order in that account", async () => {
    const { guestId, by, order } = await mistypedGuest();
    const owner = person("Aled");
    expect(correctEmail({ personId: guestId, email: owner.email.toUpperCase() }, by, NOW)).toMatchObject({
      how: "joined",
      accountId: owner.id,
    });
    expect(
      db
        .select()
        .from(orders)
        .where(eq(orders.id, order?.id ?? ""))
        .get()?.accountId,
    ).toBe(owner.id);
    expect(guestOf(guestId)).toBeUndefined();
    expect(changesForOwner(owner.id).map(({ action }) => action)).toEqual(["corrected the email address"]);
  });

  it("is read by the guest too, once they have opened an account", async () => {
    const { guestId, by } = await mistypedGuest();
    const email = `aled-opened-${made}@example.com`;
    correctEmail({ personId: guestId, email }, by, NOW);
    const opened = person("Aled");
    expect(changesForOwner(opened.id)).toEqual([]);
    db.update(accounts).set({ email }).where(eq(accounts.id, opened.id)).run();
    write((tx) => claimByAddress(tx, opened.id));
    expect(guestOf(guestId)).toBeUndefined();
    expect(changesForOwner(opened.id)).toMatchObject([{ action: "corrected the email address", reason: REASON }]);
  });
});

describe("what is corrected for one guest", () => {
  it("changes and holds nothing of anybody else’s, and of theirs what goes to the new address now alone", async () => {
    const other = await mistypedGuest();
    const { guestId, old, by } = await mistypedGuest();
    const email = `aled-alone-${made}@example.com`;
    const now = later(60);
    const written = (name: string, given: Partial<typeof emails.$inferInsert>) =>
      db
        .insert(emails)
        .values({
          ...{ kind: "shipped", toName: "Aled", toEmail: email, subject: "", textBody: name, htmlBody: "" },
          ...{ dedupeKey: `${name}-${made}`, messageId: `${name}-${made}`, accountId: guestId, nextTryAt: NOW },
          ...{ state: "waiting", createdAt: now, ...given },
        })
        .run();
    written("a colleague’s", { accountId: other.guestId });
    written("to the old one, for another", { accountId: other.guestId, toEmail: old });
    written("elsewhere", { toEmail: "elsewhere@example.com" });
    written("earlier", { createdAt: NOW });
    written("sent", { state: "sent", sentAt: now });
    expect(correctEmail({ personId: guestId, email }, by, now)).toMatchObject({ ok: true, sent: 3 });
    const touched = db.select().from(emails).where(eq(emails.kind, "shipped")).all();
    expect(touched.map(({ sentByStaffId, state }) => [sentByStaffId, state])).toEqual([
      ...Array.from({ length: 4 }, () => [null, "waiting"]),
      [null, "sent"],
    ]);
    const held = db.select().from(emails).where(eq(emails.sentByStaffId, by.staffId)).all();
    expect(new Set(held.map(({ toEmail }) => toEmail))).toEqual(new Set([email]));
    const orderOfOther = db.select().from(orders).where(eq(orders.accountId, other.guestId)).get();
    expect([guestOf(other.guestId)?.email, orderOfOther?.email]).toEqual([other.old, other.old]);
    expect(emailsTo(other.old).map(({ kind, state }) => `${kind} ${state}`)).toContain("printing waiting");
  });

  it("is their name too, on their orders as well, and they are told", async () => {
    const other = await mistypedGuest();
    const { guestId, old, by } = await mistypedGuest();
    const name = { firstName: "Alun", lastName: "Prys", reason: REASON };
    expect(correctName(guestId, name, by.staffId, NOW)).toEqual({ ok: true });
    const namesOf = (id: string) => {
      const order = db.select().from(orders).where(eq(orders.accountId, id)).get();
      return [guestOf(id)?.firstName, order?.firstName];
    };
    expect([namesOf(guestId), namesOf(other.guestId)]).toEqual([
      ["Alun", "Alun"],
      ["Aled", "Aled"],
    ]);
    expect(emailsTo(old).map(({ kind }) => kind)).toContain("account_corrected");
    expect(correctName("nobody", name, by.staffId, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(correctEmail({ personId: "nobody", email: old }, by, NOW)).toEqual({ ok: false, reason: "not_found" });
  });

  it("is nothing that an account alone has", async () => {
    const { guestId, by } = await mistypedGuest();
    const { id: loopId } = loopOf(guestId);
    expect(moveDateFor({ accountId: guestId, loopId, deliveryDay: "2027-12-10" }, by, NOW)).toEqual({
      ...{ ok: false, reason: "not_found" },
    });
  });
});

describe("an account’s address", () => {
  it("that was never proven is corrected and gets a new code; its password stays", async () => {
    const other = person("Bo", { email: "bo@exmaple.com", emailVerifiedAt: null });
    const row = person("Bea", { email: "bea@exmaple.com", emailVerifiedAt: null });
    const code = (id: string, toEmail: string) =>
      db
        .insert(emails)
        .values({
          ...{ kind: "password_reset", toName: "", toEmail, subject: "", textBody: "", htmlBody: "", nextTryAt: NOW },
          ...{ dedupeKey: id, messageId: id, accountId: row.id, createdAt: later(-60) },
        })
        .run();
    code("old-code", "Bea@exmaple.com");
    code("other-code", "bea@elsewhere.example");
    const { id: staffId } = await colleague("support");
    const result = correctEmail({ personId: row.id, email: "bea-new@example.com" }, { staffId, reason: REASON }, NOW);
    expect(result).toMatchObject({ ok: true, how: "corrected", sent: 1 });
    expect(emailsTo("bea-new@example.com").map(({ kind }) => kind)).toEqual(["verification_code"]);
    expect([emailsTo("Bea@exmaple.com"), emailsTo("bea@elsewhere.example")]).toMatchObject([
      [{ state: "cancelled" }],
      [{ state: "waiting" }],
    ]);
    expect(db.select().from(accounts).where(eq(accounts.id, other.id)).get()?.email).toBe("bo@exmaple.com");
    const after = db.select().from(accounts).where(eq(accounts.id, row.id)).get();
    expect([after?.email, after?.emailVerifiedAt, after?.passwordHash]).toEqual(["bea-new@example.com", null, "-"]);
  });

  it("that was proven stays until its owner types the code", async () => {
    const row = person("Cleo");
    const { id: staffId } = await colleague("support");
    const result = correctEmail({ personId: row.id, email: "cleo-new@example.com" }, { staffId, reason: REASON }, NOW);
    expect(result).toMatchObject({ ok: true, how: "asked" });
    expect(db.select().from(accounts).where(eq(accounts.id, row.id)).get()?.email).toBe(row.email);
    expect(emailsTo("cleo-new@example.com").map(({ kind }) => kind)).toEqual(["email_change_code"]);
    expect(emailsTo(row.email).map(({ kind }) => kind)).toEqual(["account_corrected"]);
    let asked = 0;
    const again = () => {
      asked += 1;
      return correctEmail(
        { personId: row.id, email: `changed-${asked}@example.com` },
        { staffId, reason: REASON },
        NOW,
      );
    };
    let last = result;
    while (last.ok && asked < 50) last = again();
    const recorded = actsOn(row.id).length;
    expect([last, again()]).toEqual(Array.from({ length: 2 }, () => ({ ok: false, reason: "too_many_codes" })));
    expect(actsOn(row.id)).toHaveLength(recorded);
  });

  it.each([
    ["the same one", "same_address", () => null],
    ["somebody else’s, for a registration", "has_account", () => null],
  ])("is refused where it is %s", async (_, reason) => {
    const owner = person("Dot");
    const row = person("Edie", { emailVerifiedAt: null });
    const { id: staffId } = await colleague("support");
    const email = reason === "same_address" ? row.email.toUpperCase() : owner.email;
    expect(correctEmail({ personId: row.id, email }, { staffId, reason: REASON }, NOW)).toEqual({
      ok: false,
      reason,
    });
    expect(actsOn(row.id)).toEqual([]);
  });
});

describe("what staff do for a customer", () => {
  it("is reported to the owner by email, and can be read in their Privacy tab with who and why", async () => {
    const row = person("Fern");
    const { id: staffId } = await colleague("support");
    correctName(row.id, { firstName: "Fern", lastName: "Marsh", reason: REASON }, staffId, NOW);
    const where = { label: "Home", firstName: "Fern", lastName: "Marsh", line1: "1 Quay", city: "Whitby" };
    const [place] = db
      .insert(addresses)
      .values({ ...where, accountId: row.id, postcode: "YO21 3PU", createdAt: NOW, updatedAt: NOW })
      .returning()
      .all();
    const words = { ...where, line1: "11 Quay", line2: "", county: "", postcode: "YO21 3PU" };
    const place1 = { accountId: row.id, addressId: place?.id ?? "", words };
    expect(correctPlace(place1, { staffId, reason: REASON }, NOW)).toEqual({ ok: true });
    expect(sendResetLink(row.id, { staffId, reason: REASON }, NOW)).toEqual({ ok: true });
    expect(deleteOnRequest(row.id, { staffId, reason: REASON }, NOW)).toMatchObject({ ok: true });
    expect(
      emailsTo(row.email)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(["account_corrected", "account_corrected", "deletion_asked", "password_reset"]);
    expect(changesForOwner(row.id).map(({ action, reason }) => `${action}: ${reason}`)).toEqual([
      `started the deletion that was asked for in writing: ${REASON}`,
      `sent a link to choose a new password: ${REASON}`,
      `corrected a saved address: ${REASON}`,
      `corrected the name: ${REASON}`,
    ]);
    expect(JSON.stringify(actsOn(row.id))).not.toMatch(/Quay|Marsh/);
  });

  it("is refused for somebody else’s address and for nobody", async () => {
    const [row, other] = [person("Gil"), person("Hal")];
    const { id: staffId } = await colleague("support");
    const where = {
      label: "Home",
      firstName: "H",
      lastName: "M",
      line1: "1",
      city: "Whitby",
      postcode: "YO21 3PU",
    };
    const [place] = db
      .insert(addresses)
      .values({ ...where, accountId: other.id, createdAt: NOW, updatedAt: NOW })
      .returning()
      .all();
    const words = { ...where, line2: "", county: "" };
    const wrong = { accountId: row.id, addressId: place?.id ?? "", words };
    expect(correctPlace(wrong, { staffId, reason: REASON }, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(sendResetLink("nobody", { staffId, reason: REASON }, NOW)).toEqual({
      ok: false,
      reason: "not_found",
    });
    expect(actsOn(row.id)).toEqual([]);
    const unproven = person("Ivy", { emailVerifiedAt: null });
    const suspended = person("Jim", { status: "suspended" });
    expect(sendResetLink(unproven.id, { staffId, reason: REASON }, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(sendResetLink(suspended.id, { staffId, reason: REASON }, NOW)).toEqual({ ok: false, reason: "suspended" });
    expect([...emailsTo(unproven.email), ...emailsTo(suspended.email)]).toEqual([]);
  });
});

describe("a guest who asks in writing to be forgotten", () => {
  const rows = (guestId: string) => db.select().from(accounts).where(eq(accounts.id, guestId)).all();

  it("is told when, and seven days later is in no row of the shop, while the sale stays", async () => {
    const { guestId, old, order, by } = await mistypedGuest();
    const second = saveGuest(
      { guestId: undefined, basketKey: `second-${made}` },
      { email: old.toUpperCase(), firstName: "Aled", lastName: "Pritchard" },
      NOW,
    );
    db.insert(orders)
      .values({
        ...{ number: `LP-TWO-${made}`, accountId: second, basketKey: `second-${made}`, kind: "loop" },
        ...{
          theme: "family",
          type: "family-adventures",
          subtotalPence: 6999,
          totalPence: 6999,
          pricing: "{}",
        },
        ...{ status: "PAID", email: old.toUpperCase(), firstName: "Aled", lastName: "Pritchard" },
        ...{ createdAt: NOW, paidAt: NOW, updatedAt: NOW },
      })
      .run();
    const begun = deleteOnRequest(guestId, by, NOW);
    expect(begun.ok && begun.dueAt).toEqual(later(7 * 86_400));
    const [asked] = emailsTo(old).filter(({ kind }) => kind === "deletion_asked");
    expect(asked?.textBody).toContain("before then and nothing is deleted");
    expect(asked?.textBody).not.toContain("Sign in");
    await eraseDueAccounts(later(7 * 86_400 - 1));
    expect(rows(guestId)).toHaveLength(1);
    expect(await eraseDueAccounts(later(7 * 86_400))).toMatchObject({ failures: [] });
    expect([rows(guestId), rows(second)]).toEqual([[], []]);
    for (const number of [order?.number ?? "", `LP-TWO-${made}`]) {
      const kept = db.select().from(orders).where(eq(orders.number, number)).get();
      expect(kept).toMatchObject({
        totalPence: 6999,
        email: "",
        firstName: "",
        lastName: "",
        accountId: null,
      });
    }
    const left = db.select().from(emails).all();
    const naming = left.filter((one) => JSON.stringify(one).toLowerCase().includes(old));
    expect(naming.map(({ kind, state }) => [kind, state])).toEqual([["account_deleted", "waiting"]]);
    expect(naming[0]?.textBody).toContain("We deleted what we knew about you");
    expect(actsOn(guestId)).toMatchObject([{ action: "accounts.delete", reason: REASON }]);
    expect(actsOn(guestId)[0]?.after).not.toContain("aled");
  });

  it("can change their mind, and then nothing is deleted", async () => {
    const { guestId, old, by } = await mistypedGuest();
    expect(keepOnRequest(guestId, by, NOW)).toEqual({ ok: false, reason: "nothing_asked" });
    deleteOnRequest(guestId, by, NOW);
    expect(keepOnRequest(guestId, by, later(60))).toEqual({ ok: true });
    expect(emailsTo(old).map(({ kind }) => kind)).toContain("deletion_withdrawn");
    await eraseDueAccounts(later(9 * 86_400));
    expect(rows(guestId)).toHaveLength(1);
    expect(keepOnRequest(person("Ines").id, by, NOW)).toEqual({ ok: false, reason: "not_found" });
  });
});
