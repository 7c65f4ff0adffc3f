import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { emailLanes, emails, sendingAddresses, serviceChecks, settings } from "#db/schema";
import type { Mail, MailResult, OutgoingMessage } from "~/adapters/mail/contract";
import { LANES, type Lane } from "~/domain/mail/kinds/email-kinds";
import { laneStopped, sendingStopped } from "~/domain/mail/outbox/circuit-breaker.server";
import { AT_ONCE, OPEN_A_PLACE } from "~/domain/mail/outbox/delivery-policy";
import { claimEmail } from "~/domain/mail/outbox/email-claims.server";
import {
  changeLane,
  countForOneDomain,
  countSent,
  laneState,
  listWaiting,
  pacesOf,
} from "~/domain/mail/outbox/lanes.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { finishEmails, sendDueEmails, sendLane } from "~/domain/mail/outbox/outbox-worker.server";
import { forecast, halvingsNow, USUAL_RATES, WARM_UP } from "~/domain/mail/outbox/rates";
import { resendEmail } from "~/domain/mail/outbox/resending.server";
import { forgetTurns, msUntilTurn, takeTurn } from "~/domain/mail/outbox/turns.server";
import { noteBulkDay, warmUpOf } from "~/domain/mail/outbox/warm-up.server";
import { verificationCode } from "~/domain/people/accounts/account-emails";
import { noteClockSetBack } from "~/domain/system/health/clock.server";
import { tryAgain } from "~/domain/system/status/system-status.server";
import { plansOf } from "../../../support/query-plans";
import { colleague } from "../../people/staff/colleagues";

const SUNDAY = new Date("2026-11-22T18:00:00Z");
const inSeconds = (seconds: number) => new Date(SUNDAY.getTime() + seconds * 1000);

/** A kind of each lane. */
const KINDS = { codes: "verification_code", orders: "shipped", weekly: "weekly", reminders: "loop_waiting" } as const;
const MESSAGE = verificationCode({ firstName: "Ada", code: "204816", minutes: 10 });

const paceOf = (lane: Lane, now: Date) => pacesOf(lane, now).lane;

let occasion = 0;
function queue(lane: Lane, count: number, { domain = "example.com", to = "", now = SUNDAY } = {}): void {
  db.transaction((tx) => {
    for (let place = 0; place < count; place += 1) {
      occasion += 1;
      const email = to || `reader${occasion}@${domain}`;
      const message = { ...MESSAGE, kind: KINDS[lane] };
      queueEmail(tx, { accountId: null, to: { name: "Ada", email }, dedupeKey: `${occasion}`, message, now });
    }
  });
}

const countIn = (lane: Lane, state: "sent" | "waiting") =>
  db
    .select()
    .from(emails)
    .where(eq(emails.lane, lane))
    .all()
    .filter((email) => email.state === state).length;
const rates = (change: Partial<typeof USUAL_RATES>) =>
  db
    .insert(settings)
    .values({ key: "emailRates", value: JSON.stringify(change), updatedAt: SUNDAY })
    .run();

function relay(reply: (message: OutgoingMessage) => MailResult | Promise<MailResult> = () => ({ ok: true })) {
  const asked: string[] = [];
  const times: number[] = [];
  const mail: Mail = {
    post: async (message) => {
      times.push(performance.now());
      asked.push(message.to.address);
      return reply(message);
    },
    check: async () => ({ ok: true }),
  };
  return { mail, asked, times };
}
const saying = (message: string) => ({ ok: false as const, permanent: false, message });

beforeEach(() => {
  for (const table of [emails, emailLanes, serviceChecks, sendingAddresses, settings]) db.delete(table).run();
  forgetTurns();
});

describe("a lane", () => {
  it("is told by the kind of an email, and an email that is sent again keeps it", () => {
    for (const lane of LANES) queue(lane, 1);
    expect(db.select({ lane: emails.lane }).from(emails).all()).toEqual(LANES.map((lane) => ({ lane })));
  });

  it("never waits for one below it: not for thousands that wait, and not for a relay that is silent about them", async () => {
    rates({ weekly: 1_000_000, domain: 1_000_000 });
    queue("weekly", 2_000, { now: inSeconds(-60) });
    let answer = () => {};
    const silent = new Promise<MailResult>((resolve) => (answer = () => resolve({ ok: true })));
    const { mail, asked } = relay((message) => (message.subject === "held" ? silent : { ok: true }));
    db.update(emails).set({ subject: "held" }).run();
    const weekly = sendLane("weekly", SUNDAY, mail);
    await vi.waitFor(() => expect(asked).toHaveLength(AT_ONCE.weekly));
    queue("orders", 1);
    queue("codes", 1);
    for (const lane of ["codes", "orders"] as const)
      expect(await sendLane(lane, SUNDAY, mail)).toMatchObject({ sent: 1 });
    expect([countIn("codes", "sent"), countIn("orders", "sent"), countIn("weekly", "sent")]).toEqual([1, 1, 0]);
    answer();
    await weekly;
  });

  it("counts only what is as urgent towards what one recipient gets", async () => {
    const { mail } = relay();
    queue("weekly", 5, { to: "ada@example.com" });
    await sendDueEmails(SUNDAY, mail);
    queue("orders", 5, { to: "ada@example.com" });
    queue("weekly", 1, { to: "ada@example.com" });
    await sendDueEmails(inSeconds(60), mail);
    expect([countIn("orders", "sent"), countIn("weekly", "sent")]).toEqual([5, 5]);
  });

  it("sends at its own pace, evenly, and one without a pace at once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { mail, times } = relay();
    rates({ weekly: 15_000, domain: 1_000_000 });
    queue("weekly", 100);
    const weekly = sendLane("weekly", SUNDAY, mail);
    await vi.advanceTimersByTimeAsync(2_500);
    expect([times.length >= 10, times.length <= 12]).toEqual([true, true]);
    const gaps = times.slice(1).map((at, place) => at - (times[place] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(200);
    await vi.advanceTimersByTimeAsync(10_000);
    await weekly;
    vi.useRealTimers();
    queue("codes", 100);
    expect(await sendLane("codes", SUNDAY, mail)).toMatchObject({ sent: 100 });
  });

  it("takes a turn for each try, so that a relay that refuses is not asked faster", async () => {
    const { mail, asked } = relay(() => saying("550 5.7.1 Blocked"));
    rates({ weekly: 60 });
    queue("weekly", 5);
    for (const second of [0, 1, 2, 30, 54]) await sendLane("weekly", inSeconds(second), mail);
    expect(asked).toHaveLength(1);
    await sendLane("weekly", inSeconds(60), mail);
    expect(asked).toHaveLength(2);
  });

  it("sends at a raised rate at once, and goes on after a clock was set back", async () => {
    const { mail, asked } = relay();
    rates({ weekly: 60 });
    queue("weekly", 3);
    for (const second of [0, 1]) await sendLane("weekly", inSeconds(second), mail);
    expect(asked).toHaveLength(1);
    db.delete(settings).run();
    rates({ weekly: 1_000_000, domain: 1_000_000 });
    await sendLane("weekly", inSeconds(1), mail);
    expect(asked).toHaveLength(3);
    queue("weekly", 1, { now: inSeconds(-7200) });
    await sendLane("weekly", inSeconds(-3600), mail);
    expect(asked).toHaveLength(4);
  });

  it("sends nothing while it is paused, and everything afterwards; the others go on", async () => {
    const { mail } = relay();
    queue("weekly", 3);
    queue("orders", 3);
    changeLane(db, "weekly", { pausedAt: SUNDAY });
    await sendDueEmails(SUNDAY, mail);
    expect([countIn("weekly", "sent"), countIn("orders", "sent")]).toEqual([0, 3]);
    changeLane(db, "weekly", { pausedAt: null });
    await sendDueEmails(SUNDAY, mail);
    expect(countIn("weekly", "sent")).toBe(3);
  });

  it("sends the last email of a year however late it is", async () => {
    queue("weekly", 1);
    db.update(emails).set({ kind: "year_over" }).run();
    await sendDueEmails(inSeconds(30 * 86_400), relay().mail);
    expect(countIn("weekly", "sent")).toBe(1);
  });

  it("withdraws a weekly email whose week is over", async () => {
    queue("weekly", 1);
    await sendDueEmails(inSeconds(7 * 86_400), relay().mail);
    expect(db.select().from(emails).get()).toMatchObject({
      state: "cancelled",
      failure: expect.stringContaining("week"),
    });
  });
});

describe("one domain", () => {
  it("gets no more than its pace of weekly emails, and the others behind them go on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { mail, asked } = relay();
    rates({ weekly: 1_000_000, domain: 3_600 });
    queue("weekly", 60, { domain: "Crowded.example" });
    queue("weekly", 5, { domain: "quiet.example", now: inSeconds(-1) });
    queue("weekly", 5, { domain: "zero.example" });
    const running = sendLane("weekly", SUNDAY, mail);
    await vi.advanceTimersByTimeAsync(4_500);
    const countTo = (domain: string) => asked.filter((to) => to.endsWith(`@${domain}`)).length;
    expect(["Crowded", "quiet", "zero"].map((name) => countTo(`${name}.example`))).toEqual([5, 5, 5]);
    await vi.advanceTimersByTimeAsync(5_000);
    await running;
    vi.useRealTimers();
    expect(countIn("weekly", "waiting")).toBe(70 - asked.length);
  });

  it("gets more as soon as its rate is raised", async () => {
    const { mail, asked } = relay();
    rates({ weekly: 1_000_000, domain: 60 });
    queue("weekly", 3, { domain: "crowded.example" });
    await sendLane("weekly", SUNDAY, mail);
    expect(asked).toHaveLength(1);
    db.delete(settings).run();
    rates({ weekly: 1_000_000, domain: 1_000_000 });
    await sendLane("weekly", inSeconds(1), mail);
    expect(asked).toHaveLength(3);
  });

  it("gets orders and codes all the same", async () => {
    const { mail } = relay();
    rates({ orders: 1_000_000, domain: 60 });
    queue("orders", 5);
    queue("codes", 5);
    for (const lane of ["orders", "codes"] as const) await sendLane(lane, SUNDAY, mail);
    expect([countIn("orders", "sent"), countIn("codes", "sent")]).toEqual([5, 5]);
  });

  it("is looked for in the index alone, and nothing is sorted", () => {
    const plans = plansOf(() => claimEmail(SUNDAY, { lane: "weekly", isProbe: false, without: ["crowded.example"] }));
    const plan = plans.filter((line) => line.includes("emails"));
    expect(plan).toEqual([expect.stringContaining("USING INDEX emails_waiting (lane=? AND next_try_at<?)")]);
    expect(plans.join()).not.toContain("TEMP B-TREE");
    for (const run of [listWaiting, () => countSent("weekly", SUNDAY)])
      expect(plansOf(run)[0]).toContain("USING COVERING INDEX");
    const ofDomains = plansOf(() => countForOneDomain("weekly", 1));
    expect(ofDomains.filter((line) => line.includes("emails"))).toEqual([
      expect.stringContaining("INDEX emails_waiting (lane=?)"),
    ]);
  });
});

describe("a relay that asks for less", () => {
  it.each([
    "421 4.3.2 Too many connections",
    "432 4.3.2 Concurrent connections limit exceeded",
    "450 4.7.1 Rate limited",
    "451 4.3.2 Please try again later",
    "451 4.4.5 Server busy",
    "451 Temporarily throttled",
    "452 Too many messages from you",
    "454 4.7.0 Slow down",
  ])("slows the lane alone: %s", async (reply) => {
    queue("weekly", 1);
    const before = paceOf("weekly", SUNDAY) ?? 0;
    await sendDueEmails(SUNDAY, relay(() => saying(reply)).mail);
    expect([paceOf("weekly", SUNDAY), paceOf("reminders", SUNDAY)]).toEqual([before / 2, USUAL_RATES.reminders]);
    expect(paceOf("weekly", inSeconds(300))).toBe(before);
    expect([laneState("weekly", SUNDAY).reply, sendingStopped()]).toEqual([reply, null]);
  });

  it.each([
    "451 4.7.1 Greylisted, try later",
    "450 4.2.1 The user is receiving mail at a rate that prevents delivery",
    "452 4.2.2 Mailbox full",
    "550 5.7.1 Blocked",
  ])("is not one that says %s", async (reply) => {
    queue("weekly", 1);
    await sendDueEmails(SUNDAY, relay(() => saying(reply)).mail);
    expect(laneState("weekly", SUNDAY).halvings).toBe(0);
  });

  it("is asked once in ten seconds, and each email again after a minute", async () => {
    const { mail, asked } = relay(() => saying("421 4.7.0 Later"));
    queue("codes", 20);
    for (const second of [0, 1, 2, 3, 4]) await sendLane("codes", inSeconds(second), mail);
    // What was on its way when the first was refused.
    const before = asked.length;
    expect(before).toBeLessThanOrEqual(AT_ONCE.codes);
    for (const second of [10.5, 11, 12, 13, 14, 15]) await sendLane("codes", inSeconds(second), mail);
    expect(asked).toHaveLength(before + 1);
    const tried = db.select().from(emails).orderBy(desc(emails.tries)).limit(1).get();
    expect(tried?.nextTryAt.getTime()).toBeLessThan(inSeconds(16 + 60).getTime());
  });

  it("slows it by one step a minute, down to a sixty-fourth, and then counts as one that refuses", async () => {
    const { mail } = relay(() => saying("421 4.7.0 Later"));
    for (let minute = 0; minute < 6; minute += 1) {
      queue("codes", 3, { now: inSeconds(minute * 60) });
      await sendDueEmails(inSeconds(minute * 60), mail);
      expect(laneState("codes", inSeconds(minute * 60)).halvings).toBe(minute + 1);
    }
    expect(sendingStopped()).toBeNull();
    for (let minute = 6; minute < 20; minute += 1) {
      queue("codes", 3, { now: inSeconds(minute * 60) });
      await sendDueEmails(inSeconds(minute * 60), mail);
    }
    expect(sendingStopped()?.lanes).toEqual(["codes"]);
  });
});

describe("several at once", () => {
  it("are handed over, as many as the lane has places, and one at a time while the relay is in doubt", async () => {
    let open = 0;
    let most = 0;
    const { mail } = relay(async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      return { ok: true };
    });
    queue("codes", 9);
    expect(await sendLane("codes", SUNDAY, mail)).toMatchObject({ sent: 9 });
    expect(most).toBe(AT_ONCE.codes);
    db.insert(serviceChecks).values({ name: "mail-sending-codes", failedAt: SUNDAY, failure: "-", failures: 1 }).run();
    const after = relay(async () => {
      most = Math.max(most, after.asked.length - countIn("codes", "sent") + 9);
      return saying("550 5.7.1 Blocked");
    });
    most = 0;
    queue("codes", 3);
    await sendLane("codes", inSeconds(30), after.mail);
    expect(after.asked).toHaveLength(2);
  });

  it.each([
    ["refused", saying("550 5.7.1 Blocked")],
    ["not answered after they were handed over", { ...saying("No answer"), isUncertain: true }],
  ])("that are all %s stop their lane for a minute, and only what is tried then makes it longer", async (_, reply) => {
    rates({ weekly: 1_000_000, domain: 1_000_000 });
    queue("weekly", 20);
    let answer = () => {};
    const silent = new Promise<MailResult>((resolve) => (answer = () => resolve(reply)));
    const { mail, asked } = relay(() => silent);
    const running = sendLane("weekly", SUNDAY, mail);
    await vi.waitFor(() => expect(asked).toHaveLength(AT_ONCE.weekly));
    answer();
    await running;
    const until = laneStopped("weekly")?.until ?? SUNDAY;
    expect([until > inSeconds(60), until < inSeconds(67)]).toEqual([true, true]);
    await sendLane("weekly", inSeconds(59), mail);
    expect(asked).toHaveLength(AT_ONCE.weekly);
    await sendLane("weekly", until, mail);
    expect(asked).toHaveLength(AT_ONCE.weekly + 1);
    const later = laneStopped("weekly")?.until.getTime() ?? 0;
    expect(Math.round((later - until.getTime()) / 60_000)).toBe(2);
  });

  it("that are not answered give their places away after half a minute, and codes go on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    queue("codes", 30);
    let answer = () => {};
    const silent = new Promise<MailResult>((resolve) => (answer = () => resolve({ ok: true })));
    let isSilent = true;
    const { mail, asked } = relay(() => (isSilent ? silent : { ok: true }));
    const run = async (second: number) => {
      const running = sendLane("codes", inSeconds(second), mail);
      await vi.advanceTimersByTimeAsync(7_000);
      await running;
    };
    for (let second = 0; second < 28; second += 7) await run(second);
    expect(asked).toHaveLength(AT_ONCE.codes);
    for (let second = 28; second < 300; second += 7) await run(second);
    expect(asked).toHaveLength(AT_ONCE.codes * OPEN_A_PLACE);
    answer();
    isSilent = false;
    await run(300);
    vi.useRealTimers();
    expect(countIn("codes", "sent")).toBe(30);
  });
});

describe("codes go on", () => {
  it.each([
    ["refuses weekly emails", saying("554 5.7.1 Looks like spam")],
    ["says nothing about weekly emails", { ...saying("No answer"), isUncertain: true }],
  ])("while the relay %s", async (_, reply) => {
    queue("weekly", 5);
    queue("codes", 2);
    const isWeekly = (to: string) => db.select().from(emails).where(eq(emails.toEmail, to)).get()?.lane === "weekly";
    const { mail } = relay(({ to }) => (isWeekly(to.address) ? reply : { ok: true }));
    await sendDueEmails(SUNDAY, mail);
    expect(sendingStopped()?.lanes).toEqual(["weekly"]);
    queue("codes", 1);
    await sendLane("codes", inSeconds(1), mail);
    expect(countIn("codes", "sent")).toBe(3);
    expect(sendingStopped()?.lanes).toEqual(["weekly"]);
  });
});

describe("an email from before there were lanes", () => {
  const old = () => {
    queue("orders", 1);
    db.update(emails).set({ lane: "reminders", state: "dead" }).run();
    return db.select().from(emails).get()?.id ?? "";
  };

  it("that is sent again is in the lane of its kind", async () => {
    const id = old();
    db.transaction((tx) => resendEmail(tx, id, SUNDAY));
    expect(countIn("orders", "waiting")).toBe(1);
  });

  it("that is tried again is in the lane of its kind", async () => {
    const id = old();
    tryAgain({ kind: "email", id }, (await colleague("super_admin")).id, SUNDAY);
    expect(countIn("orders", "waiting")).toBe(1);
  });
});

describe("a new sending address", () => {
  const day = (count: number) => inSeconds(count * 86_400);
  const send = (count: number, address = "new@loop.example") =>
    db.transaction((tx) => noteBulkDay(tx, address, day(count)));

  it("doubles its pace with each of eight days on which it sends weekly emails, and other days don’t count", () => {
    db.insert(sendingAddresses).values({ address: "old@loop.example", days: 9, lastDay: "2026-01-01" }).run();
    const pace: (number | null)[] = [];
    for (let week = 0; week < 9; week += 1) {
      pace.push(warmUpOf("new@loop.example", day(7 * week)));
      for (const _ of [1, 2]) send(7 * week);
      expect(warmUpOf("new@loop.example", day(7 * week))).toBe(pace.at(-1));
    }
    expect(pace).toEqual([...WARM_UP, null]);
    for (const [place, rate] of WARM_UP.entries()) expect(rate).toBe(50 * 2 ** place);
  });

  it("is known in a shop that sent weekly emails before, and another one is not", async () => {
    expect(warmUpOf("new@loop.example", SUNDAY)).toBe(50);
    queue("codes", 1);
    await sendDueEmails(SUNDAY, relay().mail);
    expect(warmUpOf("new@loop.example", SUNDAY)).toBe(50);
    db.update(emails).set({ kind: "weekly" }).run();
    expect(warmUpOf("new@loop.example", SUNDAY)).toBeNull();
    const plans = plansOf(() => warmUpOf("new@loop.example", SUNDAY));
    expect(plans).toContain("SEARCH emails USING INDEX emails_kind (kind=?)");
    send(0);
    expect([warmUpOf("new@loop.example", day(1)), warmUpOf("other@loop.example", day(1))]).toEqual([null, 50]);
  });

  it("is noted with the first weekly email that is sent, and not with a code", async () => {
    queue("codes", 1);
    await sendDueEmails(SUNDAY, relay().mail);
    expect(db.select().from(sendingAddresses).all()).toEqual([]);
    queue("weekly", 1);
    await sendDueEmails(SUNDAY, relay().mail);
    expect(db.select().from(sendingAddresses).all()).toMatchObject([{ days: 1, lastDay: "2026-11-22" }]);
  });

  it("gives its pace to both lanes together", () => {
    const paces = { lane: 15_000, warmUp: 50, domain: 10_000 };
    takeTurn({ lane: "weekly", toEmail: "a@example.com" }, paces, SUNDAY);
    expect(msUntilTurn("reminders", paces, SUNDAY)).toBe(72_000);
  });
});

describe("the forecast", () => {
  it("says when the last has left", () => {
    expect(forecast(50_000, 12_500, SUNDAY)).toEqual(inSeconds(4 * 3600));
    expect([forecast(0, 12_500, SUNDAY), forecast(5, null, SUNDAY)]).toEqual([null, null]);
  });

  it("heals one halving in five minutes", () => {
    expect(
      [0, 299, 300, 1500].map((second) => halvingsNow({ halvings: 3, slowedAt: SUNDAY }, inSeconds(second))),
    ).toEqual([...[3, 3, 2, 0]]);
  });

  it("heals nothing and adds nothing after a clock was set back, from which it is counted then", () => {
    changeLane(db, "weekly", { halvings: 3, slowedAt: inSeconds(3600) });
    noteClockSetBack(inSeconds(3600), SUNDAY);
    expect([0, 300].map((second) => laneState("weekly", inSeconds(second)).halvings)).toEqual([3, 2]);
    expect(halvingsNow({ halvings: 3, slowedAt: SUNDAY }, inSeconds(-3600))).toBe(3);
  });
});

it("a worker that is told to stop claims no further email, and waits for those on their way", async () => {
  let answer = () => {};
  const silent = new Promise<MailResult>((resolve) => (answer = () => resolve({ ok: true })));
  const { mail, asked } = relay(() => silent);
  queue("codes", 9);
  const running = sendLane("codes", SUNDAY, mail);
  await vi.waitFor(() => expect(asked).toHaveLength(AT_ONCE.codes));
  const finishing = finishEmails();
  answer();
  await finishing;
  expect([countIn("codes", "sent"), countIn("codes", "waiting")]).toEqual([AT_ONCE.codes, 9 - AT_ONCE.codes]);
  await running;
});
