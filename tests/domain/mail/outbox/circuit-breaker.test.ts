import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, emails, serviceChecks } from "#db/schema";
import type { Mail } from "~/adapters/mail/contract";
import { createSmtpMail } from "~/adapters/mail/smtp.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import type { EmailKind } from "~/domain/mail/kinds/email-kinds";
import { refusedEmails, sendingStopped } from "~/domain/mail/outbox/circuit-breaker.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";
import { watchFromWorker } from "~/domain/system/checks/watch.server";
import { tryAgain } from "~/domain/system/status/system-status.server";
import { type MailRelay, openMailRelay } from "../../../support/mail-relay";
import { colleague } from "../../people/staff/colleagues";

const NOW = new Date("2026-11-26T09:00:00Z");
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const UNVERIFIED = "550 5.7.1 <hello@loop.example>: Sender not verified";

let relay: MailRelay;
let mail: Mail;
beforeEach(async () => {
  for (const table of [emails, serviceChecks, alarms]) db.delete(table).run();
  relay = await openMailRelay();
  const from = { name: "Loop", address: "hello@loop.example" };
  mail = createSmtpMail({ url: relay.url, from, clientName: "loop.example" });
  return () => relay.close();
});

const refuseAll = () => {
  relay.refusal = ({ stage }) => (stage === "RCPT TO" ? UNVERIFIED : null);
};
const acceptAll = () => {
  relay.refusal = () => null;
};

function write(count: number, kind: EmailKind, now = NOW) {
  const message = { ...verificationCode({ firstName: "Ada", code: "204816", minutes: 10 }), kind };
  for (let number = 0; number < count; number += 1) {
    const email = `ada${number}@example.com`;
    const dedupeKey = `${kind}:${now.getTime()}:${number}`;
    db.transaction((tx) => queueEmail(tx, { accountId: null, to: { name: "Ada", email }, dedupeKey, message, now }));
  }
}

/** The worker sends every two seconds; where only pauses of minutes matter, every `step` is enough. */
async function work(fromSecond: number, toSecond: number, step = 2) {
  const dead: string[] = [];
  for (let second = fromSecond; second <= toSecond; second += step)
    dead.push(...(await sendDueEmails(inSeconds(second), mail)).dead);
  return dead;
}

const states = () => {
  const all = db.select().from(emails).all();
  return {
    waiting: all.filter(({ state }) => state === "waiting").length,
    sent: all.filter(({ state }) => state === "sent").length,
    dead: all.filter(({ state }) => state === "dead").length,
    withText: all.filter(({ textBody }) => textBody.includes("204816")).length,
  };
};

const alarmWords = async (second: number) => {
  await watchFromWorker(inSeconds(second));
  return openAlarms()
    .filter(({ kind }) => kind === "mail_refused")
    .map(({ message }) => message);
};

describe("a relay that refuses everything", () => {
  it("kills no code: all four keep their text, sending stops, and the alarm has the relay’s words", async () => {
    refuseAll();
    write(4, "verification_code");
    expect(await work(0, 50)).toEqual([]);
    expect(states()).toEqual({ waiting: 4, sent: 0, dead: 0, withText: 4 });
    // Three, and then one every eight seconds.
    expect(relay.asked).toBe(9);
    expect(await alarmWords(50)).toEqual([
      `4 refused. We keep all others of these: Codes and security. The relay says: ${UNVERIFIED}`,
    ]);
  });

  it("is told of without anybody’s address but our own", async () => {
    relay.refusal = ({ stage, to }) => (stage === "RCPT TO" ? `554 5.7.1 <${to}>: Relay access denied` : null);
    write(3, "refund");
    await work(0, 0);
    expect(sendingStopped()?.reply).toBe("554 5.7.1 <…>: Relay access denied");
  });

  it("sends all again at one press, and the alarm ends", async () => {
    refuseAll();
    write(4, "refund");
    await work(0, 20);
    await alarmWords(20);
    const joan = await colleague("super_admin");
    const press = { kind: "refused-emails", id: "" } as const;
    expect(tryAgain(press, joan.id, inSeconds(22))).toBe(true);
    await work(22, 28);
    // Three, two more after eight seconds each, and one at the press.
    expect(relay.asked).toBe(6);
    expect(states()).toMatchObject({ waiting: 4, dead: 0, withText: 4 });
    acceptAll();
    tryAgain(press, joan.id, inSeconds(40));
    await work(40, 44);
    expect(states()).toMatchObject({ sent: 4, dead: 0 });
    expect(await alarmWords(60)).toEqual([]);
    expect(refusedEmails().found).toBe(0);
  });

  it("is tried by itself after each pause, and the first email it accepts sends all of 60 at once", async () => {
    refuseAll();
    write(60, "order_confirmation");
    expect(await work(0, 900, 15)).toEqual([]);
    // Three at once, eight at short intervals, then one after 1, 2, 5, 5 minutes.
    expect(relay.asked).toBe(3 + 8 + 4);
    expect(states()).toEqual({ waiting: 60, sent: 0, dead: 0, withText: 60 });
    acceptAll();
    await work(902, 1202);
    expect(states()).toMatchObject({ sent: 60, dead: 0 });
    expect(new Set(relay.received.map(({ to }) => to)).size).toBe(60);
  });

  it("sends what it had long refused too, as soon as it accepts anything", async () => {
    refuseAll();
    write(1, "order_confirmation");
    await work(0, 1300, 10);
    const [long] = db.select().from(emails).all();
    expect(long?.nextTryAt.getTime()).toBeGreaterThan(inSeconds(3600).getTime());
    write(3, "refund", inSeconds(1302));
    await work(1302, 1304);
    acceptAll();
    await work(1380, 1384);
    expect(states()).toMatchObject({ sent: 4, waiting: 0 });
  });

  it("loses no email however long it lasts", async () => {
    write(4, "order_confirmation");
    const post = async () => ({ ok: false, permanent: false, message: UNVERIFIED }) as const;
    for (let minutes = 0; minutes < 5 * 24 * 60; minutes += 30)
      await sendDueEmails(inSeconds(minutes * 60), { ...mail, post });
    expect(states()).toMatchObject({ waiting: 4, dead: 0 });
  });

  it("is noticed between the recipients it refuses rightly", async () => {
    const unknown = "550 5.1.1 No such user";
    const isOdd = (to: string) => /[13579]@/.test(to);
    relay.refusal = ({ stage, to }) => (stage !== "RCPT TO" ? null : isOdd(to) ? unknown : UNVERIFIED);
    write(12, "order_confirmation");
    expect(await work(0, 50)).toHaveLength(2);
    expect(states()).toMatchObject({ waiting: 10, dead: 2 });
  });
});

describe("a relay that works", () => {
  it("goes on sending although one email is refused again and again", async () => {
    relay.refusal = ({ stage, to }) => (stage === "RCPT TO" && to.startsWith("ada0") ? "552 5.2.2 Full" : null);
    write(1, "order_confirmation");
    await work(0, 1800, 10);
    expect(relay.asked).toBe(6);
    expect(sendingStopped()).toBeNull();
    write(3, "refund", inSeconds(1802));
    await work(1802, 1810);
    expect(states()).toMatchObject({ sent: 2, waiting: 2 });
  });

  it("gives each try of an email the same identifier and the date of the first", async () => {
    write(1, "order_confirmation");
    relay.refusal = ({ stage, raw }) => {
      if (stage === "DATA") seen.push(raw);
      return stage === "DATA" && seen.length < 3 ? "451 4.3.0 Later" : null;
    };
    const seen: string[] = [];
    await work(3600, 4200);
    const headers = seen.map((raw) => [/^Date: .*$/m, /^Message-ID: .*$/m].map((name) => name.exec(raw)?.[0]));
    expect(headers).toHaveLength(3);
    expect(new Set(headers.map(String)).size).toBe(1);
    expect(headers[0]?.[0]).toContain("Thu, 26 Nov 2026 10:00:00 +0000");
  });
});
