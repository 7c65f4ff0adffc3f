import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { queueDueWeeklyEmails } from "../../app/domain/diary/entries/weekly-emails.server";
import { addDays, londonDay } from "../../app/domain/kernel/time/days";
import { DAY_MS, HOUR_SECONDS } from "../../app/domain/kernel/time/durations";
import { queueEmail } from "../../app/domain/mail/outbox/outbox.server";
import { USUAL_RATES } from "../../app/domain/mail/outbox/rates";
import { verificationCode } from "../../app/domain/people/accounts/account-emails";
import { db, write } from "../../db/client.server";
import { accounts, emails } from "../../db/schema";
import { atMost, type Figure, ms, none, quantile, seconds, seen } from "./harness/figures";
import { openReader } from "./harness/page-reader";
import type { ServedApp } from "./harness/served-app";
import {
  countWeekly,
  giveYears,
  kill,
  liftRates,
  openRelay,
  pause,
  RELAY_MS,
  relayed,
  startWorker,
} from "./harness/weekly-evening";

/**
 * An evening of weekly emails, through a relay that takes 100 ms for each: how long it is, whether anybody feels it, and what
 * a killed worker loses or doubles. `npm run bench -- mail --whole` is the whole evening, of two hours; without it a
 * part of it. They leave as fast as the relay takes them, and pause every few seconds, so that the same pages are read with
 * and without them beside whatever else the machine does.
 */

const isWhole = process.env.BENCH_WHOLE === "1";
const EVENING = isWhole ? 50_000 : 2_000;
const YEARS = 1_000_000;
const KILLS = 20;
const EMAILS_A_KILL = 40;
/** The whole evening has a hundred pauses, a part of it nearly twenty. */
const SENDING_MS = isWhole ? 60_000 : 15_000;
const PAUSED_MS = 5_000;
/** What was on its way when a lane was paused has arrived by then. */
const SETTLED_MS = 1_000;
const QUIET_MS = 20_000;
const CODE_EVERY_MS = 500;
const MESSAGE = verificationCode({ firstName: "Ada", code: "204816", minutes: 10 });

export async function measure(app: ServedApp): Promise<Figure[]> {
  const relay = await openRelay();
  try {
    liftRates();
    const kills = await measureKills(relay.url);
    const evening = await measureEvening(app, relay.url);
    return [...evening, ...kills, await measureFinding()];
  } finally {
    relay.close();
  }
}

async function measureEvening(app: ServedApp, url: string): Promise<Figure[]> {
  const reader = await openReader(app);
  const worker = await startWorker(url);
  const until = performance.now() + QUIET_MS;
  const before = await reader.during("before", () => writeWhile(() => performance.now() < until));
  relayed.weekly.length = 0;
  giveYears("evening", EVENING);
  const composing = await reader.during("composing", () => writeWhile(() => countWeekly() < EVENING));
  const waits: number[] = [];
  let sendingMs = 0;
  while (relayed.weekly.length < EVENING) {
    pause(false);
    sendingMs += (await reader.during("sending", () => sendCodes(SENDING_MS, waits))).milliseconds;
    if (relayed.weekly.length === EVENING) break;
    pause(true);
    await wait(SETTLED_MS);
    await reader.during("quiet", () => sendCodes(PAUSED_MS, []));
  }
  await kill(worker);
  await reader.stop();
  const hours = ((50_000 / EVENING) * sendingMs) / 1000 / HOUR_SECONDS;
  const count = (name: string) => EVENING.toLocaleString("en-GB") + name;
  return [
    seen(count(" weekly emails composed"), seconds(composing.milliseconds / 1000)),
    atMost("another’s write meanwhile: p99", quantile(composing.result, 0.99), 50),
    seen("the longest of them", ms(Math.max(...composing.result))),
    seen("such a write before: p99", ms(quantile(before.result, 0.99))),
    reader.compare("composing", "before"),
    seen(count(" sent, as fast as the relay takes them"), seconds(sendingMs / 1000)),
    atMost("an evening of 50,000 at this pace: hours", hours, 4, (value) => value.toFixed(2)),
    seen("an evening of 50,000 at the usual rate: hours", (50_000 / USUAL_RATES.weekly).toFixed(2)),
    reader.compare("sending", "quiet"),
    atMost(`a code meanwhile, ${waits.length} times: p99`, quantile(waits, 0.99) / 1000, 5, seconds),
  ];
}

/** Writes again and again, as somebody else does. How long each took, in milliseconds. */
async function writeWhile(goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn()) {
    const began = performance.now();
    pause(true);
    times.push(performance.now() - began);
    await wait(20);
  }
  return times;
}

/** Codes beside the weekly emails for some time, or until all of these left; `waits` gets milliseconds from row to relay. */
async function sendCodes(forMs: number, waits: number[]): Promise<void> {
  const until = performance.now() + forMs;
  while (performance.now() < until && relayed.weekly.length < EVENING) {
    const to = `code-${relayed.codes.size}@example.com`;
    const began = performance.now();
    const code = { accountId: null, to: { name: "Ada", email: to }, dedupeKey: to, message: MESSAGE, now: new Date() };
    write((tx) => queueEmail(tx, code));
    while (!relayed.codes.has(to)) {
      if (performance.now() - began > 60_000) throw new Error("A code did not arrive within a minute.");
      await wait(10);
    }
    waits.push((relayed.codes.get(to) ?? 0) - began);
    await wait(CODE_EVERY_MS);
  }
}

/** A worker that dies at any moment in the middle, again and again. */
async function measureKills(url: string): Promise<Figure[]> {
  giveYears("kills", KILLS * EMAILS_A_KILL);
  for (let killed = 0; killed < KILLS; killed += 1) {
    const before = relayed.weekly.length;
    const worker = await startWorker(url);
    while (relayed.weekly.length < before + EMAILS_A_KILL / 2) await wait(5);
    await wait(Math.random() * 2 * RELAY_MS);
    await kill(worker);
    // What it was handing over arrives all the same, and the time of its leases passes.
    await wait(2 * RELAY_MS);
    db.update(emails)
      .set({ nextTryAt: new Date(0), takenUntil: new Date(0) })
      .where(sql`taken_until IS NOT NULL AND state = 'waiting'`)
      .run();
  }
  const worker = await startWorker(url);
  const total = KILLS * EMAILS_A_KILL;
  const seenIds = () => new Set(relayed.weekly.map(({ id }) => id));
  for (let turn = 0; turn < 600 && seenIds().size < total; turn += 1) await wait(500);
  await wait(SETTLED_MS);
  await kill(worker);
  const written = db
    .select({ id: emails.messageId, state: emails.state })
    .from(emails)
    .where(sql`kind = 'weekly' AND dedupe_key LIKE 'weekly:kills%'`)
    .all();
  const arrived = seenIds();
  const unsent = written.filter(({ state }) => state !== "sent").length;
  // Of each kill, those that arrived by the killed worker and came a second time.
  const doubled = new Map<number, number>();
  const first = new Map<string, number>();
  for (const { id, worker: by } of relayed.weekly) {
    const killed = first.get(id);
    if (killed !== undefined) doubled.set(killed, (doubled.get(killed) ?? 0) + 1);
    first.set(id, by);
  }
  return [
    none(`${KILLS} kills of the worker among ${total} emails: lost`, total - arrived.size),
    none("not sent, or left to staff", total - written.length + unsent),
    atMost("doubled by one kill, at most", Math.max(0, ...doubled.values()), 1, String),
    seen("doubled in all", relayed.weekly.length - arrived.size),
  ];
}

/** Who is due, among many years that are not. */
async function measureFinding(): Promise<Figure> {
  const [{ id = "" } = {}] = db.select({ id: accounts.id }).from(accounts).limit(1).all();
  const day = londonDay(new Date());
  db.run(sql`
    INSERT INTO loops (id, account_id, theme, type, start_day, delivery_day, created_at, updated_at, next_email_at)
    WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${YEARS})
    SELECT 'year-' || n, ${id}, 'family', 'family-adventures', ${day}, ${addDays(day, 378)}, 0, 0, ${Date.now() + DAY_MS} + n FROM counted`);
  const times: number[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    const began = performance.now();
    await queueDueWeeklyEmails(new Date());
    times.push(performance.now() - began);
  }
  return atMost(
    `finding who is due among ${YEARS.toLocaleString("en-GB")} active years: p99`,
    quantile(times, 0.99),
    5,
  );
}
