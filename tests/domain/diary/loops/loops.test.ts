import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, LOOP_STATUSES, loopCredits, photos } from "#db/schema";
import {
  beginLoop,
  changeContent,
  changeOwnLoop,
  deliveryDayProblem,
  firstLoop,
  loopOwnedBy,
  loopsOf,
  placeOfBegun,
  placeOfLoop,
  titleLoop,
  writtenWeeks,
} from "~/domain/diary/loops/loops.server";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { inProcesses } from "../../../support/processes";

const RECOMMENDED = "2027-12-03";

describe("beginning a loop", () => {
  it("makes the loop that was paid for, 378 days before its book arrives, and spends its credit", () => {
    const ada = person("Ada");
    const right = creditToBegin(ada.id, { theme: "family", type: "parent-and-child" });
    const begun = beginLoop(ada.id, RECOMMENDED, NOW);
    if (!begun.ok) throw new Error(begun.reason);
    expect(begun.loop).toMatchObject({
      accountId: ada.id,
      theme: "family",
      type: "parent-and-child",
      status: "ACTIVE",
      startDay: "2026-11-20",
      deliveryDay: RECOMMENDED,
      title: null,
    });
    const spent = db.select().from(loopCredits).where(eq(loopCredits.id, right.id)).get();
    expect(spent).toMatchObject({ loopId: begun.loop.id, spentAt: NOW });
  });

  it("pressed twice begins one loop", () => {
    const ben = person("Ben");
    creditToBegin(ben.id);
    expect(beginLoop(ben.id, RECOMMENDED, NOW).ok).toBe(true);
    expect(beginLoop(ben.id, RECOMMENDED, NOW)).toEqual({ ok: false, reason: "nothing_to_begin" });
    expect(loopsOf(ben.id)).toHaveLength(1);
  });

  it("pressed twice begins one loop also where two are paid for, when the form names which", () => {
    const cid = person("Cid");
    const [, second] = [creditToBegin(cid.id), creditToBegin(cid.id, { createdAt: later(1) })];
    expect(beginLoop(cid.id, RECOMMENDED, NOW, second.id).ok).toBe(true);
    expect(beginLoop(cid.id, RECOMMENDED, NOW, second.id)).toEqual({ ok: false, reason: "nothing_to_begin" });
    expect(loopsOf(cid.id)).toHaveLength(1);
    expect(beginLoop(cid.id, RECOMMENDED, NOW).ok).toBe(true);
    expect(loopsOf(cid.id)).toHaveLength(2);
  });

  it("pressed twenty times at once, from two processes, begins one loop", async () => {
    const dan = person("Dan");
    creditToBegin(dan.id);
    const printed = await inProcesses(
      2,
      `import { beginLoop } from "./app/domain/diary/loops/loops.server";
       const now = new Date("${NOW.toISOString()}");
       await together();
       const begun = Array.from({ length: 10 }, () => beginLoop("${dan.id}", "${RECOMMENDED}", now).ok);
       console.log(begun.filter(Boolean).length);`,
    );
    expect(printed.map(Number).reduce((sum, begun) => sum + begun)).toBe(1);
    expect(loopsOf(dan.id)).toHaveLength(1);
  });

  it("begins the newest of several", () => {
    const eva = person("Eva");
    creditToBegin(eva.id, { type: "my-cat-and-me" });
    creditToBegin(eva.id, { type: "puppys-first-year", createdAt: later(60) });
    const begun = beginLoop(eva.id, RECOMMENDED, NOW);
    expect(begun.ok && begun.loop.type).toBe("puppys-first-year");
  });

  it("is refused without a credit, with a cancelled one and with somebody else’s", () => {
    const [finn, gil] = [person("Finn"), person("Gil")];
    const right = creditToBegin(gil.id);
    creditToBegin(finn.id, { cancelledAt: NOW });
    const nothing = { ok: false, reason: "nothing_to_begin" };
    expect(beginLoop(finn.id, RECOMMENDED, NOW)).toEqual(nothing);
    expect(beginLoop(finn.id, RECOMMENDED, NOW, right.id)).toEqual(nothing);
    expect(loopsOf(finn.id)).toEqual([]);
    expect(beginLoop(gil.id, RECOMMENDED, NOW).ok).toBe(true);
  });

  it.each([
    ["2027-11-18", "too_early"],
    ["2027-11-19", null],
    ["2028-11-20", null],
    ["2028-11-21", "too_late"],
    ["2026-11-20", "too_early"],
    ["9999-12-31", "too_late"],
    ["2028-02-30", "not_a_day"],
    ["", "not_a_day"],
    ["soon", "not_a_day"],
    ["2027-12-03T00:00", "not_a_day"],
  ])("for a book on %j gives %j", (day, reason) => {
    const hal = person("Hal");
    creditToBegin(hal.id);
    const begun = beginLoop(hal.id, day, NOW);
    expect(begun.ok ? null : begun.reason).toBe(reason);
    expect(loopsOf(hal.id)).toHaveLength(reason === null ? 1 : 0);
  });

  it("counts its days in London, where a summer night is already tomorrow", () => {
    const night = new Date("2027-06-30T23:30:00Z");
    const [ida, jo] = [person("Ida"), person("Jo")];
    for (const { id } of [ida, jo]) creditToBegin(id);
    expect(beginLoop(ida.id, "2028-06-28", night)).toEqual({ ok: false, reason: "too_early" });
    expect(beginLoop(jo.id, "2028-06-29", night).ok).toBe(true);
  });
});

describe("whose a loop is", () => {
  it("a list holds one’s own, the oldest first, each with its number of weeks written", () => {
    const mia = person("Mia");
    const newer = loopOf(mia.id, { createdAt: later(60) });
    const older = loopOf(mia.id);
    loopOf(person("Noa").id);
    for (const week of [1, 2, 5]) write(newer.id, week);
    expect(loopsOf(mia.id).map(({ id, entriesCount }) => [id, entriesCount])).toEqual([
      [older.id, 0],
      [newer.id, 3],
    ]);
  });

  it("the first to show is the first that is being written, else the first", () => {
    const pat = person("Pat");
    const done = loopOf(pat.id, { status: "DELIVERED" });
    expect(firstLoop(loopsOf(pat.id))?.id).toBe(done.id);
    const active = loopOf(pat.id, { createdAt: later(60) });
    loopOf(pat.id, { createdAt: later(120) });
    expect(firstLoop(loopsOf(pat.id))?.id).toBe(active.id);
    expect(firstLoop([])).toBeUndefined();
  });
});

describe("giving a loop its title", () => {
  it("changes the title and marks the book as changed", () => {
    const { id: owner } = person("Quin");
    const loop = loopOf(owner);
    expect(titleLoop(owner, loop.id, "Our year with Bramble", later(5))).toEqual({ ok: true });
    expect(loopOwnedBy(owner, loop.id)).toMatchObject({
      title: "Our year with Bramble",
      contentVersion: loop.contentVersion + 1,
      updatedAt: later(5),
    });
  });

  it.each(LOOP_STATUSES.filter((status) => status !== "ACTIVE"))("is refused once it is %s", (status) => {
    const { id: owner } = person("Ray");
    const loop = loopOf(owner, { status, title: "As it went to print" });
    expect(titleLoop(owner, loop.id, "Too late", NOW)).toEqual({ ok: false, reason: "read_only" });
    expect(loopOwnedBy(owner, loop.id)).toEqual(loop);
  });
});

describe("the day a book is to arrive", () => {
  // Of a year that may start today; of one that may start in ten days.
  it.each([
    ["none", null, "not_a_day"],
    ["2027-11-18", null, "too_early"],
    ["2027-11-19", null, null],
    ["2028-11-20", null, null],
    ["2028-11-21", null, "too_late"],
    ["2027-12-12", "2026-11-30", "too_early"],
    ["2027-12-13", "2026-11-30", null],
  ])("%s, of a year that starts on %s at the soonest: %s", (day, firstStart, problem) => {
    expect(deliveryDayProblem(day, NOW, firstStart)).toBe(problem);
    if (firstStart !== null) return;
    const { id } = person("Tom");
    creditToBegin(id);
    const begun = beginLoop(id, day, NOW);
    expect(begun.ok ? null : begun.reason).toBe(problem);
    expect(loopsOf(id)).toHaveLength(problem === null ? 1 : 0);
  });
});

describe("a change of a year", () => {
  it("is of that one, by its owner alone", () => {
    const [ada, eve] = [person("Ada"), person("Eve")];
    const [own, other] = [loopOf(ada.id), loopOf(ada.id)];
    const change = { title: "Ours" };
    expect([changeContent(eve.id, own.id, change, NOW), changeOwnLoop(eve.id, own.id, change, NOW).ok]).toEqual([
      false,
      false,
    ]);
    expect(titleLoop(eve.id, own.id, "Mine", NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(loopOwnedBy(ada.id, own.id)).toEqual(own);
    expect([changeContent(ada.id, own.id, change, NOW), changeOwnLoop(ada.id, own.id, change, NOW).ok]).toEqual([
      true,
      true,
    ]);
    expect([loopOwnedBy(ada.id, own.id)?.title, loopOwnedBy(ada.id, other.id)]).toEqual(["Ours", other]);
  });
});

describe("the page of a year", () => {
  it("names the year where there are several", () => {
    const { id } = person("Una");
    const first = loopOf(id);
    expect([placeOfLoop(id, first.id), placeOfLoop(id, null)]).toEqual(["/dashboard", "/dashboard"]);
    loopOf(id);
    expect(placeOfLoop(id, first.id)).toBe(`/dashboard?loop=${first.id}`);
  });

  it("opens at week 1 from the day it starts", () => {
    const loop = loopOf(person("Vic").id, { startDay: "2026-11-20" });
    expect(placeOfBegun(loop, "2026-11-20")).toBe(`/dashboard?loop=${loop.id}&week=1`);
    expect(placeOfBegun(loop, "2026-11-19")).toBe("/dashboard");
  });
});

describe("the weeks that are written", () => {
  it("come in order, each with its first photo that is there", () => {
    const { id: owner } = person("Sal");
    const loop = loopOf(owner);
    for (const week of [7, 2, 3]) write(loop.id, week);
    const second = picture(loop.id, 2, 2);
    picture(loop.id, 2, 3);
    picture(loop.id, 2, 1, "removed");
    const first = picture(loop.id, 7, 1);
    for (const position of [1, 2]) picture(loopOf(owner).id, 3, position);
    write(loop.id, 9);
    db.update(entries).set({ openAgainAt: NOW }).where(eq(entries.week, 9)).run();
    expect(writtenWeeks(loop.id)).toEqual([
      { week: 2, photoId: second.id },
      { week: 3, photoId: null },
      { week: 7, photoId: first.id },
    ]);
  });
});

function write(loopId: string, week: number) {
  const words = { prompt: "What happened?", content: "It rained." };
  db.insert(entries)
    .values({ loopId, week, ...words, createdAt: NOW, updatedAt: NOW })
    .run();
}

function picture(loopId: string, week: number, position: number, state: "ready" | "removed" = "ready") {
  const keys = { originalKey: "o", printKey: "p", screenKey: "s", thumbKey: "t" };
  const sizes = { width: 1, height: 1, printWidth: 1, printHeight: 1, bytes: 1, sha256: "-" };
  return db
    .insert(photos)
    .values({ loopId, week, position, state, fileName: "a.jpg", ...sizes, ...keys, createdAt: NOW })
    .returning()
    .get();
}
