import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, LOOP_STATUSES, loopCredits, photos } from "#db/schema";
import { beginLoop, firstLoop, loopOwnedBy, loopsOf, titleLoop, writtenWeeks } from "~/domain/diary/loops/loops.server";
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
  it("somebody else’s loop and one that is not there give the same result", () => {
    const [kim, lea] = [person("Kim"), person("Lea")];
    const loop = loopOf(kim.id);
    expect(loopOwnedBy(kim.id, loop.id)).toEqual(loop);
    expect(loopOwnedBy(lea.id, loop.id)).toBeUndefined();
    expect(loopOwnedBy(kim.id, "00000000000000000000")).toBeUndefined();
    expect(titleLoop(lea.id, loop.id, "Mine now", NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(titleLoop(kim.id, "nowhere", "Ours", NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(loopOwnedBy(kim.id, loop.id)?.title).toBeNull();
  });

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

describe("the weeks that are written", () => {
  it("come in order, each with its first photo that is there", () => {
    const { id: owner } = person("Sal");
    const loop = loopOf(owner);
    for (const week of [7, 2, 3]) write(loop.id, week);
    const second = picture(loop.id, 2, 2);
    picture(loop.id, 2, 3);
    picture(loop.id, 2, 1, "removed");
    const first = picture(loop.id, 7, 1);
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
