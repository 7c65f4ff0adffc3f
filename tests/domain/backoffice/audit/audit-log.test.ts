import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { prepareDeclaredQueries } from "#db/queries.server";
import { auditEvents } from "#db/schema";
import { AUDIT_LIST, EVENTS_SEARCHED } from "~/domain/backoffice/audit/audit-log.server";
import { NOW, person } from "../../../support/people";

const reader = { now: NOW, role: "super_admin" } as const;

function saveView(sequence: number) {
  db.insert(auditEvents)
    .values({ sequence, action: "views.save", objectType: "view", objectId: "v", at: NOW, previousHash: "", hash: "" })
    .run();
}

const ofViews = () => AUDIT_LIST.read({ area: "views" }, reader).rows.map(({ sequence }) => sequence);

it("looks for an area among the newest events, of whichever day it is asked", () => {
  saveView(1);
  expect(ofViews()).toEqual([1]);
  saveView(EVENTS_SEARCHED);
  expect(ofViews()).toEqual([EVENTS_SEARCHED, 1]);
  saveView(EVENTS_SEARCHED + 1);
  expect(ofViews()).toEqual([EVENTS_SEARCHED + 1, EVENTS_SEARCHED]);
});

it("keeps no query for a day, of which there are many", () => {
  AUDIT_LIST.read({ from: "2026-11-01" }, reader);
  const before = prepareDeclaredQueries();
  for (const from of ["2026-11-02", "2026-11-03"]) {
    AUDIT_LIST.read({ from }, reader);
    AUDIT_LIST.count({ from }, NOW);
  }
  expect(prepareDeclaredQueries()).toBe(before);
});

it("finds what was done by an action, a reason or an id, and to the people who are found, among the newest events", () => {
  const { id: accountId } = person("Perpetua");
  const before = 2 * EVENTS_SEARCHED;
  const event = (place: number, given: Partial<typeof auditEvents.$inferInsert>) =>
    db
      .insert(auditEvents)
      .values({
        ...{
          sequence: before + place,
          action: "staff.add",
          objectType: "staff",
          objectId: "s",
          at: NOW,
          previousHash: "",
          hash: "",
        },
        ...given,
      })
      .run();
  event(1, { reason: "Raffle of long ago" });
  event(2, { reason: "Raffle" });
  event(3, { action: "views.raffle" });
  event(4, { objectId: "raffle" });
  event(5, { objectType: "account", objectId: accountId });
  event(6, { reason: "100_ percent" });
  event(EVENTS_SEARCHED + 1, {});
  const found = (q: string) => AUDIT_LIST.read({ q }, reader).rows.map(({ sequence }) => sequence - before);
  expect(found("raffle")).toEqual([4, 3, 2]);
  expect(found("perpetua")).toEqual([5]);
  expect([found("100_"), found("100%"), found("nothing of it")]).toEqual([[6], [], []]);
});

it("includes the first and the last day, from midnight to midnight in London", () => {
  const times = [
    "2026-07-01T22:59:59.999Z",
    "2026-07-01T23:00:00Z",
    "2026-07-03T22:59:59.999Z",
    "2026-07-03T23:00:00Z",
  ];
  const event = { action: "staff.add", objectType: "staff", objectId: "s", previousHash: "", hash: "" };
  for (const at of times)
    db.insert(auditEvents)
      .values({ ...event, at: new Date(at) })
      .run();
  const { rows } = AUDIT_LIST.read({ from: "2026-07-02", until: "2026-07-03", sort: "when" }, reader);
  expect(rows.map(({ at }) => at.toISOString())).toEqual(times.slice(1, 3).map((at) => new Date(at).toISOString()));
});
