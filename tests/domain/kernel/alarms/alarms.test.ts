import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { alarms } from "#db/schema";
import { openAlarms, raiseAlarm, resolveAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { later, NOW } from "../../../support/people";

beforeEach(() => {
  db.delete(alarms).run();
});

const raise = (dedupeKey: string, now = NOW) => {
  const about = { objectType: "storage", objectId: "read", message: "It failed.", dedupeKey } as const;
  return write((tx) => raiseAlarm(tx, { kind: "storage_failed", ...about }, now));
};
const idOf = (dedupeKey: string) => openAlarms().find((one) => one.dedupeKey === dedupeKey)?.id ?? "";
const resolve = (alarmId: string, reason = "Seen to", now = NOW) =>
  write((tx) => resolveAlarm(tx, { alarmId, staffId: "bea", reason }, now));
const openKeys = () => openAlarms().map(({ dedupeKey }) => dedupeKey);

describe("an alarm", () => {
  it("is new once for one problem, and again after it was resolved", () => {
    expect([raise("one"), raise("other"), raise("one", later(1))]).toEqual([true, true, false]);
    expect(resolve(idOf("one"))).toBe(true);
    expect([raise("other", later(2)), raise("one", later(3))]).toEqual([false, true]);
    expect(openAlarms()).toMatchObject([
      { dedupeKey: "one", times: 3, openings: 2, openedAt: later(3), resolvedReason: null },
      { dedupeKey: "other", times: 2, openings: 1, openedAt: NOW },
    ]);
  });

  it("is resolved alone and once, and keeps who did and why", () => {
    for (const key of ["one", "other"]) raise(key);
    const id = idOf("one");
    expect([resolve(id), resolve(id, "Seen to again", later(1)), resolve("nothing")]).toEqual([true, false, false]);
    expect(openKeys()).toEqual(["other"]);
    const row = db
      .select()
      .from(alarms)
      .all()
      .find((one) => one.id === id);
    expect(row).toMatchObject({ resolvedReason: "Seen to", resolvedByStaffId: "bea", resolvedAt: NOW });
  });

  it("ends where its problem does, and no other does", () => {
    for (const key of ["storage:read", "storage:store", "storage:remove", "mail:read"]) raise(key);
    resolve(idOf("storage:remove"));
    const ended = { beginning: "storage:", stillTrue: ["storage:store"] };
    expect(write((tx) => resolveEnded(tx, ended, later(1)))).toBe(1);
    expect(openKeys()).toEqual(["storage:store", "mail:read"]);
    const reasons = db
      .select()
      .from(alarms)
      .all()
      .map(({ resolvedReason }) => resolvedReason);
    expect(reasons).toEqual(["It’s working again.", null, "Seen to", null]);
  });
});
