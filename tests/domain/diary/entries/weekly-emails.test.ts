import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, chosenPrompts, drafts, emails, entries, loops } from "#db/schema";
import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import {
  dueLastEmails,
  dueWeeklyEmails,
  type EmailLoop,
  lastEmailMoment,
  memoryFor,
  nextEmailMoment,
  previewEmail,
} from "~/domain/diary/entries/weekly-emails";
import { chooseEmails, emailLoopOf, queueDueWeeklyEmails } from "~/domain/diary/entries/weekly-emails.server";
import { pauseLoop } from "~/domain/diary/loops/rescheduling.server";
import { readWeekToken, weekLink } from "~/domain/diary/loops/weekly-email-links.server";
import { openSealedHtml, openSealedText } from "~/domain/kernel/sealing/sealed-text.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { creditToBegin, loopOf, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

/** A Friday. */
const START = "2026-11-20";
const day = (count: number) => addDays(START, count);
const OWNER = {
  status: "active",
  isTest: false,
  notifyByEmail: true,
  emailVerifiedAt: new Date(0),
  deletionDueAt: null,
};
const LOOP: EmailLoop = {
  id: "loop",
  accountId: "account",
  status: "ACTIVE",
  startDay: START,
  deliveryDay: "2027-12-03",
  pauses: [],
  emailDay: 0,
  emailHour: 18,
  emailsPausedAt: null,
  emailsSince: null,
  emailWeek: 0,
  createdAt: new Date("2026-11-20T10:00:00Z"),
  owner: OWNER,
};
const due = (given: Partial<EmailLoop>, now: string) =>
  dueWeeklyEmails([{ ...LOOP, ...given }], new Date(now)).map(({ week }) => week);

describe("an hour in London", () => {
  it.each([
    [0, 18, "2026-11-22T17:59:59Z", "2026-11-15T18:00:00.000Z", "2026-11-22T18:00:00.000Z"],
    [0, 18, "2026-11-22T18:00:00Z", "2026-11-22T18:00:00.000Z", "2026-11-29T18:00:00.000Z"],
    [5, 8, "2027-03-28T12:00:00Z", "2027-03-26T08:00:00.000Z", "2027-04-02T07:00:00.000Z"],
    [0, 23, "2027-06-06T22:30:00Z", "2027-06-06T22:00:00.000Z", "2027-06-13T22:00:00.000Z"],
  ])("emails of day %i at %i, asked at %s: before %s, next %s", (weekday, hour, now, last, next) => {
    const time = { day: weekday, hour };
    expect(lastEmailMoment(time, new Date(now)).toISOString()).toBe(last);
    expect(nextEmailMoment(time, new Date(now)).toISOString()).toBe(next);
  });
});

describe("whose email is due", () => {
  it.each([
    ["a second too early", {}, "2026-11-22T17:59:59Z", []],
    ["on the hour", {}, "2026-11-22T18:00:00Z", [1]],
    ["a day late", {}, "2026-11-23T18:00:00Z", [1]],
    ["the week after", { emailWeek: 1 }, "2026-11-29T18:00:00Z", [2]],
    ["written already", { emailWeek: 1 }, "2026-11-23T18:00:00Z", []],
    ["after a month away, the newest only", { emailWeek: 1 }, "2026-12-30T12:00:00Z", [6]],
    ["on a day of one's own", { emailDay: 3, emailHour: 7 }, "2026-11-25T07:00:00Z", [1]],
    ["before the first day", { startDay: "2026-12-01" }, "2026-11-23T18:00:00Z", []],
    ["in the last week", { emailWeek: 51 }, "2027-11-14T18:00:00Z", [52]],
    ["when the year is over", { emailWeek: 51 }, "2027-11-21T18:00:00Z", []],
    ["switched off", { emailsPausedAt: new Date(0) }, "2026-11-23T18:00:00Z", []],
    ["chosen since then", { emailsSince: new Date("2026-11-22T18:00:01Z") }, "2026-11-23T18:00:00Z", []],
    ["begun since then", { createdAt: new Date("2026-11-22T18:00:01Z") }, "2026-11-23T18:00:00Z", []],
    ["finished", { status: "COMPLETED" }, "2026-11-23T18:00:00Z", []],
    ["of a test", { owner: { ...OWNER, isTest: true } }, "2026-11-23T18:00:00Z", []],
    ["unsubscribed", { owner: { ...OWNER, notifyByEmail: false } }, "2026-11-23T18:00:00Z", []],
    ["not proven", { owner: { ...OWNER, emailVerifiedAt: null } }, "2026-11-23T18:00:00Z", []],
    ["suspended", { owner: { ...OWNER, status: "suspended" } }, "2026-11-23T18:00:00Z", []],
    ["leaving", { owner: { ...OWNER, deletionDueAt: new Date(0) } }, "2026-11-23T18:00:00Z", []],
    ["paused that day", { pauses: [{ fromDay: day(2), weeks: 1 }] }, "2026-11-23T18:00:00Z", []],
    ["paused since", { pauses: [{ fromDay: day(3), weeks: 1 }] }, "2026-11-23T18:00:00Z", []],
    ["just going on", { pauses: [{ fromDay: day(2), weeks: 1 }] }, "2026-11-29T18:00:00Z", [1]],
  ])("%s", (_, given, now, weeks) => {
    expect(due(given, now)).toEqual(weeks);
  });

  it("the last one comes once", () => {
    const last = (emailWeek: number) =>
      dueLastEmails([{ ...LOOP, emailWeek }], new Date("2027-11-29T18:00:00Z")).length;
    expect([52, 53].map(last)).toEqual([1, 0]);
  });

  it("the next one is foreseen past a pause, and none after the year", () => {
    const now = new Date("2026-11-23T10:00:00Z");
    expect(previewEmail(LOOP, now)?.toISOString()).toBe("2026-11-29T18:00:00.000Z");
    const paused = { ...LOOP, pauses: [{ fromDay: day(3), weeks: 2 }] };
    expect(previewEmail(paused, now)?.toISOString()).toBe("2026-12-13T18:00:00.000Z");
    expect(previewEmail({ ...LOOP, startDay: "2027-01-04" }, now)?.toISOString()).toBe("2027-01-10T18:00:00.000Z");
    expect(previewEmail(LOOP, new Date("2027-11-15T10:00:00Z"))).toBeNull();
    expect(previewEmail({ ...LOOP, emailsPausedAt: now }, now)).toBeNull();
  });
});

describe("a memory", () => {
  const written = [
    { week: 1, highlight: "The first snow", content: "It fell." },
    { week: 4, highlight: " ", content: "She laughed. Then she slept." },
    { week: 6, highlight: "", content: " " },
    { week: 9, highlight: "Too new", content: "" },
  ];

  it("is a highlight or a first sentence of at least three weeks ago, the same each time", () => {
    const seen = new Set(Array.from({ length: 4 }, (_, week) => memoryFor(8 + week, written)?.words));
    expect(seen).toEqual(new Set(["The first snow", "She laughed."]));
    expect(memoryFor(10, written)).toEqual(memoryFor(10, written));
    expect(memoryFor(3, written)).toBeNull();
    expect(memoryFor(4, written)?.words).toBe("The first snow");
    expect(memoryFor(4, [])).toBeNull();
  });

  it("that is long ends at a word", () => {
    const words = memoryFor(9, [{ week: 1, highlight: "word ".repeat(80), content: "" }])?.words ?? "";
    expect(words.length).toBeLessThanOrEqual(161);
    expect(words).toMatch(/word…$/);
    const whole = "word ".repeat(32).trim().padEnd(160, "s");
    expect(memoryFor(9, [{ week: 1, highlight: whole, content: "" }])?.words).toBe(whole);
  });
});

describe("links in emails", () => {
  it("lead to their week, and nobody can make one", () => {
    const token = weekLink("abc_-9", 23).replace("/this-week/", "");
    expect(readWeekToken(token)).toEqual({ loopId: "abc_-9", week: 23 });
    for (const forged of [token.replace(".23.", ".24."), token.replace("abc", "abd"), token.slice(0, -1), ""])
      expect(readWeekToken(forged)).toBeUndefined();
  });
});

describe("writing the emails", () => {
  /** Half an hour after the usual one, by which everybody has theirs. */
  const at = (count: number) => new Date(`${day(count)}T18:30:00Z`);
  /** Day 2 is a Sunday in week 1; day 30 a Sunday in week 5. */
  const SUNDAY_IN_WEEK_5 = at(30);
  const emailOf = (accountId: string) => db.select().from(emails).where(eq(emails.accountId, accountId)).all();
  const write = (loopId: string, week: number, highlight: string) =>
    db
      .insert(entries)
      .values({ loopId, week, prompt: "?", content: "-", highlight, createdAt: at(0), updatedAt: at(0) })
      .run();

  it("brings question, picture, link, missed weeks and a memory, once", async () => {
    const owner = person("Margaret");
    const loop = loopOf(owner.id, { title: "Nell <b>’s year</b>" });
    write(loop.id, 1, "Her first leaf & her second");
    expect(await queueDueWeeklyEmails(SUNDAY_IN_WEEK_5)).toBe(1);
    expect(await queueDueWeeklyEmails(SUNDAY_IN_WEEK_5)).toBe(0);
    const [message, ...more] = emailOf(owner.id);
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      kind: "weekly",
      isTransactional: false,
      dedupeKey: `weekly:${loop.id}:5`,
      toEmail: owner.email,
      subject: promptForWeek("pet", "puppys-first-year", 5),
    });
    const textBody = openSealedText(message?.textBody ?? "");
    const htmlBody = openSealedHtml(message?.htmlBody ?? "");
    expect(textBody).toContain(`http://localhost:3000${weekLink(loop.id, 5)}`);
    for (const week of [2, 3, 4]) expect(textBody).toContain(weekLink(loop.id, week));
    expect(textBody).toContain("You’ve missed three weeks. No rush at all.");
    expect(textBody).toContain("Your picture so far: 1 of 52 stitches made.");
    expect(textBody).toContain("Good evening, Margaret.");
    expect(htmlBody).toContain(
      '<img src="http://localhost:3000/art/pet/0000000000001.png?due=5&amp;start=sewn&amp;seal=',
    );
    expect(htmlBody).toContain("“Her first leaf &amp; her second”");
    expect(htmlBody).toContain("week 2</a>");
    expect(htmlBody).toContain("Nell &lt;b&gt;’s year&lt;/b&gt;");
    expect(htmlBody).toContain(`/unsubscribe/${message?.id}`);
    expect(textBody).not.toContain("undefined");
  });

  it("asks with the owner's own words where they chose some, and never about a week that is written", async () => {
    const owner = person("Rosie");
    const loop = loopOf(owner.id);
    db.insert(chosenPrompts)
      .values({ loopId: loop.id, week: 5, prompt: "What did\r\nBcc: x@y.z say?", createdAt: at(0) })
      .run();
    const other = loopOf(owner.id);
    write(other.id, 5, "Done already");
    await queueDueWeeklyEmails(SUNDAY_IN_WEEK_5);
    const subjects = emailOf(owner.id).map(({ subject }) => subject);
    expect(subjects.map((subject) => openSealedText(subject).replaceAll("\u2060", ""))).toEqual([
      "What did Bcc: x@y.z say?",
    ]);
  });

  it("comes on the day and hour that were picked, and not while it is switched off", async () => {
    const owner = person("Callum");
    const [loop, other] = [loopOf(owner.id), loopOf(owner.id, { emailsPausedAt: at(0) })];
    chooseEmails(owner.id, loop.id, { wanted: true, day: 2, hour: 7 }, at(29));
    expect(emailLoopOf(owner.id, other.id)).toMatchObject({ emailDay: null, emailsPausedAt: at(0) });
    await queueDueWeeklyEmails(SUNDAY_IN_WEEK_5);
    expect(emailOf(owner.id)).toHaveLength(0);
    await queueDueWeeklyEmails(new Date(`${day(32)}T07:00:00Z`));
    expect(emailOf(owner.id)).toHaveLength(1);
    chooseEmails(owner.id, loop.id, { wanted: false, day: 2, hour: 7 }, at(33));
    await queueDueWeeklyEmails(new Date(`${day(39)}T07:00:00Z`));
    chooseEmails(owner.id, loop.id, { wanted: true, day: 2, hour: 7 }, at(40));
    await queueDueWeeklyEmails(at(41));
    expect(emailOf(owner.id)).toHaveLength(1);
    await queueDueWeeklyEmails(new Date(`${day(46)}T07:00:00Z`));
    expect(emailOf(owner.id)).toHaveLength(2);
    expect(chooseEmails("nobody", loop.id, { wanted: true, day: 2, hour: 7 }, at(41)).ok).toBe(false);
  });

  it("comes to nobody who is leaving, not for a cancelled year, and not in a pause", async () => {
    const leaving = person("Winifred", { deletionDueAt: at(40) });
    loopOf(leaving.id);
    const gone = person("Hal");
    const cancelled = loopOf(gone.id);
    creditToBegin(gone.id, { loopId: cancelled.id, spentAt: at(0), cancelledAt: at(1) });
    write(cancelled.id, 1, "Her first leaf");
    const resting = person("Inês");
    const loop = loopOf(resting.id);
    pauseLoop(resting.id, loop.id, 2, at(28));
    await queueDueWeeklyEmails(SUNDAY_IN_WEEK_5);
    expect([leaving, gone, resting].flatMap(({ id }) => emailOf(id))).toEqual([]);
    db.update(accounts).set({ deletionDueAt: null }).where(eq(accounts.id, leaving.id)).run();
    await queueDueWeeklyEmails(SUNDAY_IN_WEEK_5);
    expect(emailOf(leaving.id)).toHaveLength(1);
    await queueDueWeeklyEmails(at(44));
    expect(londonDay(at(44))).toBe(day(44));
    const week = db.select().from(loops).where(eq(loops.id, loop.id)).get()?.emailWeek;
    expect(week).toBe(5);
    await queueDueWeeklyEmails(at(400));
    expect(emailOf(gone.id)).toEqual([]);
  });

  it("comes in its run, however many years were cancelled", async () => {
    const [gone, there] = [person("Hal"), person("Ada")];
    for (let year = 0; year < 200; year += 1)
      creditToBegin(gone.id, { loopId: loopOf(gone.id).id, spentAt: at(0), cancelledAt: at(1) });
    write(loopOf(there.id, { id: "zzz" }).id, 1, "Her first leaf");
    await queueDueWeeklyEmails(SUNDAY_IN_WEEK_5);
    expect(emailOf(there.id)).toHaveLength(1);
    await queueDueWeeklyEmails(at(400));
    expect(emailOf(there.id)).toHaveLength(2);
  });

  it("ends with one that says the book waits, once, and with none where nothing was written", async () => {
    const owner = person("Joan");
    const loop = loopOf(owner.id, { title: "Two feet", emailWeek: 52 });
    write(loop.id, 1, "Her first leaf");
    write(loop.id, 2, "Open again");
    db.update(entries)
      .set({ openAgainAt: at(1) })
      .where(and(eq(entries.loopId, loop.id), eq(entries.week, 2)))
      .run();
    const silent = person("Sunil");
    loopOf(silent.id, { emailWeek: 52 });
    const later = loopOf(owner.id, { startDay: day(30), emailsPausedAt: at(0) });
    await queueDueWeeklyEmails(at(365));
    expect(emailOf(owner.id)).toEqual([]);
    await queueDueWeeklyEmails(at(366));
    expect(emailLoopOf(owner.id, later.id)).toMatchObject({ id: later.id, emailWeek: 0 });
    await queueDueWeeklyEmails(at(373));
    await queueDueWeeklyEmails(at(373));
    const [message, ...more] = emailOf(owner.id);
    expect([more, emailOf(silent.id)]).toEqual([[], []]);
    expect(message).toMatchObject({ kind: "year_over", lane: "weekly" });
    expect(message?.subject).toBe("That’s your year. Shall we make the book?");
    expect(message?.textBody).toContain("You’ve written 1 of 52 weeks.");
    expect(message?.textBody).toContain(`http://localhost:3000/proof/${loop.id}`);
    expect(message?.textBody).toContain("You’ve missed 50 weeks. You can still fill them in, or leave them out.");
    expect(message?.htmlBody).toContain(`/unsubscribe/${message?.id}`);
  });

  it("names the weeks that are begun and would not print, from a month before the end, and in the last one", async () => {
    const owner = person("Bea");
    const loop = loopOf(owner.id);
    for (const week of [1, 2]) write(loop.id, week, "Finished");
    const draft = (week: number, content: string) =>
      db
        .insert(drafts)
        .values({ loopId: loop.id, week, content, updatedAt: at(0) })
        .run();
    draft(2, "Second thoughts.");
    draft(29, "No photo.");
    draft(49, "This week, which isn’t over.");
    givePhoto("photos/33.jpg", 4, 3, { loopId: loop.id, week: 33 });
    const textOf = (place: number) => openSealedText(emailOf(owner.id)[place]?.textBody ?? "");
    await queueDueWeeklyEmails(at(7 * 47 + 2));
    expect(textOf(0)).toContain("You’ve missed");
    expect(textOf(0)).not.toContain("finished and won’t print");
    await queueDueWeeklyEmails(at(7 * 48 + 2));
    const named = "2 weeks aren’t finished and won’t print:";
    const links = [29, 33].map((week) => `week ${week}: http://localhost:3000${weekLink(loop.id, week)}`);
    expect(textOf(1)).toContain([named, ...links].join("\n"));
    expect(textOf(1)).toContain("1 week has changes you haven’t saved, and prints without them:\nweek 2: ");
    // Of 48 weeks before this one two are written and two begun.
    expect(textOf(1)).toContain("You’ve missed 44 weeks.");
    await queueDueWeeklyEmails(at(366));
    expect(textOf(2)).toContain(["3 weeks aren’t finished and won’t print:", ...links, "week 49: "].join("\n"));
    expect(openSealedHtml(emailOf(owner.id)[2]?.htmlBody ?? "")).toContain("week 49</a>.");
  });

  it("says that begun weeks will print where their owner chose so", async () => {
    const owner = person("Hal");
    const loop = loopOf(owner.id, { printsDrafts: true });
    write(loop.id, 1, "Finished");
    db.insert(drafts)
      .values({ loopId: loop.id, week: 29, content: "No photo.", updatedAt: at(0) })
      .run();
    await queueDueWeeklyEmails(at(366));
    const text = openSealedText(emailOf(owner.id)[0]?.textBody ?? "");
    expect(text).toContain("1 week isn’t finished and will print as it is:\nweek 29: ");
  });

  it("ends with one for somebody who began weeks and finished none", async () => {
    const owner = person("Callum");
    const loop = loopOf(owner.id);
    db.insert(drafts)
      .values({ loopId: loop.id, week: 4, content: "No photo.", updatedAt: at(0) })
      .run();
    await queueDueWeeklyEmails(at(366));
    const text = openSealedText(emailOf(owner.id)[0]?.textBody ?? "");
    expect(text).toContain("None of your 52 weeks is finished yet.");
    expect(text).toContain("1 week isn’t finished and won’t print:\nweek 4: ");
  });
});
