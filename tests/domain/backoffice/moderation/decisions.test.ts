import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { emails, entries, loops } from "#db/schema";
import { decideEntry, undoDecision } from "~/domain/backoffice/moderation/decisions.server";
import { openEntry, seenRevision } from "~/domain/backoffice/moderation/review.server";
import type { ModerationDecision } from "~/domain/backoffice/moderation/rules";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { later, NOW } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";
import { entryRow, weekOf } from "./weeks";

let other = "";
let reviewer = "";
let bystander = "";
beforeAll(async () => {
  other = (await colleague("moderator")).id;
  reviewer = (await colleague("moderator")).id;
  bystander = weekOf("Nobody").id;
});

const inMinutes = (minutes: number) => later(60 * minutes);
const stateOf = (id: string) => entryRow(id).moderation;
const contentVersionOf = (entryId: string) =>
  db
    .select()
    .from(loops)
    .where(eq(loops.id, entryRow(entryId).loopId))
    .get()?.contentVersion;
const told = () => db.select().from(emails).all().length;
const open = (id: string, staffId = reviewer) => {
  expect(openEntry(id, { staffId, reason: "Review before printing" }, NOW)).toEqual({ ok: true });
  return seenRevision(entryRow(id));
};
function decide(id: string, judgement: ModerationDecision, notes = "A note", at = NOW) {
  return decideEntry(id, { judgement, notes, seen: open(id) }, reviewer, at);
}
const TOO_LATE = { ok: false, reason: "too_late" };

describe("a decision about a week", () => {
  it.each([
    ["PENDING", "approve", "APPROVED", { printed: 0, told: 0, flagReason: null, moderationNotes: null }],
    ["FLAGGED", "flag", "FLAGGED", { printed: 0, told: 0, flagReason: "A note", moderationNotes: null }],
    ["FLAGGED", "approve", "APPROVED", { printed: 0, told: 0, flagReason: null, moderationNotes: null }],
    ["FLAGGED", "reject", "REJECTED", { printed: 1, told: 1, flagReason: "Before", moderationNotes: "A note" }],
    ["APPROVED", "hide", "HIDDEN", { printed: 1, told: 1, flagReason: null, moderationNotes: "A note" }],
    ["REJECTED", "hide", "HIDDEN", { printed: 0, told: 1, flagReason: null, moderationNotes: "A note" }],
  ] as const)(
    "of one that is %s to %s makes it %s, tells its owner what it says, and changes no other week",
    (before, judgement, after, expected) => {
      const flagReason = before === "FLAGGED" ? "Before" : null;
      const { id } = weekOf("Ada", { moderation: before, flagReason });
      const was = { told: told(), version: contentVersionOf(id) ?? 0, other: contentVersionOf(bystander) };
      expect(decide(id, judgement)).toEqual({ ok: true });
      const { flagReason: reasonAfter, moderationNotes } = entryRow(id);
      const printed = (contentVersionOf(id) ?? 0) - was.version;
      expect({ printed, told: told() - was.told, flagReason: reasonAfter, moderationNotes }).toEqual(expected);
      expect([stateOf(id), stateOf(bystander), contentVersionOf(bystander)]).toEqual([after, "PENDING", was.other]);
      expect(entryRow(id)).toMatchObject({ reviewedByStaffId: reviewer, reviewedAt: NOW, lockedByStaffId: null });
    },
  );

  it("is refused of a week that is unknown, held by a colleague, not open, changed since, or past deciding", () => {
    const made = { judgement: "approve", notes: "", seen: "" } as const;
    const reasonFor = (id: string, seen: string, judgement: ModerationDecision = "approve") => {
      const result = decideEntry(id, { ...made, seen, judgement }, reviewer, NOW);
      return result.ok ? "decided" : result.reason;
    };
    const { id } = weekOf("Ada");
    expect(reasonFor("unknown", "")).toBe("not_found");
    expect(reasonFor(id, seenRevision(entryRow(id)))).toBe("not_open");
    const ofColleague = weekOf("Bea").id;
    expect(reasonFor(ofColleague, open(ofColleague, other))).toBe("locked");
    const seen = open(id);
    expect(reasonFor(id, "an older one")).toBe("changed_since");
    expect(reasonFor(id, seen, "hide")).toBe("not_now");
    expect([stateOf(id), stateOf(ofColleague)]).toEqual(["PENDING", "PENDING"]);
    expect(reasonFor(id, seen)).toBe("decided");
  });
});

describe("taking a decision back", () => {
  it.each([
    ["PENDING", "approve", null],
    ["FLAGGED", "approve", "Is that an address?"],
    ["PENDING", "flag", null],
  ] as const)("of one that was %s leaves it as it was before: %s", (before, judgement, flagReason) => {
    const { id } = weekOf("Ada", { moderation: before, flagReason });
    const another = weekOf("Bea").id;
    decide(id, judgement);
    decide(another, "approve");
    expect(undoDecision(id, other, inMinutes(1))).toEqual(TOO_LATE);
    expect(undoDecision(id, reviewer, inMinutes(10))).toEqual(TOO_LATE);
    expect(undoDecision(id, reviewer, later(-0.001, inMinutes(10)))).toEqual({ ok: true });
    expect(entryRow(id)).toMatchObject({ moderation: before, flagReason, reviewedAt: null, reviewedByStaffId: null });
    expect(stateOf(another)).toBe("APPROVED");
    expect(undoDecision(id, reviewer, inMinutes(1))).toEqual(TOO_LATE);
  });

  it.each([
    ["a colleague made", () => ({ staffId: other })],
    ["was made about another week", () => ({ object: { type: "entry", id: bystander } })],
    ["was made about something else of this number", (id: string) => ({ object: { type: "photo", id } })],
    ["was of another kind", () => ({ action: "entries.open" })],
  ] as const)("asks what it was before it, not what %s since", (_, given) => {
    const { id } = weekOf("Ada");
    decide(id, "approve");
    const since = { staffId: reviewer, action: "entries.flag", object: { type: "entry", id }, ...given(id) };
    write((tx) => recordAuditEvent(tx, { ...since, before: { state: "HIDDEN" }, now: NOW }));
    expect(undoDecision(id, reviewer, NOW)).toEqual({ ok: true });
    expect(stateOf(id)).toBe("PENDING");
  });

  it("is refused once the owner was told or has written again, and of a week that is unknown", () => {
    const rejected = weekOf("Ada").id;
    decide(rejected, "reject");
    expect(undoDecision(rejected, reviewer, NOW)).toEqual(TOO_LATE);
    const edited = weekOf("Bea").id;
    decide(edited, "approve");
    db.update(entries)
      .set({ updatedAt: inMinutes(1) })
      .where(eq(entries.id, edited))
      .run();
    expect(undoDecision(edited, reviewer, inMinutes(2))).toEqual(TOO_LATE);
    expect([stateOf(rejected), stateOf(edited)]).toEqual(["REJECTED", "APPROVED"]);
    expect(undoDecision("unknown", reviewer, NOW)).toEqual({ ok: false, reason: "not_found" });
  });
});
