import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { entries } from "#db/schema";
import { decideEntry } from "~/domain/backoffice/moderation/decisions.server";
import { openEntry, seenRevision } from "~/domain/backoffice/moderation/review.server";
import {
  canUndo,
  decidedSince,
  lastDecision,
  openNextEntry,
  positionOf,
  reasonOpenedFor,
} from "~/domain/backoffice/moderation/review-session.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";
import { entryRow, weekOf } from "./weeks";

let other = "";
let reviewer = "";
beforeAll(async () => {
  other = (await colleague("moderator")).id;
  reviewer = (await colleague("moderator")).id;
});
beforeEach(() => {
  db.delete(entries).run();
});

const inMinutes = (minutes: number) => later(60 * minutes);
const justBefore = (at: Date) => new Date(at.getTime() - 1);
const reason = "Review before printing";
const open = (id: string, staffId = reviewer, at = NOW) =>
  expect(openEntry(id, { staffId, reason }, at)).toEqual({ ok: true });
const approve = (id: string, at = NOW) => {
  open(id, reviewer, at);
  const made = { judgement: "approve", notes: "", seen: seenRevision(entryRow(id)) } as const;
  expect(decideEntry(id, made, reviewer, at)).toEqual({ ok: true });
};

/** The entries that are opened one after another, without a decision about any. */
function opensAfter(id: string, most = 9): string[] {
  const found: string[] = [];
  for (let position = positionOf(id); position && found.length < most; ) {
    const next = openNextEntry(position, { staffId: reviewer, reason }, NOW);
    if (next === null || found.includes(next)) break;
    found.push(next);
    position = positionOf(next);
  }
  return found;
}

describe("the next entry", () => {
  it("is a flagged one and then the oldest; of one moment by their numbers, and then from the front again", () => {
    const at = (id: string, minutes: number, moderation: "PENDING" | "FLAGGED") =>
      weekOf("Ada", { id, moderation, createdAt: inMinutes(minutes) });
    at("c-of-noon", 5, "PENDING");
    at("b-of-noon", 5, "PENDING");
    at("a-of-noon", 5, "PENDING");
    at("0-last", 9, "PENDING");
    at("first", 1, "PENDING");
    at("flagged-later", 8, "FLAGGED");
    at("flagged", 7, "FLAGGED");
    const pending = ["first", "a-of-noon", "b-of-noon", "c-of-noon", "0-last"];
    expect(opensAfter("flagged")).toEqual(["flagged-later", ...pending, "flagged"]);
    const afterPending = openNextEntry(positionOf("0-last") ?? never(), { staffId: reviewer, reason }, NOW);
    expect(afterPending).toBe("flagged");
  });

  it("is not one that was decided, of a year that was cancelled, or that a colleague holds", () => {
    const here = weekOf("Ada").id;
    for (const moderation of ["APPROVED", "REJECTED", "HIDDEN"] as const) weekOf("Bea", { moderation });
    const { id: accountId } = person("Cal");
    const cancelled = loopOf(accountId);
    creditToBegin(accountId, { loopId: cancelled.id, cancelledAt: NOW });
    weekOf("Cal", { loopId: cancelled.id });
    open(weekOf("Dan").id, other);
    expect(opensAfter(here)).toEqual([]);
    const begun = loopOf(accountId);
    creditToBegin(accountId, { loopId: begun.id });
    const { id } = weekOf("Cal", { loopId: begun.id });
    expect(opensAfter(here, 1)).toEqual([id]);
  });

  it("is not one that this reviewer flagged for a colleague, until its owner writes again", () => {
    const here = weekOf("Ada").id;
    const flagged = { moderation: "FLAGGED", reviewedAt: NOW, updatedAt: NOW } as const;
    const own = weekOf("Bea", { ...flagged, reviewedByStaffId: reviewer }).id;
    expect(opensAfter(here)).toEqual([]);
    db.update(entries)
      .set({ updatedAt: later(0.001) })
      .where(eq(entries.id, own))
      .run();
    expect(opensAfter(here, 1)).toEqual([own]);
    db.delete(entries).where(eq(entries.id, own)).run();
    const ofColleague = weekOf("Bea", { ...flagged, reviewedByStaffId: other }).id;
    expect(opensAfter(here, 1)).toEqual([ofColleague]);
  });

  it("follows an entry that awaits a decision, and each has its own place", () => {
    weekOf("Nobody", { moderation: "FLAGGED" });
    const { id } = weekOf("Ada", { createdAt: inMinutes(1) });
    expect(positionOf(id)).toEqual({ id, status: "PENDING", at: inMinutes(1) });
    expect(positionOf(weekOf("Bea", { moderation: "APPROVED" }).id)).toBeNull();
    expect(positionOf("unknown")).toBeNull();
  });
});

it("an entry was opened for the reason that this reviewer gave last, and for no other entry’s", () => {
  const [one, another] = [weekOf("Ada").id, weekOf("Bea").id];
  const opened = (id: string, staffId: string, why: string) => openEntry(id, { staffId, reason: why }, NOW);
  opened(another, reviewer, "Flagged by the automatic check");
  opened(one, reviewer, "Somebody reported it");
  opened(one, reviewer, reason);
  expect([reasonOpenedFor(one, reviewer), reasonOpenedFor(one, other)]).toEqual([reason, null]);
  expect(reasonOpenedFor(another, reviewer)).toBe("Flagged by the automatic check");
  const ofPhoto = { action: "entries.open", object: { type: "photo", id: one } };
  const closed = { action: "entries.close", object: { type: "entry", id: one } };
  for (const since of [ofPhoto, closed])
    write((tx) => recordAuditEvent(tx, { staffId: reviewer, ...since, reason: "Another", now: NOW }));
  expect(reasonOpenedFor(one, reviewer)).toBe(reason);
});

describe("a reviewer’s last decision", () => {
  const later100 = inMinutes(100);

  it("is their newest, whatever they opened since, while it can be undone", () => {
    weekOf("Nobody");
    const [first, last] = [weekOf("Ada").id, weekOf("Ada", { week: 7 }).id];
    expect(lastDecision(reviewer, NOW)).toBeNull();
    approve(first, later100);
    approve(last, later(1, later100));
    open(weekOf("Bea").id, reviewer, later(2, later100));
    const found = (staffId: string, at: Date) => lastDecision(staffId, at);
    expect(found(reviewer, later(2, later100))).toMatchObject({ entryId: last, week: 7, status: "APPROVED" });
    expect(found(other, later(2, later100))).toBeNull();
    const end = later(601, later100);
    expect([found(reviewer, justBefore(end))?.entryId, found(reviewer, end)]).toEqual([last, null]);
    expect([decidedSince(reviewer, later100), decidedSince(reviewer, justBefore(later100))]).toEqual([1, 2]);
    expect(decidedSince(other, NOW)).toBe(0);
    const at = later(3, later100);
    const done = { action: "entries.approve", object: { type: "entry", id: first } };
    write((tx) => recordAuditEvent(tx, { staffId: other, now: at, ...done }));
    expect(found(reviewer, at)?.entryId).toBe(last);
  });

  it.each([
    ["approved now", {}, true],
    ["flagged", { moderation: "FLAGGED" }, true],
    ["rejected, which its owner knows", { moderation: "REJECTED" }, false],
    ["never reviewed", { reviewedAt: null }, false],
    ["a colleague’s", { reviewedByStaffId: "somebody else" }, false],
    ["written again since", { updatedAt: later(1) }, false],
  ] as const)("can be undone or not: %s", (_, given, expected) => {
    const entry = { moderation: "APPROVED", reviewedAt: NOW, reviewedByStaffId: reviewer, updatedAt: NOW } as const;
    expect(canUndo({ ...entry, ...given }, reviewer, NOW)).toBe(expected);
  });
});

function never(): never {
  throw new Error("It has no place.");
}
