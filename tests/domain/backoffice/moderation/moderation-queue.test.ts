import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries } from "#db/schema";
import {
  ENTRY_LIST,
  entryLines,
  moderationFigures,
  placeInQueue,
  priorityQueue,
} from "~/domain/backoffice/moderation/moderation-queue.server";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { weekOf } from "./weeks";

const owner = person("Ada");

/** Weeks of one year, each finished at its second. */
function finish(weeks: readonly [id: string, moderation: "PENDING" | "FLAGGED" | "APPROVED", second: number][]) {
  const loopId = loopOf(owner.id).id;
  for (const [place, [id, moderation, second]] of weeks.entries()) {
    db.insert(entries)
      .values({
        id,
        loopId,
        week: place + 1,
        prompt: "?",
        content: "!",
        moderation,
        createdAt: later(second),
        updatedAt: NOW,
      })
      .run();
  }
  return loopId;
}

beforeEach(() => {
  db.delete(entries).run();
});

describe("the place of an entry in the queue", () => {
  it("is after those that waited longer, flagged first, with a way to both sides", () => {
    finish([
      ["a", "PENDING", 5],
      ["b", "FLAGGED", 9],
      ["c", "APPROVED", 6],
      ["d", "PENDING", 7],
      ["e", "FLAGGED", 8],
    ]);
    const way = ["e", "b", "a", "d"].map((id) => placeInQueue(id, NOW));
    expect(way.map((place) => [place?.previousId, place?.place, place?.nextId])).toEqual([
      [null, 1, "b"],
      ["e", 2, "a"],
      ["b", 3, "d"],
      ["a", 4, null],
    ]);
    expect(way.map((place) => place?.total)).toEqual([4, 4, 4, 4]);
    expect(placeInQueue("c", NOW)).toBeNull();
  });

  it("is ordered by id among those of one moment", () => {
    finish([
      ["b", "PENDING", 1],
      ["a", "PENDING", 1],
      ["c", "PENDING", 1],
    ]);
    expect(["a", "b", "c"].map((id) => placeInQueue(id, NOW)?.place)).toEqual([1, 2, 3]);
    expect(placeInQueue("b", NOW)).toMatchObject({ previousId: "a", nextId: "c" });
  });

  it("leaves out what is of a year that was cancelled", () => {
    creditToBegin(owner.id, { loopId: finish([["gone", "FLAGGED", 1]]), spentAt: NOW, cancelledAt: NOW });
    finish([["a", "PENDING", 2]]);
    expect(placeInQueue("a", NOW)).toEqual({ place: 1, total: 1, previousId: null, nextId: null });
  });
});

/** Pending and approved entries of a year that was cancelled. */
function cancelledYear() {
  const { id: loopId } = loopOf(owner.id, { status: "COMPLETED" });
  creditToBegin(owner.id, { loopId, spentAt: NOW, cancelledAt: NOW });
  const states = ["FLAGGED", "PENDING", "APPROVED"] as const;
  for (const [place, moderation] of states.entries())
    weekOf("", { id: `gone-${moderation}`, loopId, week: place + 1, moderation, createdAt: later(-100 + place) });
}

describe("what is to be reviewed first", () => {
  const ids = () => priorityQueue().map(({ id }) => id);
  const ofOneYear = (status: "ACTIVE" | "COMPLETED") => loopOf(owner.id, { status }).id;

  it("is flagged entries, then weeks of years that go to print, then the oldest, none of a cancelled year", () => {
    cancelledYear();
    const [printing, going] = [ofOneYear("COMPLETED"), ofOneYear("ACTIVE")];
    weekOf("", { id: "approved", loopId: printing, week: 3, moderation: "APPROVED", createdAt: later(-50) });
    weekOf("", { id: "oldest", loopId: going, week: 1, createdAt: later(1) });
    weekOf("", { id: "newest", loopId: going, week: 2, createdAt: later(9) });
    weekOf("", { id: "printing-later", loopId: printing, week: 1, createdAt: later(8) });
    weekOf("", { id: "printing-soon", loopId: printing, week: 2, createdAt: later(7) });
    weekOf("", { id: "flagged", loopId: going, week: 4, moderation: "FLAGGED", createdAt: later(20) });
    expect(ids()).toEqual(["flagged", "printing-soon", "printing-later", "oldest", "newest"]);
  });

  it("is found in indexes of what waits, and of a year's weeks only those", () => {
    const plans = plansOf(priorityQueue);
    expect(plans).toContain("SEARCH entries USING INDEX entries_pending (loop_id=?)");
    expect(plans.filter((line) => /^SEARCH entries/.test(line) && !/pending|moderation|\(id=\?/.test(line))).toEqual(
      [],
    );
  });

  it("is six entries at most", () => {
    const loopId = ofOneYear("ACTIVE");
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    for (const [place, id] of names.entries())
      weekOf("", {
        id,
        loopId,
        week: place + 1,
        moderation: place < 4 ? "FLAGGED" : "PENDING",
        createdAt: later(place),
      });
    expect(ids()).toEqual(names.slice(0, 6));
  });
});

describe("the list of entries", () => {
  const found = (q: string, status: "all" | "PENDING" | "FLAGGED" | "APPROVED" = "all") =>
    ENTRY_LIST.read({ q, status }, { now: NOW, role: "moderator" })
      .rows.map(({ id }) => id)
      .sort();

  const bea = person("Bea", { lastName: "Underhill", email: "heron@example.com" });
  const cleo = person("Cleo", { lastName: "100%", email: "cleo@example.com" });
  const wedding = { theme: "celebration", type: "wedding" };

  beforeEach(() => {
    weekOf("", { id: "of-bea", loopId: loopOf(bea.id, wedding).id, week: 7 });
    weekOf("", { id: "of-cleo", loopId: loopOf(cleo.id).id, week: 17, moderation: "APPROVED" });
  });

  it.each([
    ["the beginning of an email, whatever its capitals", "HERON@", ["of-bea"]],
    ["the middle of an email", "ron@example", []],
    ["a part of a whole name", "a Under", ["of-bea"]],
    ["a sign that would match anything", "%", ["of-cleo"]],
    ["another such sign", "_", []],
    ["the kind of year", "puppy", ["of-cleo"]],
    ["a week", "7", ["of-bea"]],
    ["a week by its name", "Week 17", ["of-cleo"]],
    ["a week that nobody wrote", "8", []],
    ["what somebody wrote", "walked", []],
  ])("is searched by %s", (_, words, expected) => {
    expect(found(words)).toEqual(expected);
  });

  it("shows those of one state, and what waits is of years that go on", () => {
    cancelledYear();
    expect(found("", "PENDING")).toEqual(["of-bea"]);
    expect(found("", "FLAGGED")).toEqual([]);
    expect(found("", "APPROVED")).toEqual(["gone-APPROVED", "of-cleo"]);
    expect(found("")).toEqual(["gone-APPROVED", "gone-FLAGGED", "gone-PENDING", "of-bea", "of-cleo"]);
    expect(found("Week 7", "APPROVED")).toEqual([]);
    expect(entryLines(["of-cleo"]).map(({ id }) => id)).toEqual(["of-cleo"]);
    expect(moderationFigures(NOW, NOW)).toEqual({
      ...{ totalEntries: 5, pendingReview: 1, flaggedContent: 0 },
      ...{ approvedToday: 0, rejectedToday: 0, averageReviewHours: null },
    });
  });
});

describe("of many entries", () => {
  /** Others', of this state and moment. */
  function others(count: number, moderation: "PENDING" | "APPROVED") {
    const years = Array.from({ length: Math.ceil(count / 50) }, () => loopOf(owner.id).id);
    const rows = Array.from({ length: count }, (_, place) => ({
      ...{ loopId: years[Math.floor(place / 50)] ?? "", week: 1 + (place % 50), prompt: "", content: "" },
      ...{ moderation, createdAt: NOW, updatedAt: NOW },
    }));
    for (let from = 0; from < count; from += 500)
      db.insert(entries)
        .values(rows.slice(from, from + 500))
        .run();
  }

  it.each([
    ["all", 0],
    ["PENDING", 1],
  ] as const)("a search reads the 2000 newest of those that are %s: %i found", (status, count) => {
    weekOf("", { id: "old", loopId: loopOf(person("Bea", { lastName: "Underhill" }).id).id, createdAt: later(-1) });
    others(2000, "APPROVED");
    const asked = { q: "Underhill", status };
    expect(ENTRY_LIST.read(asked, { now: NOW, role: "moderator" }).rows).toHaveLength(count);
  });

  it.each([
    [999, 1000],
    [1000, null],
  ])("one behind %i has the place %s", (ahead, place) => {
    others(ahead, "PENDING");
    const { id } = weekOf("Bea", { createdAt: later(1) });
    // Large numbers are kept for a minute.
    expect(placeInQueue(id, later(3600))?.place).toBe(place);
  });
});
