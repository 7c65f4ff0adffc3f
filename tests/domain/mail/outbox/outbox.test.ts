import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, serviceChecks } from "#db/schema";
import type { Mail, MailResult, OutgoingMessage } from "~/adapters/mail/contract";
import { seller } from "~/domain/mail/layout/seller.server";
import { type NewEmail, queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";
import { orderConfirmation } from "~/domain/shop/orders/order-emails";

const MORNING = new Date("2026-11-20T08:00:00Z");
const later = (minutes: number) => new Date(MORNING.getTime() + minutes * 60_000);

/** A mailer that records what it is given and responds as configured. */
function postOffice(reply: (message: OutgoingMessage) => MailResult | Promise<MailResult> = () => ({ ok: true })) {
  const taken: OutgoingMessage[] = [];
  const mail: Mail = {
    async post(message) {
      taken.push(message);
      return reply(message);
    },
    check: async () => ({ ok: true }),
  };
  return { mail, taken };
}
const busy = () => ({ ok: false as const, permanent: false, message: "451 try later" });
const gone = () => ({ ok: false as const, permanent: true, message: "550 no such mailbox" });

let occasion = 0;
function write(changes: Partial<NewEmail> = {}): string {
  occasion += 1;
  const id = db.transaction(
    (tx) =>
      queueEmail(tx, {
        accountId: null,
        to: { name: "Margaret", email: "margaret@example.com" },
        dedupeKey: `occasion:${occasion}`,
        message: verificationCode({ firstName: "Margaret", code: "204816", minutes: 10 }),
        now: MORNING,
        ...changes,
      }),
    { behavior: "immediate" },
  );
  if (id === null) throw new Error("No email was written.");
  return id;
}
const confirmation = orderConfirmation({
  firstName: "Margaret",
  orderNumber: "LP-7KQ2M4XN",
  lines: [],
  subtotalPence: 0,
  discountPence: 0,
  discountCode: null,
  deliveryPence: 0,
  taxPence: 0,
  totalPence: 0,
  address: null,
  paidAt: MORNING,
  startRequestedAt: null,
  terms: null,
  turn: "Here’s week one.",
  whatNext: { words: "Begin.", label: "Begin", url: "http://localhost:3000/begin" },
  theme: null,
  kind: "loop",
  seller,
  guestUrl: null,
});
const order = { message: confirmation };
const capped = { message: { ...confirmation, kind: "account_exists" } } as const;

function row(id: string) {
  const found = db.select().from(emails).where(eq(emails.id, id)).get();
  if (found === undefined) throw new Error("No such email.");
  return found;
}

beforeEach(() => {
  db.delete(emails).run();
  db.delete(serviceChecks).run();
});

describe("writing an email", () => {
  it("puts it on emailhead and lets it wait", () => {
    const message = row(write());
    expect(message).toMatchObject({
      state: "waiting",
      tries: 0,
      nextTryAt: MORNING,
      toEmail: "margaret@example.com",
    });
    expect(message.messageId).toBe(`${message.id}@localhost`);
    expect(message.textBody).toContain("204816");
    expect(message.textBody).toContain("hello@loop.example");
    expect(message.htmlBody).toMatch(/^<!doctype html>/);
  });

  it("makes one email for one dedupe key", () => {
    const again = { dedupeKey: "order-paid:1" };
    write(again);
    expect(() => write(again)).toThrow("No email was written.");
    expect(db.select().from(emails).all()).toHaveLength(1);
  });

  it("is undone with what it tells of", () => {
    const failing = () =>
      db.transaction(
        (tx) => {
          const now = MORNING;
          const to = { name: "Margaret", email: "margaret@example.com" };
          queueEmail(tx, {
            ...order,
            accountId: null,
            to,
            dedupeKey: "undone",
            now,
          });
          throw new Error("The order could not be kept.");
        },
        { behavior: "immediate" },
      );
    expect(failing).toThrow("could not be kept");
    expect(db.select().from(emails).all()).toEqual([]);
  });

  it.each(["a@example.com, b@example.com", "A <a@example.com>", "a@example.com\r\nBcc: b@example.com", "a", "x: a@b;"])(
    "refuses %j, which is not one plain address",
    (email) => {
      expect(() => write({ to: { name: "Margaret", email } })).toThrow("exactly one plain address");
    },
  );
});

describe("sending emails", () => {
  it("hands each over once and says so", async () => {
    const { mail, taken } = postOffice();
    const id = write(order);
    expect(await sendDueEmails(later(0), mail)).toEqual({ sent: 1, failed: 0, dead: [] });
    expect(await sendDueEmails(later(1), mail)).toEqual({ sent: 0, failed: 0, dead: [] });
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      messageId: `${id}@localhost`,
      to: { name: "Margaret", address: "margaret@example.com" },
      at: MORNING,
      unsubscribeUrl: undefined,
    });
    expect(row(id)).toMatchObject({ state: "sent", sentAt: later(0), tries: 1, failure: null });
  });

  it("goes by age", async () => {
    const { mail, taken } = postOffice();
    const young = write({ now: later(2), to: { name: "B", email: "b@example.com" } });
    const old = write({ now: later(1), to: { name: "A", email: "a@example.com" } });
    await sendDueEmails(later(3), mail);
    expect(taken.map((message) => message.messageId)).toEqual([`${old}@localhost`, `${young}@localhost`]);
  });

  it.each(["loop_waiting", "gift"] as const)("gives an email that offers it a way to be stopped: %s", async (kind) => {
    const { mail, taken } = postOffice();
    const id = write({ message: { ...confirmation, kind } });
    await sendDueEmails(MORNING, mail);
    expect(taken[0]?.unsubscribeUrl).toBe(`http://localhost:3000/unsubscribe/${id}`);
    expect(taken[0]?.html).toContain(`http://localhost:3000/unsubscribe/${id}`);
  });

  it("empties an email with a code once it has gone, and keeps the others", async () => {
    const { mail, taken } = postOffice();
    const code = write();
    const receipt = write(order);
    await sendDueEmails(MORNING, mail);
    expect(taken[0]?.text).toContain("204816");
    expect(row(code)).toMatchObject({ state: "sent", textBody: "", htmlBody: "" });
    expect(JSON.stringify(row(code))).not.toContain("204816");
    expect(row(receipt).textBody).toContain("LP-7KQ2M4XN");
  });

  it("withdraws a code that was out of date before it could go", async () => {
    const { mail, taken } = postOffice(busy);
    const id = write();
    await sendDueEmails(later(0), mail);
    await sendDueEmails(later(6), mail);
    expect(row(id)).toMatchObject({ state: "waiting", tries: 2 });
    await sendDueEmails(later(11), mail);
    expect(taken).toHaveLength(2);
    expect(row(id)).toMatchObject({ state: "cancelled", textBody: "", htmlBody: "" });
  });

  it("tries again after 10 and 20 seconds, 1, 5, 15, 60 minutes, 4 hours and then daily, under one identifier, for three days", async () => {
    const { mail, taken } = postOffice(busy);
    const id = write(order);
    let minutes = 0;
    for (const wait of [1 / 6, 1 / 3, 1, 5, 15, 60, 240, 1440, 1440]) {
      expect(await sendDueEmails(later(minutes), mail)).toEqual({ sent: 0, failed: 1, dead: [] });
      expect(row(id)).toMatchObject({
        state: "waiting",
        nextTryAt: later(minutes + wait),
        failure: "451 try later",
      });
      const early = new Date(later(minutes + wait).getTime() - 1);
      expect(await sendDueEmails(early, mail)).toEqual({ sent: 0, failed: 0, dead: [] });
      minutes += wait;
    }
    expect(await sendDueEmails(later(minutes), mail)).toMatchObject({ failed: 1 });
    minutes += 1440;
    expect(await sendDueEmails(later(minutes), mail)).toEqual({ sent: 0, failed: 0, dead: [id] });
    expect(row(id)).toMatchObject({ state: "dead", tries: 11 });
    expect(new Set(taken.map((message) => message.messageId))).toEqual(new Set([`${id}@localhost`]));
    expect(taken).toHaveLength(11);
  });

  it("gives up at once what is refused for good", async () => {
    const { mail } = postOffice(gone);
    const id = write();
    expect(await sendDueEmails(MORNING, mail)).toEqual({ sent: 0, failed: 0, dead: [id] });
    expect(row(id)).toMatchObject({
      state: "dead",
      failure: "550 no such mailbox",
      textBody: "",
      htmlBody: "",
    });
  });

  it("gives up a malformed email and goes on with the next", async () => {
    const { mail } = postOffice((message) => {
      if (message.to.name === "Broken") throw new Error("An email goes to exactly one plain address.");
      return { ok: true };
    });
    const broken = write({ ...order, to: { name: "Broken", email: "a@example.com" } });
    const sound = write({ ...order, to: { name: "Sound", email: "b@example.com" } });
    expect(await sendDueEmails(MORNING, mail)).toEqual({ sent: 1, failed: 0, dead: [broken] });
    expect(row(sound).state).toBe("sent");
  });

  it("stops trying after three failures in a row, since then it is not the emails", async () => {
    const { mail, taken } = postOffice(busy);
    for (let number = 0; number < 6; number += 1) write(order);
    expect(await sendDueEmails(MORNING, mail)).toEqual({ sent: 0, failed: 3, dead: [] });
    expect(taken).toHaveLength(3);
  });

  it("sends every email once when two workers run at the same time", async () => {
    const { mail, taken } = postOffice(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return { ok: true };
    });
    const ids = Array.from({ length: 12 }, () => write(order));
    const reports = await Promise.all([sendDueEmails(MORNING, mail), sendDueEmails(MORNING, mail)]);
    expect(reports[0]?.sent).toBeGreaterThan(0);
    expect(reports[1]?.sent).toBeGreaterThan(0);
    expect(taken.map((message) => message.messageId).sort()).toEqual(ids.map((id) => `${id}@localhost`).sort());
    expect(ids.map((id) => row(id).state)).toEqual(ids.map(() => "sent"));
  });

  it("believes a worker that says late that it has sent an email, after its lease", async () => {
    const id = write(order);
    let answer = (_: MailResult) => {};
    const slow = postOffice(() => new Promise((resolve) => (answer = resolve)));
    const sending = sendDueEmails(MORNING, slow.mail);
    const { mail, taken } = postOffice(busy);
    await sendDueEmails(later(3), mail);
    answer({ ok: true });
    expect(await sending).toMatchObject({ sent: 1 });
    await sendDueEmails(later(17), mail);
    expect([row(id).state, taken.length]).toEqual(["sent", 1]);
  });
});

describe("how many emails one person gets", () => {
  async function postAll(now: Date, mail: Mail): Promise<number> {
    let sent = 0;
    for (let more = 1; more > 0; sent += more) more = (await sendDueEmails(now, mail)).sent;
    return sent;
  }

  it("is five in an hour; the sixth waits until the first is an hour old", async () => {
    const { mail } = postOffice();
    for (let minute = 0; minute < 5; minute += 1) {
      write(capped);
      await postAll(later(minute), mail);
    }
    const sixth = write(capped);
    expect(await postAll(later(5), mail)).toBe(0);
    expect(row(sixth)).toMatchObject({ state: "waiting", tries: 0, nextTryAt: later(60) });
    expect(await postAll(later(60), mail)).toBe(1);
  });

  it("is twenty in a day, and nothing is dropped", async () => {
    const { mail } = postOffice();
    for (let number = 0; number < 25; number += 1) write(capped);
    const perHour: number[] = [];
    for (let hour = 0; hour <= 24; hour += 1) perHour.push(await postAll(later(hour * 60), mail));
    expect(perHour.slice(0, 6)).toEqual([5, 5, 5, 5, 0, 0]);
    expect(perHour[24]).toBe(5);
    expect(perHour.reduce((sum, sent) => sum + sent, 0)).toBe(25);
  });

  it("does not hold up anybody else", async () => {
    const { mail } = postOffice();
    for (let number = 0; number < 7; number += 1) write(capped);
    const other = write({ ...capped, to: { name: "Nell", email: "nell@example.com" } });
    expect(await postAll(MORNING, mail)).toBe(6);
    expect(row(other).state).toBe("sent");
  });

  it("never holds back a code or the confirmation of an order", async () => {
    const { mail } = postOffice();
    for (let number = 0; number < 8; number += 1) write();
    for (let number = 0; number < 8; number += 1) write(order);
    expect(await postAll(MORNING, mail)).toBe(16);
  });
});
