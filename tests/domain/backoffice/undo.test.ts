import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, shipments, vouchers } from "#db/schema";
import { waitingRows } from "~/domain/backoffice/inbox/waiting-rows.server";
import { resendForCustomer } from "~/domain/backoffice/staff/admin-emails.server";
import { heldEmails, leftEarlierToday } from "~/domain/backoffice/undo/sent-emails.server";
import { sendHeldNow, undoHeld } from "~/domain/backoffice/undo/undo.server";
import { sendToPrinter } from "~/domain/operations/printing/shipment-steps.server";
import { resendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { auditEventsOn } from "../../support/audit-events";
import { NOW, person } from "../../support/people";
import { ordered } from "../../support/shop";
import { voucher, voucherRow } from "../../support/vouchers";
import { bookWithFiles } from "../operations/printing/book-in-line";
import { colleague } from "../people/staff/colleagues";

let staffId = "";
let other = "";
beforeAll(async () => {
  staffId = (await colleague("support")).id;
  other = (await colleague("support")).id;
});

const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const emailOf = (id: string) => db.select().from(emails).where(eq(emails.id, id)).get();
const titles = (of: string, minutes: number) => heldEmails(of, inMinutes(minutes)).map(({ title }) => title);
const newestHeld = () => heldEmails(staffId, NOW).at(-1)?.id ?? "";

/** An email to somebody that failed for good. */
function deadEmail(): string {
  const { id: accountId } = person("Ada");
  const words = { subject: "Your order", textBody: "Hello.", htmlBody: "<p>Hello.</p>" };
  const key = `dead:${accountId}`;
  return db
    .insert(emails)
    .values({
      ...{ kind: "refund", accountId, toName: "Ada", toEmail: "ada@example.com", ...words },
      ...{ dedupeKey: key, messageId: key, state: "dead", nextTryAt: NOW, createdAt: NOW },
    })
    .returning({ id: emails.id })
    .get().id;
}

function resent(): { dead: string; again: string } {
  const dead = deadEmail();
  const sent = resendForCustomer(dead, staffId, NOW);
  if (!sent.ok) throw new Error(`It was not sent again: ${sent.reason}.`);
  return { dead, again: sent.emailId };
}

describe("an email that a staff member has sent", () => {
  it("leaves ten minutes later, and is in their tray alone until then", () => {
    const { again } = resent();
    expect(emailOf(again)?.nextTryAt).toEqual(inMinutes(10));
    expect(titles(staffId, 9)).toContain("Email to Ada");
    expect(titles(other, 9)).toEqual([]);
    expect(titles(staffId, 10)).toEqual([]);
  });

  it("is taken back by them alone, and what failed waits in the inbox again", () => {
    const { dead, again } = resent();
    const inbox = () => waitingRows({ staffId, role: "support" }, NOW).map(({ id }) => id);
    expect(inbox()).not.toContain(dead);
    expect(undoHeld(`email:${again}`, other, inMinutes(1))).toEqual({ ok: false, reason: "too_late" });
    expect(undoHeld(`email:${again}`, staffId, inMinutes(1))).toEqual({ ok: true });
    expect(emailOf(again)).toMatchObject({ state: "cancelled" });
    expect(inbox()).toContain(dead);
    expect(auditEventsOn(again).map(({ action }) => action)).toContain("emails.undo");
    expect(undoHeld(`email:${again}`, staffId, inMinutes(2))).toEqual({ ok: false, reason: "too_late" });
  });

  it("leaves now where they say so, and cannot be taken back once it has left", () => {
    const { again } = resent();
    const another = resent().again;
    expect(sendHeldNow(`email:${again}`, other, inMinutes(1))).toEqual({ ok: false, reason: "too_late" });
    expect(sendHeldNow(`email:${again}`, staffId, inMinutes(1))).toEqual({ ok: true });
    expect([emailOf(again)?.nextTryAt, emailOf(another)?.nextTryAt]).toEqual([inMinutes(1), inMinutes(10)]);
    expect(undoHeld(`email:${again}`, staffId, inMinutes(1))).toEqual({ ok: false, reason: "too_late" });
    const late = resent();
    expect(undoHeld(`email:${late.again}`, staffId, inMinutes(10))).toEqual({
      ok: false,
      reason: "too_late",
    });
  });
});

describe("what has left earlier today", () => {
  const midnight = new Date("2026-11-20T00:00:00Z");
  const before = (at: Date) => new Date(at.getTime() - 1);

  it("is what this person has had sent since midnight: sent, dead or due, and neither held nor taken back", async () => {
    const { id: sender } = await colleague("support");
    const email = (name: string, given: Partial<typeof emails.$inferInsert> = {}) => {
      const words = { subject: "Your order", textBody: "Hello.", htmlBody: "<p>Hello.</p>" };
      db.insert(emails)
        .values({
          ...{ kind: "refund", toName: name, toEmail: "ada@example.com", ...words, dedupeKey: name, messageId: name },
          ...{ state: "sent", nextTryAt: NOW, createdAt: NOW, sentByStaffId: sender, ...given },
        })
        .run();
    };
    email("Yesterday’s", { createdAt: before(midnight) });
    email("Midnight’s", { createdAt: midnight, sentAt: NOW });
    email("Dead", { createdAt: inMinutes(-9), state: "dead" });
    email("Due", { createdAt: inMinutes(-8), state: "waiting" });
    email("Held", { state: "waiting", nextTryAt: new Date(NOW.getTime() + 1) });
    email("Tried", { state: "waiting", nextTryAt: inMinutes(5), tries: 1 });
    email("Taken back", { state: "cancelled", nextTryAt: inMinutes(-5) });
    email("Stopped", { state: "cancelled", nextTryAt: inMinutes(5) });
    email("A colleague’s", { sentByStaffId: other });
    expect(leftEarlierToday(sender, NOW).map(({ title, leftAt, hasFailed }) => [title, leftAt, hasFailed])).toEqual([
      ["Email to Due", null, false],
      ["Email to Dead", null, true],
      ["Email to Midnight’s", NOW, false],
    ]);
    expect(titles(sender, 0)).toEqual(["Email to Held"]);
  });
});

describe("a shipment’s step", () => {
  it("is that of the book or its reprint, and of no other shipment of the year", () => {
    const change = (id: string, given: Partial<typeof shipments.$inferInsert>) =>
      db.update(shipments).set(given).where(eq(shipments.id, id)).run();
    const stateOf = (id: string) => db.select().from(shipments).where(eq(shipments.id, id)).get()?.state;
    // Written first, so that a query that does not tell them apart finds them.
    const [copy, earlier, book, reprint] = [bookWithFiles(), bookWithFiles(), bookWithFiles(), bookWithFiles()];
    const { loopId } = book;
    change(book.shipmentId, { createdAt: inMinutes(-1) });
    change(copy.shipmentId, { loopId, orderId: ordered(book.owner).id });
    change(earlier.shipmentId, { loopId, reprintOf: book.shipmentId });
    change(reprint.shipmentId, { loopId, reprintOf: earlier.shipmentId });
    const heldIds = () => heldEmails(staffId, NOW).map(({ id }) => id);
    const sent = [book, reprint].map(({ shipmentId }) => {
      const before = heldIds();
      expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({ ok: true });
      return { shipmentId, heldId: heldIds().find((id) => !before.includes(id)) ?? "" };
    });
    for (const { shipmentId, heldId } of sent.toReversed()) {
      expect(stateOf(shipmentId)).toBe("printing");
      expect(undoHeld(heldId, staffId, inMinutes(1))).toEqual({ ok: true });
      expect(stateOf(shipmentId)).toBe("waiting");
    }
  });

  it("is in the same tray, and is taken back with its email", () => {
    const { shipmentId } = bookWithFiles();
    expect(sendToPrinter(shipmentId, { staffId, whyUnreviewed: null }, NOW)).toEqual({ ok: true });
    expect(titles(staffId, 1)).toContain("At the printer: email to Ada Okafor");
    expect(undoHeld(newestHeld(), staffId, inMinutes(1))).toEqual({ ok: true });
    expect(db.select().from(shipments).where(eq(shipments.id, shipmentId)).get()?.state).toBe("waiting");
  });
});

describe("a gift email", () => {
  const recipient = { name: "Rhys Quayle", email: "rhys@example.com", message: "For you.", sendOnDay: null };

  it("that was sent again by staff is taken back, and was sent when it was, or goes out on its day", () => {
    for (const sendOnDay of [null, "2026-12-24"]) {
      const sentAt = sendOnDay === null ? inMinutes(-60) : null;
      const { voucherId } = voucher({ recipient: { ...recipient, sendOnDay } }, { sentAt });
      expect(resendVoucher(voucherId, staffId, NOW)).toEqual({ ok: true });
      expect(titles(staffId, 1)).toContain("Gift email to Rhys Quayle");
      expect(undoHeld(newestHeld(), staffId, inMinutes(1))).toEqual({ ok: true });
      expect(voucherRow(voucherId).sentAt).toEqual(sentAt);
    }
  });

  it("stays once its gift was used", () => {
    const { voucherId } = voucher({ recipient }, { sentAt: inMinutes(-60) });
    expect(resendVoucher(voucherId, staffId, NOW)).toEqual({ ok: true });
    const id = newestHeld();
    const redeemed = { status: "REDEEMED", redeemedAt: NOW, redeemedByAccountId: person("Rhys").id } as const;
    db.update(vouchers).set(redeemed).where(eq(vouchers.id, voucherId)).run();
    expect(undoHeld(id, staffId, inMinutes(1))).toEqual({ ok: false, reason: "used" });
    expect(emailOf(id.replace("email:", ""))?.state).toBe("waiting");
    expect(auditEventsOn(id.replace("email:", ""))).toEqual([]);
  });
});
