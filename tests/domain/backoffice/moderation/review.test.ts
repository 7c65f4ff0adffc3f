import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { entries, entryViews, loops } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import {
  averageReviewHours,
  closeEntry,
  decisionsSince,
  entryToOpen,
  openEntry,
  openedEntry,
  openedPhoto,
  openingsOf,
  seenRevision,
} from "~/domain/backoffice/moderation/review.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";
import { colleague } from "../../people/staff/colleagues";
import { entryRow, weekOf } from "./weeks";

const reason = "Review before printing";
let other = "";
let reviewer = "";
let bystander = "";
/** What a forgotten condition would find first is a colleague's and another person's. */
beforeAll(async () => {
  other = (await colleague("moderator")).id;
  reviewer = (await colleague("moderator")).id;
  bystander = weekOf("Nobody", { moderation: "REJECTED" }).id;
});

const inMinutes = (minutes: number) => later(60 * minutes);
const justBefore = (at: Date) => new Date(at.getTime() - 1);
const open = (id: string, at = NOW) => expect(openEntry(id, { staffId: reviewer, reason }, at)).toEqual({ ok: true });
const isHeld = (id: string) => entryRow(id).lockedByStaffId !== null;

describe("a week that is opened for review", () => {
  it("is held for ten minutes by who gave a reason, and no other week is", () => {
    const { id } = weekOf("Ada");
    open(id);
    const seen = (by: string, at: Date) => entryToOpen(id, by, at);
    const end = inMinutes(10);
    expect(seen(reviewer, NOW)).toMatchObject({ id, owner: { name: "Ada Okafor" }, isOpen: true, lockedBy: null });
    const locked = { by: "moderator 2", until: end };
    expect(seen(other, justBefore(end))).toMatchObject({ isOpen: false, lockedBy: locked });
    expect(openEntry(id, { staffId: other, reason }, justBefore(end))).toEqual({
      ...{ ok: false, reason: "locked" },
      ...locked,
    });
    expect([isHeld(id), isHeld(bystander)]).toEqual([true, false]);
    expect([seen(reviewer, justBefore(end))?.isOpen, seen(reviewer, end)?.isOpen]).toEqual([true, false]);
    expect(seen(other, end)?.lockedBy).toBeNull();
    expect(openEntry(id, { staffId: other, reason }, end)).toEqual({ ok: true });
    expect(openEntry("unknown", { staffId: other, reason }, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(entryToOpen("unknown", other, NOW)).toBeUndefined();
    expect(openingsOf(id).map(({ by }) => by)).toEqual(["moderator 1", "moderator 2"]);
    expect(openingsOf(bystander)).toEqual([]);
  });

  it("is closed by who holds it, and no other of theirs is", () => {
    const [one, another] = [weekOf("Ada").id, weekOf("Bea").id];
    open(one);
    open(another);
    closeEntry(one, other, NOW);
    expect([isHeld(one), isHeld(another)]).toEqual([true, true]);
    expect(auditEventsOn(one).map(({ action }) => action)).toEqual(["entries.open"]);
    closeEntry(one, reviewer, NOW);
    expect([isHeld(one), isHeld(another)]).toEqual([false, true]);
    expect(auditEventsOn(one).map(({ action }) => action)).toEqual(["entries.open", "entries.close"]);
  });

  it("is read by who holds it alone, with what was decided of its owner’s other weeks", () => {
    const { id, loopId } = weekOf("Ada", { moderation: "FLAGGED" });
    weekOf("Ada", { loopId, week: 2, moderation: "APPROVED" });
    weekOf("Ada", { loopId, week: 3 });
    db.update(entries).set({ reviewedByStaffId: reviewer, reviewedAt: NOW }).where(eq(entries.id, id)).run();
    expect(openedEntry(id, reviewer, NOW)).toBeUndefined();
    open(id);
    expect(openedEntry(id, other, NOW)).toBeUndefined();
    expect(openedEntry("unknown", reviewer, NOW)).toBeUndefined();
    expect(openedEntry(id, reviewer, NOW)).toMatchObject({
      earlier: [{ status: "APPROVED", found: 1 }],
      reviewer: "moderator 2",
    });
  });

  it("is held longer by each reading, until an hour after the reason was given", () => {
    const hour = inMinutes(60);
    const heldAfterReading = (at: Date) => {
      const { id } = weekOf("Ada");
      open(id);
      db.update(entries)
        .set({ lockedUntil: inMinutes(65) })
        .where(eq(entries.id, id))
        .run();
      // Neither a colleague's reason nor one for another week counts.
      const since = { reason, at: inMinutes(30) };
      db.insert(entryViews)
        .values([
          { entryId: id, staffId: other, ...since },
          { entryId: bystander, staffId: reviewer, ...since },
        ])
        .run();
      openedEntry(id, reviewer, at);
      return entryRow(id).lockedUntil;
    };
    expect(heldAfterReading(justBefore(hour))).toEqual(justBefore(inMinutes(70)));
    expect(heldAfterReading(hour)).toEqual(inMinutes(65));
  });

  it("shows its photos to who holds it, and neither another week’s nor another year’s", async () => {
    const { id, loopId } = weekOf("Ada");
    await storage.put("photos/one.jpg", Buffer.from("photo"), "image/jpeg");
    givePhoto("photos/one.jpg", 4, 3, { id: "own", loopId, week: 1 });
    givePhoto("photos/one.jpg", 4, 3, { id: "of-another-week", loopId, week: 2 });
    givePhoto("photos/one.jpg", 4, 3, { id: "of-another-year", loopId: entryRow(bystander).loopId, week: 1 });
    givePhoto("photos/one.jpg", 4, 3, { id: "removed", loopId, week: 1, position: 2, state: "removed" });
    open(weekOf("Ada", { loopId, week: 2 }).id);
    open(id);
    const seen = (photoId: string, by = reviewer, at = NOW) =>
      openedPhoto({ entryId: id, photoId }, by, at) !== undefined;
    const end = inMinutes(10);
    expect([seen("own"), seen("own", other)]).toEqual([true, false]);
    expect([seen("own", reviewer, justBefore(end)), seen("own", reviewer, end)]).toEqual([true, false]);
    for (const photoId of ["of-another-week", "of-another-year", "removed"]) expect(seen(photoId)).toBe(false);
  });
});

describe("what a reviewer has seen of a week", () => {
  it("is another once its own words, photos or title page change, and not once others’ do", () => {
    const week = weekOf("Ada");
    const isAnotherAfter = (change: () => void) => {
      const before = seenRevision(entryRow(week.id));
      change();
      return seenRevision(entryRow(week.id)) !== before;
    };
    const loopOfOther = entryRow(bystander).loopId;
    const retitle = (loopId: string) => db.update(loops).set({ title: "Our year" }).where(eq(loops.id, loopId)).run();
    const own = { loopId: week.loopId, week: 1 };
    expect([
      isAnotherAfter(() => givePhoto("1", 4, 3, own)),
      isAnotherAfter(() => retitle(week.loopId)),
      isAnotherAfter(() => db.update(entries).set({ version: 2 }).where(eq(entries.id, week.id)).run()),
    ]).toEqual([true, true, true]);
    expect([
      isAnotherAfter(() => givePhoto("2", 4, 3, { ...own, week: 2 })),
      isAnotherAfter(() => givePhoto("3", 4, 3, { ...own, loopId: loopOfOther, position: 2 })),
      isAnotherAfter(() => givePhoto("4", 4, 3, { ...own, position: 3, state: "removed" })),
      isAnotherAfter(() => retitle(loopOfOther)),
    ]).toEqual([false, false, false, false]);
  });
});

it("decisions are counted from a moment on, and waited on average as long as approvals and rejections did", () => {
  const decided = (action: string, at: Date, waitedMinutes: number) =>
    write((tx) =>
      recordAuditEvent(tx, {
        ...{ staffId: reviewer, action, object: { type: "entry", id: "one" }, after: { waitedMinutes }, now: at },
      }),
    );
  const since = inMinutes(100);
  decided("entries.approve", since, 60);
  decided("entries.approve", later(1, since), 60);
  decided("entries.reject", later(2, since), 240);
  decided("entries.flag", later(3, since), 6000);
  expect(decisionsSince(since)).toEqual({ approve: 1, reject: 1 });
  expect(averageReviewHours()).toBe(2);
});
