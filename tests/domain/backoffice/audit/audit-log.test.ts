import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { prepareDeclaredQueries } from "#db/queries.server";
import { auditEvents } from "#db/schema";
import { AUDIT_LIST, EVENTS_SEARCHED } from "~/domain/backoffice/audit/audit-log.server";
import { NOW } from "../../../support/people";

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
