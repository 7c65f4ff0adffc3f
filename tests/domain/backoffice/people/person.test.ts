import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { addresses, disputes, emails, entries, ledger, orders, payments, shipments, vouchers } from "#db/schema";
import { personData, personNamed } from "~/domain/backoffice/people/person.server";
import { addNote } from "~/domain/backoffice/staff/notes.server";
import { noteReports } from "~/domain/mail/bounces/delivery-reports.server";
import { paragraph } from "~/domain/mail/layout/email-blocks";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { beginSession } from "~/domain/people/accounts/sessions.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { issueVoucher } from "~/domain/shop/vouchers/vouchers.server";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";
import { wholePerson } from "../../../support/whole-person";
import { colleague } from "../../people/staff/colleagues";

let ordered = 0;

/** A paid order, with the card it was paid by. */
function order(accountId: string, given: Partial<typeof orders.$inferInsert> = {}) {
  ordered += 1;
  const row = db
    .insert(orders)
    .values({
      ...{ number: `LP-TIME-LIN${ordered}`, accountId, basketKey: `basket-${ordered}`, kind: "loop" },
      ...{ status: "PAID", subtotalPence: 6999, totalPence: 6999, pricing: "{}", email: "g@example.org" },
      ...{ createdAt: NOW, paidAt: NOW, updatedAt: NOW, ...given },
    })
    .returning()
    .get();
  const card = { status: "paid", cardBrand: "visa", cardLast4: "4242" } as const;
  db.insert(payments)
    .values({ orderId: row.id, attempt: 1, amountPence: 6999, ...card, createdAt: NOW, updatedAt: NOW })
    .run();
  return row;
}

const linesOf = (id: string, as: "account" | "guest" = "account") =>
  (personData(id, as, NOW)?.timeline ?? []).map(({ tab, mark, text, detail }) =>
    [tab, mark, text, detail].filter(Boolean).join(" | "),
  );

describe("a person’s page", () => {
  it("has nothing of anybody else’s", async () => {
    const { id } = person("Gwen");
    loopOf(id, { createdAt: later(-60) });
    order(id, { status: "PENDING", paidAt: null });
    const seen = () => personData(id, "account", NOW);
    const before = seen();
    const other = await wholePerson();
    const { id: orderId } = order(other.accountId);
    voucher({ orderId });
    const shipment = db
      .insert(shipments)
      .values({ loopId: other.loopId, createdAt: NOW, updatedAt: NOW })
      .returning()
      .get();
    for (const object of [
      { type: "shipment", id: shipment.id },
      { type: "account", id: other.accountId },
    ])
      write((tx) => recordAuditEvent(tx, { staffId: null, action: "staff.add", object, now: NOW }));
    expect(seen()).toEqual(before);
    expect(before).toMatchObject({ isUndeliverable: false, loops: [{ written: 0 }] });
    expect(personData(other.accountId, "account", NOW)?.timeline.length).toBeGreaterThan(15);
    expect([personData("unknown", "account", NOW), personNamed("unknown")]).toEqual([undefined, undefined]);
    expect(personNamed(id)).toMatchObject({ firstName: "Gwen", isGuest: false, isProven: true });
  });

  it("has each purchase once, with the card that paid it, and no refund of what was given back whole", () => {
    const { id } = person("Gwen");
    const { id: orderId } = order(id, { refundedPence: 6999 });
    const declined = {
      orderId,
      attempt: 2,
      amountPence: 6999,
      status: "failed",
      createdAt: NOW,
      updatedAt: NOW,
    } as const;
    db.insert(payments).values(declined).run();
    const line = { orderId, amountPence: 6999, at: NOW };
    db.insert(ledger)
      .values([
        { ...line, kind: "payment", providerReference: `pi-${orderId}` },
        { ...line, kind: "refund", amountPence: -6999, providerReference: `re-${orderId}` },
      ])
      .run();
    voucher({ orderId, purchasedByAccountId: id });
    const lines = linesOf(id).map((one) => one.replace(/····\w+/, "····"));
    expect(lines.filter((one) => /^(?:money|vouchers)/.test(one)).toSorted()).toEqual([
      "money | money | Paid £69.99 for a loop | Visa ending 4242",
      "money | money | Refunded £69.99",
      "vouchers | event | Voucher ···· for Callum, active | Until 20 November 2027",
    ]);
    const bought = personData(id, "account", NOW)?.timeline.find(({ key }) => key === `order-${orderId}`);
    expect(bought?.subject).toMatchObject({ canRefund: false });
  });

  it("has where things are sent, finished weeks, the week it is, and credits that can be used", () => {
    const { id: accountId } = person("Gwen");
    const place = { accountId, firstName: "G", lastName: "P", line1: "1", createdAt: NOW, updatedAt: NOW };
    db.insert(addresses)
      .values([
        { ...place, kind: "billing", city: "York", postcode: "YO1 7HH" },
        { ...place, kind: "shipping", city: "Leeds", postcode: "LS1 1AA" },
      ])
      .run();
    const { id: loopId } = loopOf(accountId, { startDay: "2026-11-20" });
    const week = { loopId, prompt: "", content: "", createdAt: NOW, updatedAt: NOW };
    db.insert(entries)
      .values([
        { ...week, week: 1 },
        { ...week, week: 2, openAgainAt: NOW },
      ])
      .run();
    creditToBegin(accountId, { cancelledAt: NOW });
    creditToBegin(accountId, { spentAt: NOW });
    const { id } = creditToBegin(accountId);
    const seen = personData(accountId, "account", NOW);
    expect(seen?.places.map(({ lines }) => lines)).toEqual(["1, Leeds, LS1 1AA"]);
    expect(seen?.loops).toMatchObject([{ written: 1, week: 1 }]);
    expect(seen?.credits.map((credit) => credit.id)).toEqual([id]);
  });
});

describe("the timeline of a person", () => {
  it("has their money, with what a bank took in red and no refund while it decides", () => {
    const { id } = person("Gwen");
    const { id: orderId } = order(id);
    expect(linesOf(id)).toContain("money | money | Paid £69.99 for a loop | Visa ending 4242");
    const subject = () =>
      personData(id, "account", NOW)?.timeline.find(({ key }) => key === `order-${orderId}`)?.subject;
    expect(subject()).toMatchObject({ canRefund: true });
    db.insert(ledger)
      .values({
        orderId,
        kind: "dispute",
        amountPence: -6999,
        providerReference: `dp-${orderId}`,
        at: later(60),
      })
      .run();
    const taken = { id: `dp-${orderId}`, orderId, stage: "open", amountPence: 6999 } as const;
    db.insert(disputes)
      .values({ ...taken, openedAt: later(60), updatedAt: later(60) })
      .run();
    expect(linesOf(id)[0]).toBe("money | bad | Bank disputed £69.99");
    expect(subject()).toMatchObject({ canRefund: false });
  });

  it("has vouchers given and redeemed by their last four, and never a whole code", () => {
    const [giver, taker] = [person("Gwen"), person("Tom")];
    const { voucherId, code } = db.transaction((tx) =>
      issueVoucher(
        tx,
        {
          ...{ valuePence: 6999, choice: null, purchasedByAccountId: giver.id, orderId: null, isTest: false },
          recipient: { name: "Tom", email: null, message: "Marmalade", sendOnDay: null },
        },
        NOW,
      ),
    );
    expect(linesOf(giver.id)[0]).toBe(
      `vouchers | event | Voucher ····${code.slice(-4)} for Tom, active | Until 20 November 2027`,
    );
    const redeemed = { status: "REDEEMED", redeemedByAccountId: taker.id, redeemedAt: later(60) } as const;
    db.update(vouchers).set(redeemed).where(eq(vouchers.id, voucherId)).run();
    expect(linesOf(giver.id)[0]).toContain("was redeemed");
    expect(linesOf(taker.id)[0]).toBe(`vouchers | event | Redeemed voucher ····${code.slice(-4)}`);
    expect(JSON.stringify([linesOf(giver.id), linesOf(taker.id)])).not.toMatch(new RegExp(`${code}|Marmalade`));
  });

  it("has emails, those that failed in red with what the mailbox said", () => {
    const { id, email } = person("Gwen");
    const message = { kind: "refund", subject: "Your refund", preview: "", blocks: [paragraph("Hello")] } as const;
    const to = { name: "Gwen", email };
    const sent = db.transaction((tx) =>
      queueEmail(tx, { accountId: id, to, dedupeKey: `refund-${id}`, message, now: NOW }),
    );
    const failed = { state: "dead", failure: "550 5.1.1" } as const;
    db.update(emails)
      .set(failed)
      .where(eq(emails.id, sent ?? ""))
      .run();
    expect(linesOf(id)).toContain(`emails | bad | Email failed: “Your refund” | To ${email}. 550 5.1.1`);
    expect(personData(id, "account", NOW)?.isUndeliverable).toBe(true);
  });

  it("has emails that were reported as spam in red, and says that the address gets fewer from then on", () => {
    const { id, email } = person("Gwen");
    const message = { kind: "refund", subject: "Your refund", preview: "", blocks: [paragraph("Hello")] } as const;
    const queue = { accountId: id, to: { name: "Gwen", email }, dedupeKey: `refund-${id}`, message, now: NOW };
    const sent = db.transaction((tx) => queueEmail(tx, queue)) ?? "";
    const gone = { state: "sent", sentAt: NOW, firstTriedAt: NOW } as const;
    db.update(emails).set(gone).where(eq(emails.id, sent)).run();
    const line = (how: string) => `emails | ${how} | Email “Your refund”, sent | To ${email}`;
    expect([personData(id, "account", NOW)?.reported, linesOf(id).includes(line("event"))]).toEqual([null, true]);
    noteReports([{ kind: "complained", address: email, messageId: null, at: NOW, reply: "" }], NOW);
    expect(linesOf(id)).toContain(`${line("bad")}. Reported as spam`);
    expect(personData(id, "account", NOW)?.reported).toEqual({ reason: "complained", at: NOW });
  });

  it("has loops by their type and shipments by their steps, and no word that they wrote", () => {
    const { id } = person("Gwen");
    const loop = loopOf(id, { title: "Pelican", dedication: "Pelican" });
    db.insert(shipments)
      .values({
        ...{ loopId: loop.id, carrier: "Royal Mail", trackingNumber: "GK1", state: "shipped" },
        ...{ printingAt: later(60), shippedAt: later(120), createdAt: NOW, updatedAt: NOW },
      })
      .run();
    creditToBegin(id);
    const lines = linesOf(id);
    expect(lines.filter((line) => line.startsWith("books"))).toEqual([
      "books | event | Parcel with the book sent | Royal Mail GK1",
      "books | event | Parcel with the book went to the printer",
      "books | event | Started the Puppy’s First Year loop | Book due 3 December 2027",
      "books | event | Parcel with the book joined the print queue",
    ]);
    expect(JSON.stringify(personData(id, "account", NOW))).not.toContain("Pelican");
    expect(personData(id, "account", NOW)?.credits).toMatchObject([{ name: "Puppy’s First Year" }]);
  });

  it("has sign-ins and what staff did, with who and why", async () => {
    const { id } = person("Gwen");
    db.transaction((tx) => beginSession(tx, id, "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0", NOW));
    const { id: staffId } = await colleague("support");
    addNote({ accountId: id }, { note: "Rang twice", owner: "", dueDay: "" }, staffId, later(60));
    expect(linesOf(id).slice(0, 2)).toEqual([
      expect.stringMatching(/^staff \| staff \| support \d+ left a note$/),
      "sign-ins | quiet | Signed in, Firefox on Windows",
    ]);
  });
});

describe("a guest", () => {
  it("is one person with everything bought with one address, and is not an account", () => {
    const words = { email: "aled.twice@example.org", firstName: "Aled", lastName: "Pritchard" };
    const [one = "", two = ""] = ["a", "b"].map((name) =>
      saveGuest({ guestId: undefined, basketKey: `guest-${name}` }, words, NOW),
    );
    order(one);
    order(two, { totalPence: 1000, subtotalPence: 1000 });
    for (const id of [one, two]) {
      expect(personData(id, "guest", NOW)).toMatchObject({ isGuest: true, orderCount: 2, paidPence: 7999 });
      expect(personData(id, "account", NOW)).toBeUndefined();
    }
    expect(personData(one, "guest", NOW)?.places).toEqual([]);
    expect(linesOf(one, "guest").filter((line) => line.startsWith("money"))).toHaveLength(2);
    expect(personData(person("Gwen").id, "guest", NOW)).toBeUndefined();
  });
});
