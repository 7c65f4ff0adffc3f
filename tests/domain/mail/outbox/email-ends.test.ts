import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { alarms, emailLanes, emails, serviceChecks } from "#db/schema";
import type { Mail, MailResult } from "~/adapters/mail/contract";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import type { Lane } from "~/domain/mail/kinds/email-kinds";
import { EMAIL_DEATHS_ALLOWED } from "~/domain/mail/outbox/delivery-policy";
import { forgetAnswers } from "~/domain/mail/outbox/email-ends.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { finishEmails, sendDueEmails, sendLane } from "~/domain/mail/outbox/outbox-worker.server";
import { forgetTurns } from "~/domain/mail/outbox/turns.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";
import { tryAgain } from "~/domain/system/status/system-status.server";
import { colleague } from "../../people/staff/colleagues";

const NOW = new Date("2026-11-22T18:00:00Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const KINDS = { codes: "verification_code", orders: "shipped", weekly: "weekly", reminders: "loop_waiting" } as const;
const CODE = verificationCode({ firstName: "Ada", code: "204816", minutes: 10 });

/** On a busy machine a second is short. */
const LONG = { timeout: 10_000 };

let occasion = 0;
function queue(lane: Lane): string {
  occasion += 1;
  const message = { ...CODE, kind: KINDS[lane] };
  const to = { name: "Ada", email: `reader${occasion}@example.com` };
  const id = db.transaction((tx) =>
    queueEmail(tx, { accountId: null, to, dedupeKey: `end-${occasion}`, message, now: NOW }),
  );
  if (id === null) throw new Error("No email was written.");
  return id;
}

function row(id: string) {
  const found = db.select().from(emails).where(eq(emails.id, id)).get();
  if (found === undefined) throw new Error("No such email.");
  return found;
}

const never = new Promise<never>(() => {});
const OK: MailResult = { ok: true };

/** A relay that gets each email as far as its end, and then says when it is told to. */
function relay(answer: (id: string) => MailResult | Promise<MailResult> = () => OK) {
  const begun: string[] = [];
  const ended: string[] = [];
  let unanswered = 0;
  const seen = { most: 0 };
  const mail: Mail = {
    async post({ messageId }, beforeEnd = async () => {}) {
      begun.push(messageId);
      try {
        await beforeEnd();
      } catch (error) {
        return { ok: false, permanent: false, message: String(error) };
      }
      ended.push(messageId);
      unanswered += 1;
      seen.most = Math.max(seen.most, unanswered);
      const result = await answer(messageId);
      unanswered -= 1;
      return result;
    },
    check: async () => ({ ok: true }),
  };
  return { mail, begun, ended, seen };
}
/** One whose worker dies before the end of the email. */
const deaf = (): Mail => ({ post: () => never, check: async () => ({ ok: true }) });

beforeEach(() => {
  for (const table of [emails, emailLanes, serviceChecks, alarms]) db.delete(table).run();
  forgetTurns();
  forgetAnswers();
});

describe("an email whose worker died", () => {
  it("is sent again three minutes later, where it was not handed over yet", async () => {
    const id = queue("orders");
    void sendDueEmails(NOW, deaf());
    const { mail, ended } = relay();
    await sendDueEmails(later(2.9), mail);
    expect([ended, row(id).handedOverAt]).toEqual([[], null]);
    await sendDueEmails(later(3), mail);
    expect([ended, row(id).state, openAlarms()]).toEqual([[row(id).messageId], "sent", []]);
  });

  it("is sent again with the same identifier once no answer can come any more, where it was handed over", async () => {
    const id = queue("orders");
    const dying = relay(() => never);
    void sendDueEmails(NOW, dying.mail);
    await vi.waitFor(() => expect(dying.ended).toHaveLength(1), LONG);
    expect(row(id)).toMatchObject({ handedOverAt: NOW, takenUntil: later(12) });
    const { mail, ended } = relay();
    await sendDueEmails(later(11.9), mail);
    expect(ended).toEqual([]);
    await sendDueEmails(later(12), mail);
    expect([ended, row(id).state]).toEqual([dying.ended, "sent"]);
  });

  it("again and again is set aside with an alarm, because it may be why, and staff decide", async () => {
    const id = queue("orders");
    for (let death = 0; death < EMAIL_DEATHS_ALLOWED; death += 1) void sendDueEmails(later(3 * death), deaf());
    const { mail, ended } = relay();
    await sendDueEmails(later(3 * EMAIL_DEATHS_ALLOWED), mail);
    expect([ended, row(id).state]).toEqual([[], "dead"]);
    expect(row(id).failure).toContain("may have arrived");
    expect(openAlarms()).toMatchObject([
      { kind: "work_set_aside", objectType: "email", message: expect.stringContaining(id) },
    ]);
    expect(tryAgain({ kind: "email", id }, (await colleague("super_admin")).id, later(16))).toBe(true);
    expect(openAlarms()).toEqual([]);
    // As often as a new one.
    void sendDueEmails(later(16), deaf());
    await sendDueEmails(later(19), mail);
    expect([ended, row(id).state]).toEqual([[row(id).messageId], "sent"]);
  });
});

describe("an email is not handed over", () => {
  it.each<[string, Partial<typeof emails.$inferInsert>]>([
    ["by a worker whose lease ran out and went to another", { tries: 2 }],
    ["that was cancelled meanwhile", { state: "cancelled" }],
  ])("%s, and nothing is noted of it", async (_, change) => {
    const id = queue("orders");
    const { mail, ended } = relay();
    const slow: Mail = {
      ...mail,
      post: async (message, beforeEnd) => {
        db.update(emails).set(change).run();
        return await mail.post(message, beforeEnd);
      },
    };
    const sending = sendDueEmails(NOW, slow);
    expect(await sending).toEqual({ sent: 0, failed: 0, dead: [] });
    expect([ended, row(id).failure, row(id).handedOverAt]).toEqual([[], null, null]);
    expect(row(id)).toMatchObject(change);
    expect(db.select().from(serviceChecks).all()).toEqual([]);
  });
});

describe("the ends of emails", () => {
  const fakeTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

  it("are sent one after another in all lanes, the most urgent first, each once the answer to the one before is noted", async () => {
    fakeTime();
    const notedBefore: number[] = [];
    const { mail, begun, ended, seen } = relay(async () => {
      notedBefore.push(db.select().from(emails).where(eq(emails.state, "sent")).all().length);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return OK;
    });
    for (const lane of ["orders", "weekly", "codes", "codes"] as const) queue(lane);
    const running = (["weekly", "orders", "codes"] as const).map((lane) => sendLane(lane, NOW, mail));
    await vi.advanceTimersByTimeAsync(1);
    expect([begun.length, ended.length]).toEqual([4, 1]);
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(running);
    vi.useRealTimers();
    expect([seen.most, notedBefore]).toEqual([1, [0, 1, 2, 3]]);
    const lanes = ended.map((messageId) => db.select().from(emails).where(eq(emails.messageId, messageId)).get()?.lane);
    expect(lanes).toEqual(["weekly", "codes", "codes", "orders"]);
  });

  it("wait a second at most for the answer to another, and a fifth of one while answers usually take longer than that", async () => {
    fakeTime();
    const { mail, ended } = relay(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      return OK;
    });
    for (let place = 0; place < 12; place += 1) queue(place < 3 ? "codes" : place < 6 ? "orders" : "weekly");
    const running = (["codes", "orders", "weekly"] as const).map((lane) => sendLane(lane, NOW, mail));
    const at: number[] = [];
    for (let ms = 0; ms < 4_500; ms += 50) {
      await vi.advanceTimersByTimeAsync(ms === 0 ? 1 : 50);
      while (at.length < ended.length) at.push(ms);
    }
    expect(at.slice(0, 8)).toEqual([0, 1000, 2000, 3000, 3200, 3400, 3600, 3800]);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(running);
    vi.useRealTimers();
  });

  it("are not waited for by others where the connection breaks meanwhile", async () => {
    fakeTime();
    const first = queue("codes");
    const broken = queue("codes");
    const third = queue("codes");
    const { mail, ended } = relay((messageId) =>
      messageId === row(first).messageId ? new Promise((resolve) => setTimeout(() => resolve(OK), 100)) : OK,
    );
    const breaking: Mail = {
      ...mail,
      post: (message, beforeEnd) => {
        const posted = mail.post(message, beforeEnd);
        const isBroken = message.messageId === row(broken).messageId;
        return isBroken ? Promise.resolve({ ok: false, permanent: false, message: "It broke." }) : posted;
      },
    };
    const running = sendLane("codes", NOW, breaking);
    await vi.advanceTimersByTimeAsync(101);
    expect([row(first).state, row(third).state]).toEqual(["sent", "sent"]);
    await vi.advanceTimersByTimeAsync(10_000);
    await running;
    vi.useRealTimers();
    expect([ended.length, row(broken)]).toMatchObject([
      2,
      { state: "waiting", handedOverAt: null, failure: "It broke." },
    ]);
  });
});

it("a worker that is told to stop waits for the answer to what is handed over, and gives the rest back at once", async () => {
  let answer = () => {};
  const { mail, begun, ended } = relay(() => new Promise<MailResult>((resolve) => (answer = () => resolve(OK))));
  const ids = [queue("codes"), queue("codes"), queue("codes"), queue("codes")];
  const running = sendLane("codes", NOW, mail);
  await vi.waitFor(() => expect(begun).toHaveLength(3), LONG);
  const finishing = finishEmails();
  await vi.waitFor(() => expect(ids.filter((id) => row(id).takenUntil === null)).toHaveLength(3), LONG);
  answer();
  await finishing;
  await running;
  expect(ended).toHaveLength(1);
  const left = ids.map(row).filter(({ state }) => state !== "sent");
  expect(left).toHaveLength(3);
  for (const email of left) expect(email).toMatchObject({ state: "waiting", tries: 0, deaths: 0, handedOverAt: null });
});
