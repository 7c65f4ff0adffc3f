import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, alarms, emails, entries, loopCredits, loops } from "#db/schema";
import { lastEmailMoment, nextLookAt } from "~/domain/diary/entries/weekly-emails";
import { chooseEmails, emailLoopOf, queueDueWeeklyEmails } from "~/domain/diary/entries/weekly-emails.server";
import { cancelledLoopsOf } from "~/domain/diary/loops/cancelled-loops.server";
import { moveDelivery, pauseLoop, resumeLoop, startToday } from "~/domain/diary/loops/rescheduling.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { saveEmailChoice } from "~/domain/people/accounts/profile.server";
import { creditToBegin, loopOf, NOW, person } from "../../../../support/people";
import { plansOf } from "../../../../support/query-plans";

const HOUR = 3_600_000;
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR);
const yearNamed = (loopId: string) => db.select().from(loops).where(eq(loops.id, loopId)).all()[0];

beforeEach(() => {
  for (const table of [alarms, emails, loopCredits, loops, accounts]) db.delete(table).run();
});

/** A year with something written in it, so that it has a last email. */
function yearOf(name: string) {
  const owner = person(name);
  const { id } = loopOf(owner.id);
  creditToBegin(owner.id, { loopId: id, spentAt: NOW });
  db.insert(entries).values({ loopId: id, week: 1, prompt: "?", content: "-", createdAt: NOW, updatedAt: NOW }).run();
  return { owner, id };
}

/** Seeded random numbers (mulberry32): a failing year can be repeated by its seed. */
function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    yes: (share: number) => next() < share,
    one: <T>(of: readonly [T, ...T[]]): T => of[whole(0, of.length - 1)] ?? of[0],
  };
}

/** The rule without the column: the week of the latest moment, where it has had no email yet. */
function isOwed(accountId: string, loopId: string, now: Date): boolean {
  const year = emailLoopOf(accountId, loopId);
  if (!year || cancelledLoopsOf(accountId).some(({ id }) => id === loopId)) return false;
  const before = year.emailWeek;
  const looked = nextLookAt({ ...year, emailsPausedAt: null }, new Date(lastMomentOf(year, now).getTime() - 1));
  const { owner } = year;
  const isWanted =
    owner.notifyByEmail && owner.status === "active" && owner.deletionDueAt === null && year.emailsPausedAt === null;
  const since = year.emailsSince ?? year.createdAt;
  const isPaused = year.pauses.some(
    ({ fromDay, weeks }) => fromDay <= londonDay(now) && londonDay(now) < addDays(fromDay, weeks * 7),
  );
  const isOver = before <= 52 && looked !== null && looked <= now;
  return year.status === "ACTIVE" && isWanted && isOver && !isPaused && looked >= since && looked >= year.createdAt;
}

function lastMomentOf(year: NonNullable<ReturnType<typeof emailLoopOf>>, now: Date): Date {
  const isChosen = year.emailDay !== null;
  const time = { day: year.emailDay ?? 0, hour: year.emailHour ?? 18 };
  // Those who chose no time are spread over half an hour.
  return isChosen ? lastEmailMoment(time, now) : lastEmailMoment(time, new Date(now.getTime() - HOUR / 2));
}

describe("when a year is looked at for its emails", () => {
  it.each([1, 2, 3])("nobody is forgotten in a year of changes, and nobody looked at for nothing: %i", async (seed) => {
    const random = chance(seed);
    const years = ["Ada", "Bea", "Cyd"].map(yearOf);
    for (let hour = 0; hour < 420 * 24; hour += random.whole(1, 40)) {
      const now = hours(hour);
      for (const { owner, id } of years) {
        if (random.yes(0.9)) continue;
        const changes: [() => unknown, ...(() => unknown)[]] = [
          () => pauseLoop(owner.id, id, random.whole(1, 2), now),
          () => resumeLoop(owner.id, id, now),
          () => moveDelivery(owner.id, id, addDays(yearNamed(id)?.deliveryDay ?? "", random.whole(-9, 20)), now),
          () => startToday(owner.id, id, now, true),
          () =>
            chooseEmails(
              ...[owner.id, id],
              { wanted: random.yes(0.8), day: random.whole(0, 6), hour: random.whole(0, 23) },
              now,
            ),
          () => saveEmailChoice(owner.id, random.yes(0.7), now),
          () =>
            db
              .update(accounts)
              .set({ deletionDueAt: random.yes(0.3) ? now : null })
              .where(eq(accounts.id, owner.id))
              .run(),
          () =>
            db
              .update(loops)
              .set({ status: random.yes(0.2) ? "COMPLETED" : "ACTIVE" })
              .where(eq(loops.id, id))
              .run(),
          () =>
            db
              .update(loopCredits)
              .set({ cancelledAt: random.yes(0.2) ? now : null })
              .where(eq(loopCredits.loopId, id))
              .run(),
        ];
        random.one(changes)();
      }
      await queueDueWeeklyEmails(now);
      for (const { owner, id } of years) {
        const year = yearNamed(id);
        if (!year) throw new Error("The year is gone.");
        expect(isOwed(owner.id, id, now), `${id} at ${now.toISOString()}`).toBe(false);
        const isGone = cancelledLoopsOf(owner.id).length > 0;
        const fromScratch = isGone ? null : nextLookAt(year, now);
        if (year.nextEmailAt && fromScratch) expect(year.nextEmailAt <= fromScratch).toBe(true);
        expect(year.nextEmailAt === null).toBe(fromScratch === null);
      }
    }
    expect(db.select().from(emails).all().length).toBeGreaterThan(30);
  });

  it("is found by the index, and not by reading every active year", async () => {
    const { id } = yearOf("Ada");
    db.update(loops)
      .set({ nextEmailAt: hours(1) })
      .where(eq(loops.id, id))
      .run();
    const [plan, ...more] = plansOf(() => queueDueWeeklyEmails(NOW));
    expect([plan, more]).toEqual([expect.stringContaining("USING INDEX loops_next_email"), []]);
  });

  it("is at an hour that was chosen, exactly, and within half an hour of six where none was", async () => {
    const { owner, id } = yearOf("Ada");
    await queueDueWeeklyEmails(NOW);
    const usual = new Date("2026-11-22T18:00:00Z").getTime();
    const look = yearNamed(id)?.nextEmailAt?.getTime() ?? 0;
    expect([look >= usual, look < usual + HOUR / 2]).toEqual([true, true]);
    chooseEmails(owner.id, id, { wanted: true, day: 0, hour: 18 }, NOW);
    await queueDueWeeklyEmails(NOW);
    expect(yearNamed(id)?.nextEmailAt?.getTime()).toBe(usual);
  });

  it("spreads a thousand accounts evenly over the half hour", () => {
    const year = emailLoopOf(...(Object.values(ownYear()) as [string, string]));
    if (!year) throw new Error("The year is gone.");
    const minutes = Array.from({ length: 1000 }, (_, place) => {
      const look = nextLookAt({ ...year, accountId: `n4${place * 7919}fz` }, NOW)?.getTime() ?? 0;
      return Math.floor((look % HOUR) / 60_000);
    });
    const most = Math.max(...minutes.map((one) => minutes.filter((other) => other === one).length));
    expect([new Set(minutes).size, most < 80]).toEqual([30, true]);
  });

  it("is composed in slices, between which others write", async () => {
    const owner = person("Ada");
    for (let count = 0; count < 150; count += 1) loopOf(owner.id);
    const queueing = queueDueWeeklyEmails(new Date("2026-11-22T18:30:00Z"));
    const first = db.select().from(emails).all().length;
    expect([first > 0, first < 150]).toEqual([true, true]);
    saveEmailChoice(owner.id, false, NOW);
    expect(await queueing).toBe(first);
  });

  it("is composed for some seconds at a time, so that a worker can stop, and the next run goes on", async () => {
    const owner = person("Ada");
    for (let count = 0; count < 150; count += 1) loopOf(owner.id);
    const now = new Date("2026-11-22T18:30:00Z");
    const first = await queueDueWeeklyEmails(now, 1);
    expect([first > 0, first < 150]).toEqual([true, true]);
    expect(first + (await queueDueWeeklyEmails(now, 120_000))).toBe(150);
  });

  it("is put off where its email can't be composed, delays nobody else's, and staff hear of it once", async () => {
    const broken = [yearOf("Ada"), yearOf("Cyd")];
    const { id } = yearOf("Bea");
    for (const { id: loopId, owner } of broken) {
      db.update(loops)
        .set({ nextEmailAt: hours(-1) })
        .where(eq(loops.id, loopId))
        .run();
      const email = `${owner.id}@example.com, three@example.com`;
      db.update(accounts).set({ email }).where(eq(accounts.id, owner.id)).run();
    }
    const now = new Date("2026-11-29T18:30:00Z");
    expect(await queueDueWeeklyEmails(now)).toBe(1);
    await queueDueWeeklyEmails(new Date(now.getTime() + HOUR));
    expect(openAlarms()).toMatchObject([
      { kind: "weekly_email_not_written", message: expect.stringContaining("exactly one plain address") },
    ]);
    const later = new Date(now.getTime() + 2 * HOUR);
    for (const { id: loopId } of broken) expect(yearNamed(loopId)).toMatchObject({ emailWeek: 0, nextEmailAt: later });
    expect(yearNamed(id)?.emailWeek).toBe(2);
  });

  it("is looked at again where the database failed, which is no fault of the year", async () => {
    const { id } = yearOf("Ada");
    db.run(sql`ALTER TABLE entries RENAME TO entries_gone`);
    const now = new Date("2026-11-29T18:30:00Z");
    await expect(queueDueWeeklyEmails(now)).rejects.toThrow();
    db.run(sql`ALTER TABLE entries_gone RENAME TO entries`);
    expect([yearNamed(id)?.nextEmailAt, openAlarms()]).toEqual([new Date(0), []]);
    expect(await queueDueWeeklyEmails(now)).toBe(1);
  });
});

function ownYear() {
  const { owner, id } = yearOf("Bea");
  return { owner: owner.id, id };
}
