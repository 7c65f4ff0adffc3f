import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { auditEvents, emailLanes, emails, serviceChecks, settings } from "#db/schema";
import { settings as appSettings } from "~/adapters/settings.server";
import type { Lane } from "~/domain/mail/kinds/email-kinds";
import { noteRefused } from "~/domain/mail/outbox/circuit-breaker.server";
import { changeLane, countForOneDomain } from "~/domain/mail/outbox/lanes.server";
import { USUAL_RATES, WARM_UP } from "~/domain/mail/outbox/rates";
import { listLanes, listRefused, pauseLane, resumeLane } from "~/domain/system/status/email-lanes.server";
import { plansOf } from "../../../support/query-plans";
import { colleague } from "../../people/staff/colleagues";

const NOW = new Date("2026-11-22T18:00:00Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

beforeEach(() => {
  for (const table of [emails, emailLanes, serviceChecks, settings]) db.delete(table).run();
});

const rates = (change: Partial<typeof USUAL_RATES>) =>
  db
    .insert(settings)
    .values({ key: "emailRates", value: JSON.stringify(change), updatedAt: NOW })
    .run();

let counted = 0;
function email(lane: Lane, given: Partial<typeof emails.$inferInsert> = {}): void {
  counted += 1;
  const text = { toName: "Ada", subject: "-", textBody: "-", htmlBody: "-" };
  const row = { kind: "weekly", toEmail: "ada@example.com", dedupeKey: `${counted}`, messageId: `${counted}` };
  db.insert(emails)
    .values({ ...text, ...row, lane, nextTryAt: NOW, createdAt: minutesAgo(60), ...given })
    .run();
}

const laneOf = (lane: Lane) => listLanes(NOW).find((one) => one.lane === lane);

describe("the lanes of emails", () => {
  it("say how many wait, how old the first is, how many left in an hour, and until when the rest takes", () => {
    email("weekly", { createdAt: minutesAgo(20), toEmail: "a@one.example" });
    email("weekly", { createdAt: minutesAgo(70), nextTryAt: minutesAgo(-20), toEmail: "b@two.example" });
    email("weekly", { state: "sent", sentAt: minutesAgo(59) });
    email("weekly", { state: "sent", sentAt: minutesAgo(61) });
    expect(laneOf("weekly")).toMatchObject({
      ...{ waiting: 2, oldest: minutesAgo(70), sentLastHour: 1, pace: USUAL_RATES.weekly, isWarmingUp: false },
      doneAt: new Date(NOW.getTime() + (2 / USUAL_RATES.weekly) * 3_600_000),
    });
    expect(laneOf("orders")).toMatchObject({ waiting: 0, oldest: null, sentLastHour: 0 });
    expect(laneOf("codes")).toMatchObject({ waiting: 0, pace: null, doneAt: null, pause: null, slowedBy: null });
  });

  it("take as long as the domain to which most wait", () => {
    rates({ weekly: 1_000_000, domain: 60 });
    for (let place = 0; place < 3; place += 1) email("weekly", { toEmail: `a${place}@gmail.example` });
    email("weekly", { toEmail: "b@two.example" });
    expect(laneOf("weekly")?.doneAt).toEqual(minutesAgo(-3));
    for (let place = 0; place < 3; place += 1) email("orders", { toEmail: `a${place}@gmail.example` });
    expect(laneOf("orders")?.doneAt).toEqual(new Date(NOW.getTime() + (3 / USUAL_RATES.orders) * 3_600_000));
  });

  it("of which many wait take as long as the domains of the next five thousand say", () => {
    for (let place = 0; place < 10; place += 1) email("weekly", { toEmail: `a${place}@gmail.example` });
    email("weekly", { toEmail: "b@two.example" });
    expect([countForOneDomain("weekly", 11), countForOneDomain("weekly", 20_000)]).toEqual([10, 40]);
  });

  it("are warmed up from a new address, unless that is switched off", () => {
    const before = appSettings.mail;
    Object.assign(appSettings, { mail: { kind: "smtp", url: "smtp://127.0.0.1" } });
    try {
      expect(laneOf("weekly")).toMatchObject({ isWarmingUp: true, pace: WARM_UP[0] });
      expect(laneOf("orders")).toMatchObject({ isWarmingUp: false, pace: USUAL_RATES.orders });
      rates({ warmsUp: false });
      expect(laneOf("weekly")).toMatchObject({ isWarmingUp: false, pace: USUAL_RATES.weekly });
    } finally {
      Object.assign(appSettings, { mail: before });
    }
  });

  it("say what the relay says to the one that is stopped, and promise no end", () => {
    email("orders");
    for (const tries of [1, 1, 1]) noteRefused({ lane: "orders", tries }, "550 5.7.1 Blocked", false, NOW);
    expect(laneOf("orders")).toMatchObject({ stoppedBy: "550 5.7.1 Blocked", doneAt: null });
    expect(laneOf("codes")).toMatchObject({ stoppedBy: null });
  });

  it("say what the relay said to the one that it slowed", () => {
    changeLane(db, "weekly", { halvings: 1, slowedAt: minutesAgo(1), reply: "421 4.7.0 Later" });
    expect(laneOf("weekly")).toMatchObject({ pace: USUAL_RATES.weekly / 2, slowedBy: "421 4.7.0 Later" });
  });

  it("are paused and sent again by a colleague with a reason, once, and the audit says so", async () => {
    const joan = await colleague("super_admin");
    const before = db.select().from(auditEvents).all().length;
    expect(pauseLane("weekly", "Wrong question in it", joan.id, NOW)).toEqual({ ok: true });
    expect(pauseLane("weekly", "Again", joan.id, NOW)).toEqual({ ok: false, reason: "already" });
    expect(laneOf("weekly")?.pause).toMatchObject({ at: NOW, by: expect.any(String), reason: "Wrong question in it" });
    expect(resumeLane("weekly", "It’s right now", joan.id, NOW)).toEqual({ ok: true });
    expect(resumeLane("weekly", "Again", joan.id, NOW)).toEqual({ ok: false, reason: "already" });
    expect(laneOf("weekly")?.pause).toBeNull();
    const events = db.select().from(auditEvents).all().slice(before);
    const mine = events.filter(({ action }) => action.startsWith("lanes."));
    expect(mine).toMatchObject([
      { action: "lanes.pause", objectType: "email_lane", objectId: "weekly", reason: "Wrong question in it" },
      { action: "lanes.resume", staffId: joan.id, reason: "It’s right now" },
    ]);
  });
});

it("what was refused is counted by domain and the relay's code, or what happened without one, most first, of the last day", () => {
  const failure = "550 5.7.1 Blocked, see https://example.net/why";
  for (const name of ["a", "b"]) email("weekly", { failure, toEmail: `${name}@Gmail.example`, state: "dead" });
  email("orders", { failure: "421 Try later", toEmail: "c@mail.example" });
  email("orders", { failure: "Connection closed", toEmail: "c@mail.example" });
  email("orders", { failure, toEmail: "d@old.example", createdAt: minutesAgo(25 * 60) });
  email("orders", { failure: null, toEmail: "e@well.example" });
  const emailsRead = plansOf(() => listRefused(NOW)).filter((line) => /^(?:SCAN|SEARCH) emails/.test(line));
  expect(emailsRead).toEqual(["SEARCH emails USING INDEX emails_failed (state=? AND created_at>?)"]);
  const [first, ...rest] = listRefused(NOW);
  expect(first).toEqual({ domain: "gmail.example", reason: "550 5.7.1", found: 2 });
  expect(new Set(rest.map(({ domain, reason }) => `${domain} ${reason}`))).toEqual(
    new Set(["mail.example 421", "mail.example Connection closed"]),
  );
});
