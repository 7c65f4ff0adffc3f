import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, emails, serviceChecks, suppressions } from "#db/schema";
import type { DeliveryReport } from "~/adapters/mail-reports/contract";
import { noteReports, reportsSoFar } from "~/domain/mail/bounces/delivery-reports.server";
import { paragraph } from "~/domain/mail/layout/email-blocks";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { chooseEmails, reportedOf } from "~/domain/mail/outbox/preferences.server";
import { saveEmailChoice } from "~/domain/people/accounts/profile.server";
import { peopleNotReached } from "~/domain/people/staff/undeliverable.server";
import { later, NOW, person } from "../../../support/people";

beforeEach(() => {
  db.delete(emails).run();
  db.delete(suppressions).run();
  db.delete(serviceChecks).run();
});

const mail = { post: async () => ({ ok: true as const }), check: async () => ({ ok: true as const }) };
const words = { subject: "An email", preview: "An email", blocks: [paragraph("Words")] };
const MINUTE = 60;

interface Reader {
  id: string | null;
  email: string;
}

let occasions = 0;
const write = (kind: "loop_waiting" | "order_confirmation" | "voucher_reminder", to: Reader, now = NOW) => {
  occasions += 1;
  const wanted = { accountId: to.id, to: { name: "Somebody", email: to.email }, dedupeKey: `occasion-${occasions}` };
  return db.transaction((tx) => queueEmail(tx, { ...wanted, message: { kind, ...words }, now }), {
    behavior: "immediate",
  });
};

async function send(kind: Parameters<typeof write>[0], to: Reader, now = NOW): Promise<string> {
  const id = write(kind, to, now) ?? "";
  await sendDueEmails(now, mail);
  expect(emailOf(id)?.state).toBe("sent");
  return id;
}

const emailOf = (id: string) => db.select().from(emails).where(eq(emails.id, id)).get();

const report = (kind: DeliveryReport["kind"], address: string, more: Partial<DeliveryReport> = {}) =>
  ({ kind, address, messageId: null, at: later(MINUTE), reply: "550 5.1.1 No such user", ...more }) as const;
const note = (...reports: DeliveryReport[]) => noteReports(reports, later(MINUTE));

describe("an email that came back for good", () => {
  it("counts as failed, with the reply, and its reader as not reached", async () => {
    const ada = person("Ada");
    const id = await send("order_confirmation", ada);
    note(report("bounced", ada.email));
    expect(emailOf(id)).toMatchObject({ state: "dead", failure: "Came back: 550 5.1.1 No such user", sentAt: NOW });
    expect([...peopleNotReached([ada.id])]).toEqual([ada.id]);
  });

  it("stops what can be stopped, and nothing about orders; the reader’s own choice stays", async () => {
    const ben = person("Ben");
    await send("order_confirmation", ben);
    const waiting = write("loop_waiting", ben, later(MINUTE)) ?? "";
    note(report("bounced", ben.email));
    expect(write("loop_waiting", ben)).toBeNull();
    expect(write("order_confirmation", ben)).not.toBeNull();
    await sendDueEmails(later(2 * MINUTE), mail);
    expect(emailOf(waiting)?.state).toBe("cancelled");
    expect(db.select().from(accounts).where(eq(accounts.id, ben.id)).get()?.notifyByEmail).toBe(true);
    expect(reportedOf(ben.email)).toEqual({ reason: "bounced", at: later(MINUTE) });
    expect(JSON.stringify(db.select().from(suppressions).all())).not.toMatch(/ben/i);
  });

  it("stops nothing at another address of the same reader", async () => {
    const cid = person("Cid");
    await send("order_confirmation", cid);
    note(report("bounced", cid.email));
    expect(write("loop_waiting", { ...cid, email: "cid-elsewhere@example.com" })).not.toBeNull();
  });

  it.each([
    ["in the settings", (id: string) => saveEmailChoice(id, true, later(2 * MINUTE))],
    ["by an email’s own link", (_id: string, email: string) => chooseEmails(email, true, later(2 * MINUTE))],
  ])("is no reason any more once its reader asks for emails again %s, also if it is reported again", async (_, ask) => {
    const dan = person("Dan");
    const first = await send("loop_waiting", dan);
    note(report("bounced", dan.email));
    ask(dan.id, first);
    expect(reportedOf(dan.email)).toBeNull();
    note(report("bounced", dan.email));
    expect(reportedOf(dan.email)).toBeNull();
    expect(write("loop_waiting", dan)).not.toBeNull();
  });

  it("is found by its own identifier, also where a later one was sent to the same address", async () => {
    const eve = person("Eve");
    const [first, second] = [await send("order_confirmation", eve), await send("order_confirmation", eve, later(1))];
    note(report("bounced", eve.email.toUpperCase(), { messageId: `${first}@localhost` }));
    expect([emailOf(first)?.state, emailOf(second)?.state]).toEqual(["dead", "sent"]);
  });

  it("is found by its address: the last one that was sent there before it came back", async () => {
    const fay = person("Fay");
    const first = await send("order_confirmation", fay);
    const later1 = await send("order_confirmation", fay, later(60 * MINUTE));
    for (let times = 0; times < 3; times += 1) note(report("bounced", fay.email));
    expect([emailOf(first)?.state, emailOf(later1)?.state]).toEqual(["dead", "sent"]);
  });

  it("is not looked for under an identifier that belongs to somebody else’s email", async () => {
    const [gus, hal] = [person("Gus"), person("Hal")];
    const [ofGus, ofHal] = [await send("order_confirmation", gus), await send("order_confirmation", hal)];
    note(report("bounced", hal.email, { messageId: `${ofGus}@localhost` }));
    expect([emailOf(ofGus)?.state, emailOf(ofHal)?.state]).toEqual(["sent", "dead"]);
  });
});

describe("an email that was called spam", () => {
  it("stays sent, says so, and turns off its reader’s emails that can be stopped", async () => {
    const ada = person("Ada");
    const id = await send("order_confirmation", ada);
    note(report("complained", ada.email, { reply: "" }));
    expect(emailOf(id)).toMatchObject({ state: "sent", failure: "Reported as spam." });
    expect(db.select().from(accounts).where(eq(accounts.id, ada.id)).get()?.notifyByEmail).toBe(false);
    expect(reportedOf(ada.email)).toMatchObject({ reason: "complained" });
    expect([...peopleNotReached([ada.id])]).toEqual([]);
    expect(write("order_confirmation", ada)).not.toBeNull();
  });

  it("stops the reminders of somebody without an account", async () => {
    const reader = { id: null, email: "callum@example.org" };
    await send("voucher_reminder", reader);
    note(report("complained", reader.email));
    expect(write("voucher_reminder", reader)).toBeNull();
  });
});

describe("what is not to be acted on", () => {
  it("is one that may still arrive: it is counted and nothing else", async () => {
    const ada = person("Ada");
    const id = await send("order_confirmation", ada);
    note(report("delayed", ada.email), report("delayed", ada.email));
    note(report("delayed", ada.email));
    expect(emailOf(id)).toMatchObject({ state: "sent", failure: null });
    expect(reportedOf(ada.email)).toBeNull();
    expect(reportsSoFar()).toEqual({ lastAt: later(MINUTE), delayed: 3 });
  });

  it("is one about a stranger, or somebody whose email has not left: nothing is stored of them", () => {
    const ben = person("Ben");
    write("order_confirmation", ben);
    note(report("bounced", "stranger@example.org"), report("complained", ben.email), report("bounced", ""));
    expect(db.select().from(suppressions).all()).toEqual([]);
    expect(JSON.stringify(db.select().from(serviceChecks).all())).not.toMatch(/stranger|ben/i);
    expect(db.select().from(emails).all()).toMatchObject([{ state: "waiting", failure: null }]);
  });
});
