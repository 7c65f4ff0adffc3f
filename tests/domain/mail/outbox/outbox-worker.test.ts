import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { alarms, emailLanes, emails, serviceChecks } from "#db/schema";
import { createSmtpMail } from "~/adapters/mail/smtp.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { laneState } from "~/domain/mail/outbox/lanes.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";
import { tryAgain } from "~/domain/system/status/system-status.server";
import { openScriptedRelay, type ScriptedRelay } from "../../../support/scripted-relay";
import { colleague } from "../../people/staff/colleagues";

/** What becomes of one email by each response of a relay: none is lost, and none is sent twice by itself. */

const NOW = new Date("2026-11-26T09:00:00Z");
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const FROM = { name: "Loop", address: "hello@loop.example" };

let relay: ScriptedRelay;
beforeEach(async () => {
  for (const table of [emails, emailLanes, serviceChecks, alarms]) db.delete(table).run();
  relay = await openScriptedRelay();
  return () => relay.close();
});

function open(change: { url?: string; unawaitedMs?: number; answerMs?: number; keepMs?: number } = {}) {
  return createSmtpMail({ url: relay.url, from: FROM, clientName: "loop.example", ...change });
}

function write(email = "ada@example.com"): void {
  const code = verificationCode({ firstName: "Ada", code: "204816", minutes: 10 });
  const message = { ...code, kind: "order_confirmation" } as const;
  const to = { name: "Ada", email };
  const about = { accountId: null, dedupeKey: email };
  db.transaction((tx) => queueEmail(tx, { ...about, to, message, now: NOW }));
}

const only = () => db.select().from(emails).all()[0];

/** Tried at once, and then while the relay responds as usual, for four days. */
async function tryNowAndLater(mail = open()) {
  await sendDueEmails(NOW, mail);
  const first = only();
  relay.script = {};
  for (let minutes = 1; minutes < 4 * 24 * 60; minutes += 30) await sendDueEmails(inMinutes(minutes), mail);
  return { first, last: only()?.state, arrived: relay.received.length };
}

describe("a letter to an address that the relay refuses", () => {
  it.each([
    ["RCPT", "550 5.1.1 User unknown"],
    ["RCPT", "550 5.1.2 No such domain"],
    ["RCPT", "550 5.2.1 The mailbox is disabled"],
    [".", "550 5.1.1 User unknown"],
  ] as const)("is given up at once: %s, %s", async (command, reply) => {
    write();
    relay.script = { [command]: reply };
    const { first, last } = await tryNowAndLater();
    expect(first).toMatchObject({ state: "dead", failure: reply });
    expect(last).toBe("dead");
  });

  it("is given up at once where the address has accents before the @ and the relay can’t take them", async () => {
    write("zoë@example.com");
    const { first, last, arrived } = await tryNowAndLater();
    expect(first).toMatchObject({ state: "dead", failure: expect.stringContaining("SMTPUTF8") });
    expect([last, arrived]).toEqual(["dead", 0]);
  });
});

describe("a letter that the relay does not take", () => {
  it.each([
    ["", "421 4.3.2 Too many connections"],
    ["", "554 5.7.1 Your address is blocked"],
    ["", "cut"],
    ["EHLO", "cut"],
    ["MAIL", "530 5.7.0 Authentication required"],
    ["MAIL", "454 4.7.0 Temporary authentication failure"],
    ["RCPT", "552 5.2.2 Mailbox full"],
    ["RCPT", "550 5.4.1 Recipient address rejected: Access denied"],
    ["RCPT", "550 5.7.1 Relaying denied"],
    ["RCPT", "550 User unknown"],
    ["RCPT", "451 4.7.1 Greylisted"],
    ["RCPT", "421 4.7.0 Closing"],
    ["RCPT", "cut"],
    ["DATA", "451 4.3.0 Later"],
    ["DATA", "cut"],
    [".", "552 5.3.4 Too large"],
    [".", "554 5.7.1 Spam"],
    [".", "451 4.3.0 Later"],
    [".", "421 4.3.0 Closing"],
  ] as const)("waits with its text, and goes once: “%s”, %s", async (command, reply) => {
    write();
    relay.script = { [command]: reply };
    const { first, last, arrived } = await tryNowAndLater();
    expect(first).toMatchObject({ state: "waiting", textBody: expect.stringContaining("204816") });
    const refusedWhole = command === "." ? 1 : 0;
    expect([last, arrived]).toEqual(["sent", 1 + refusedWhole]);
  });

  it("waits while our password is wrong", async () => {
    write();
    relay.script = { EHLO: "250-relay.example\r\n250 AUTH PLAIN", AUTH: "535 5.7.8 Bad credentials" };
    const { first, last, arrived } = await tryNowAndLater(
      open({ url: relay.url.replace("smtp://", "smtp://loop:wrong@") }),
    );
    expect(first).toMatchObject({ state: "waiting", failure: "535 5.7.8 Bad credentials" });
    expect([last, arrived]).toEqual(["sent", 1]);
  });

  it.each([
    ["offers no encryption", "250 AUTH PLAIN", "502 5.5.1 No"],
    ["has none for the moment", "250 STARTTLS", "454 4.7.0 TLS not available"],
  ])("waits where a password is set and the relay %s, and the password is not said", async (_, offer, reply) => {
    const elsewhere = await openScriptedRelay("127.0.0.2");
    elsewhere.script = { EHLO: `250-relay.example\r\n${offer}`, STARTTLS: reply };
    write();
    await sendDueEmails(NOW, open({ url: elsewhere.url.replace("smtp://", "smtp://loop:secret@") }));
    await elsewhere.close();
    expect(only()).toMatchObject({ state: "waiting", failure: reply });
    expect(elsewhere.heard).toEqual(["EHLO", "STARTTLS"]);
  });

  it("waits where the relay falls silent, which gets nothing when it responds after all", async () => {
    write();
    relay.script = { RCPT: null };
    await sendDueEmails(NOW, open({ unawaitedMs: 200 }));
    expect(only()).toMatchObject({ state: "waiting", failure: expect.stringContaining("No answer") });
    relay.say("250 2.1.5 Ok");
    await vi.waitFor(() => expect(relay.open()).toBe(0));
    expect(relay.received).toEqual([]);
    const { last, arrived } = await tryNowAndLater();
    expect([last, arrived]).toEqual(["sent", 1]);
  });
});

it("a letter that could not be handed over whole is sent again, once", async () => {
  write();
  relay.script = { DATA: "354 Go on cut" };
  const { first, last, arrived } = await tryNowAndLater();
  expect(first).toMatchObject({ state: "waiting" });
  expect([last, arrived]).toEqual(["sent", 1]);
  expect(openAlarms()).toEqual([]);
});

describe("an email that was handed over whole without a response", () => {
  it.each([
    ["breaks the line", "cut"],
    ["says nothing more", null],
  ])("to a relay that %s is set aside, and sent again only by staff", async (_, ending) => {
    write();
    relay.script = { ".": ending };
    const { first, last, arrived } = await tryNowAndLater(open({ answerMs: 300 }));
    expect(first).toMatchObject({ state: "dead", failure: expect.stringContaining("may have arrived") });
    expect([last, arrived]).toEqual(["dead", 1]);
    expect(openAlarms()).toMatchObject([
      { kind: "work_set_aside", objectType: "email", message: expect.stringContaining("didn’t answer") },
    ]);
    const joan = await colleague("super_admin");
    expect(tryAgain({ kind: "email", id: first?.id ?? "" }, joan.id, inMinutes(6000))).toBe(true);
    await sendDueEmails(inMinutes(6000), open());
    expect([only()?.state, relay.received.length]).toEqual(["sent", 2]);
    expect(openAlarms()).toEqual([]);
  });

  it("stops sending after three, so that no more than those may have gone", async () => {
    for (const name of ["ada", "bea", "cyd", "dot", "eve"]) write(`${name}@example.com`);
    relay.script = { ".": "cut" };
    await sendDueEmails(NOW, open());
    await sendDueEmails(inMinutes(0.1), open());
    expect(relay.received).toHaveLength(3);
    expect(
      db
        .select()
        .from(emails)
        .all()
        .filter(({ state }) => state === "waiting"),
    ).toHaveLength(2);
  });
});

describe("connections that are kept", () => {
  it("take one email after another, and one that the relay closed meanwhile is replaced without a copy", async () => {
    const mail = open({ keepMs: 5_000 });
    for (const name of ["ada", "bea"]) write(`${name}@example.com`);
    await sendDueEmails(NOW, mail);
    expect(relay.heard.filter((command) => command === "EHLO")).toHaveLength(1);
    relay.script = {
      get MAIL() {
        relay.script = {};
        return "cut";
      },
    };
    write("cyd@example.com");
    await sendDueEmails(inMinutes(1), mail);
    expect([
      relay.received.length,
      db
        .select()
        .from(emails)
        .all()
        .every(({ state }) => state === "sent"),
    ]).toEqual([3, true]);
  });

  it("are replaced where the relay ends one with 421, and the email goes at once", async () => {
    const mail = open({ keepMs: 5_000 });
    write("ada@example.com");
    await sendDueEmails(NOW, mail);
    relay.script = {
      get MAIL() {
        relay.script = {};
        return "421 4.7.0 Too many messages on this connection";
      },
    };
    write("bea@example.com");
    expect(await sendDueEmails(NOW, mail)).toMatchObject({ sent: 1, failed: 0 });
    expect([relay.received.length, laneState("orders", NOW).halvings]).toEqual([2, 0]);
  });

  it("are not used again after a refusal", async () => {
    const mail = open({ keepMs: 5_000 });
    write("ada@example.com");
    relay.script = { RCPT: "550 5.1.1 User unknown" };
    await sendDueEmails(NOW, mail);
    relay.script = {};
    write("bea@example.com");
    await sendDueEmails(NOW, mail);
    expect(relay.heard.filter((command) => command === "EHLO")).toHaveLength(2);
  });
});

it("a relay that was silent twice is asked at once about the next email", async () => {
  const mail = open({ unawaitedMs: 200 });
  for (const name of ["ada", "bea"]) write(`${name}@example.com`);
  relay.script = { RCPT: null };
  await sendDueEmails(NOW, mail);
  relay.script = {};
  write("cyd@example.com");
  await sendDueEmails(NOW, mail);
  expect(relay.received).toHaveLength(1);
});

it("a relay may take longer to answer than to take the email", async () => {
  write();
  relay.script = { ".": null };
  const sending = sendDueEmails(NOW, open({ unawaitedMs: 300, answerMs: 60_000 }));
  await vi.waitFor(() => expect(relay.received).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 400));
  relay.say("250 2.0.0 Ok");
  await sending;
  expect([only()?.state, relay.received.length]).toEqual(["sent", 1]);
});

it("what the relay said of an email that it took is kept, up to its first 200 characters", async () => {
  write();
  relay.script = { ".": `250 2.0.0 Ok: queued as 4fXyZ1 ${"x".repeat(300)}` };
  await sendDueEmails(NOW, open());
  expect(only()?.relayReply).toMatch(/^250 2\.0\.0 Ok: queued as 4fXyZ1 x+$/);
  expect(only()?.relayReply).toHaveLength(200);
});

it("what the relay said names nobody who is to be forgotten", async () => {
  const to = { name: "Ada", email: "ada@example.com" };
  const message = {
    ...verificationCode({ firstName: "Ada", code: "204816", minutes: 10 }),
    kind: "account_deleted",
  } as const;
  db.transaction((tx) => queueEmail(tx, { accountId: null, dedupeKey: "gone", to, message, now: NOW }));
  relay.script = { ".": "250 2.1.5 <ada@example.com> Ok" };
  await sendDueEmails(NOW, open());
  expect(only()).toMatchObject({ state: "sent", toEmail: "", relayReply: null });
});
