import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  Object.assign(process.env, {
    BOUNCE_MAILBOX: "imaps://bounces:password@mail.example/INBOX",
    BOUNCE_ADDRESS: "bounces+*@loop.example",
  });
});

import { db } from "#db/client.server";
import { emails, serviceChecks, settings, suppressions } from "#db/schema";
import type { OutgoingMessage } from "~/adapters/mail/contract";
import { composeMessage } from "~/adapters/mail/message.server";
import type { BounceMailbox } from "~/adapters/mail-reports/contract";
import { readBounceMessage } from "~/adapters/mail-reports/report-message.server";
import { readBounces } from "~/domain/mail/bounces/bounce-mailbox.server";
import { reportsSoFar } from "~/domain/mail/bounces/delivery-reports.server";
import { paragraph } from "~/domain/mail/layout/email-blocks";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { sendDueEmails } from "~/domain/mail/outbox/outbox-worker.server";
import { reportedOf } from "~/domain/mail/outbox/preferences.server";
import { awayReply, feedbackReport, humanEmail, postfixBounce } from "../../../adapters/mail-reports/arrivals";
import { later, NOW, person } from "../../../support/people";

beforeEach(() => {
  for (const table of [emails, suppressions, serviceChecks, settings]) db.delete(table).run();
});

const words = { subject: "An email", preview: "An email", blocks: [paragraph("Words")] };
let occasions = 0;

/** Sends an email; returns its id and the sender of its envelope. */
async function send(
  to: { id: string | null; email: string },
  kind: "order_confirmation" | "account_deleted" = "order_confirmation",
) {
  occasions += 1;
  const wanted = { accountId: to.id, to: { name: "Somebody", email: to.email }, dedupeKey: `occasion-${occasions}` };
  const queued = db.transaction((tx) => queueEmail(tx, { ...wanted, message: { kind, ...words }, now: NOW }), {
    behavior: "immediate",
  });
  let sent: OutgoingMessage | undefined;
  await sendDueEmails(NOW, {
    async post(message) {
      sent = message;
      return { ok: true };
    },
    check: async () => ({ ok: true }),
  });
  if (!sent) throw new Error("Nothing was sent.");
  const { envelope } = await composeMessage(sent, { name: "Loop", address: "hello@loop.example" });
  return { id: queued ?? "", from: envelope.from };
}

const emailOf = (id: string) => db.select().from(emails).where(eq(emails.id, id)).get();
const LATER = later(3600);

/** A mailbox with these messages, which dies after so many were taken. */
const mailboxWith = (messages: readonly string[], { dies = Number.POSITIVE_INFINITY } = {}): BounceMailbox => ({
  async read(position, now, take) {
    const from = position?.uid ?? 0;
    for (const [place, raw] of messages.entries()) {
      if (place < from) continue;
      take(await readBounceMessage(Buffer.from(raw), now), { validity: "1", uid: place + 1 });
      if (place + 1 - from === dies) return { ok: false, message: "The process died." };
    }
    return { ok: true, left: 0 };
  },
  check: async () => ({ ok: true, left: 0 }),
});
const date = LATER.toUTCString();

describe("an email that came back into the mailbox", () => {
  it("left with an address of its own in the envelope, and is found by it", async () => {
    const ada = person("Ada");
    const [first, second] = [await send(ada), await send(ada)];
    expect(first.from).toMatch(/^bounces\+.+@loop\.example$/);
    await readBounces(LATER, mailboxWith([postfixBounce({ to: first.from, date })]));
    expect(emailOf(first.id)).toMatchObject({
      state: "dead",
      failure: expect.stringMatching(/^Came back: 550 5\.1\.1/),
    });
    expect(emailOf(second.id)?.state).toBe("sent");
    expect(reportedOf(ada.email)?.reason).toBe("bounced");
  });

  it("counts where its reader had it sent on and the other mailbox refused it", async () => {
    const ben = person("Ben");
    const { id, from } = await send(ben);
    await readBounces(LATER, mailboxWith([postfixBounce({ to: from, date })]));
    expect(emailOf(id)?.state).toBe("dead");
  });

  it("for a reason that may pass is counted and nothing else", async () => {
    const { id, from } = await send(person("Cid"));
    const full = postfixBounce({ to: from, status: "5.2.2", diagnostic: "smtp; 552 5.2.2 Full", date });
    await readBounces(LATER, mailboxWith([full, full]));
    expect(emailOf(id)).toMatchObject({ state: "sent", failure: null });
    expect(reportsSoFar()).toEqual({ lastAt: LATER, delayed: 2 });
  });

  it("that its reader called spam stops what can be stopped", async () => {
    const dan = person("Dan");
    const { id, from } = await send(dan);
    await readBounces(LATER, mailboxWith([feedbackReport({ sender: from })]));
    expect(emailOf(id)).toMatchObject({ state: "sent", failure: "Reported as spam." });
    expect(reportedOf(dan.email)?.reason).toBe("complained");
  });

  it("is not believed without our signature, so that nobody can stop somebody else’s emails", async () => {
    const [eve, fay] = [person("Eve"), person("Fay")];
    const [ofEve, ofFay] = [await send(eve), await send(fay)];
    const forged = [
      ofEve.from.replace(ofEve.id, ofFay.id),
      `bounces+${ofFay.id}@loop.example`,
      `bounces+${ofFay.id}.0000000000000000@loop.example`,
      fay.email,
    ];
    const messages = forged.flatMap((address) => [
      postfixBounce({ to: address, date }),
      feedbackReport({ sender: address }),
    ]);
    await readBounces(LATER, mailboxWith(messages));
    expect(db.select().from(suppressions).all()).toEqual([]);
    expect([ofEve, ofFay].map(({ id }) => emailOf(id)?.state)).toEqual(["sent", "sent"]);
  });

  it("whose reader’s address we have forgotten marks nobody", async () => {
    const { from } = await send({ id: null, email: "gone@example.com" }, "account_deleted");
    await readBounces(LATER, mailboxWith([postfixBounce({ to: from, date })]));
    expect(db.select().from(suppressions).all()).toEqual([]);
  });
});

describe("the mailbox", () => {
  it("is read on from where a process died: nothing counts twice and nothing is lost", async () => {
    const sent = [await send(person("Gus")), await send(person("Hal")), await send(person("Ida"))];
    const full = { status: "5.2.2", diagnostic: "smtp; 552 5.2.2 Full", date };
    const messages = [
      ...sent.map(({ from }) => postfixBounce({ to: from, ...full })),
      ...sent.map(({ from }) => postfixBounce({ to: from, date })),
    ];
    for (let times = 0; times < messages.length; times += 1)
      expect((await readBounces(LATER, mailboxWith(messages, { dies: 1 }))).ok).toBe(false);
    expect(await readBounces(LATER, mailboxWith(messages))).toEqual({ ok: true, left: 0 });
    expect(reportsSoFar().delayed).toBe(3);
    expect(sent.map(({ id }) => emailOf(id)?.state)).toEqual(["dead", "dead", "dead"]);
  });

  it("with what people wrote, or those who are away, marks nothing", async () => {
    const { id, from } = await send(person("Jon"));
    await readBounces(LATER, mailboxWith([awayReply(from), humanEmail(from)]));
    expect(emailOf(id)).toMatchObject({ state: "sent", failure: null });
    expect(reportsSoFar()).toEqual({ lastAt: null, delayed: 0 });
  });
});
