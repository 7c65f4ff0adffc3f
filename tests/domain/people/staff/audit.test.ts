import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { attempts, auditEvents } from "#db/schema";
import { recordAuditEvent, verifyAuditChain } from "~/domain/people/staff/audit.server";
import { later, NOW } from "../../../support/people";

const staffId = "s".repeat(20);

function record(number: number, given: Partial<Parameters<typeof recordAuditEvent>[1]> = {}) {
  const action = { staffId, action: "vouchers.cancel", object: { type: "voucher", id: `voucher-${number}` } };
  const data = { before: { status: "ACTIVE" }, after: { status: "CANCELLED" }, reason: "Sent twice" };
  return db.transaction((tx) => recordAuditEvent(tx, { ...action, ...data, now: later(number), ...given }), {
    behavior: "immediate",
  });
}

/** Tampering by somebody who has the file itself and drops the database's triggers first. */
const tamper = (statement: string) => rawConnection().exec(statement);
const TRIGGERS = ["audit_events_stay", "audit_events_remain"];
const guards = TRIGGERS.map((name) =>
  String(rawConnection().prepare("SELECT sql FROM sqlite_schema WHERE name = ?").pluck().get(name)),
);

// Another table whose rows are counted by SQLite too, and has more of them.
beforeAll(() => {
  for (let number = 1; number <= 9; number += 1)
    db.insert(attempts).values({ limit: "sign_in_account", subject: "somebody", at: NOW }).run();
});
beforeEach(() => {
  for (const name of TRIGGERS) tamper(`DROP TRIGGER IF EXISTS ${name}`);
  tamper("DELETE FROM audit_events; DELETE FROM sqlite_sequence WHERE name = 'audit_events'");
  for (let number = 1; number <= 5; number += 1) record(number);
});

describe("the record of what staff did", () => {
  it("says who, what, to what, from which value to which, why and when", () => {
    expect(db.select().from(auditEvents).all()[0]).toMatchObject({
      sequence: 1,
      staffId,
      action: "vouchers.cancel",
      objectType: "voucher",
      objectId: "voucher-1",
      before: '{"status":"ACTIVE"}',
      after: '{"status":"CANCELLED"}',
      reason: "Sent twice",
      at: later(1),
      previousHash: "",
    });
    expect(verifyAuditChain()).toEqual({ ok: true, rows: 5 });
  });

  it("is only added to: the database itself lets no row be changed or taken away", () => {
    for (const guard of guards) tamper(guard);
    expect(() => tamper("UPDATE audit_events SET reason = 'x' WHERE sequence = 1")).toThrow("stays as it is");
    expect(() => tamper("DELETE FROM audit_events WHERE sequence = 5")).toThrow("never taken away");
    record(6);
    expect(verifyAuditChain()).toEqual({ ok: true, rows: 6 });
  });

  it("has no row of an action that did not happen", () => {
    expect(() =>
      db.transaction((tx) => {
        recordAuditEvent(tx, { staffId, action: "x", object: { type: "y", id: "z" }, now: NOW });
        throw new Error("It did not happen.");
      }),
    ).toThrow("It did not happen.");
    expect(verifyAuditChain()).toEqual({ ok: true, rows: 5 });
    record(6);
    expect(verifyAuditChain()).toEqual({ ok: true, rows: 6 });
  });

  it("keeps what was done without a reason, by a script, in any writing", () => {
    record(6, { staffId: null, before: undefined, after: null, reason: undefined });
    record(7, { reason: "Zoë 今週 👩‍👩‍👧 \u0000 \" ' \\" });
    expect(verifyAuditChain()).toEqual({ ok: true, rows: 7 });
  });

  it("is in order where nothing was ever done", () => {
    tamper("DELETE FROM audit_events; DELETE FROM sqlite_sequence WHERE name = 'audit_events'");
    expect(verifyAuditChain()).toEqual({ ok: true, rows: 0 });
  });

  it("is read to the end, however long", () => {
    for (let number = 6; number <= 2100; number += 1) record(number);
    expect(verifyAuditChain()).toEqual({ ok: true, rows: 2100 });
    tamper("UPDATE audit_events SET reason = 'Sent twicE' WHERE sequence = 2042");
    expect(verifyAuditChain()).toEqual({ ok: false, reason: "changed", sequence: 2042 });
  });
});

describe("a record that somebody changed afterwards", () => {
  it.each([
    ["staff_id", "'t'"],
    ["staff_id", "NULL"],
    ["action", "'vouchers.cancek'"],
    ["object_type", "'Voucher'"],
    ["object_id", "'voucher-4'"],
    ["before", `'{"status":"ACTIVe"}'`],
    ["after", `'{"status":"CANCELLEd"}'`],
    ["after", "NULL"],
    ["reason", "'Sent twicf'"],
    ["at", "at + 1"],
    ["previous_hash", "'x' || substr(previous_hash, 2)"],
    ["hash", "'x' || substr(hash, 2)"],
  ])("in one byte of %s is found: %s", (column, value) => {
    tamper(`UPDATE audit_events SET ${column} = ${value} WHERE sequence = 3`);
    expect(verifyAuditChain()).toEqual({ ok: false, reason: "changed", sequence: 3 });
  });

  it.each([1, 3, 5])("by taking row %i away is found", (sequence) => {
    tamper(`DELETE FROM audit_events WHERE sequence = ${sequence}`);
    expect(verifyAuditChain()).toEqual({ ok: false, reason: "missing", sequence });
  });

  it("by taking all of them away is found", () => {
    tamper("DELETE FROM audit_events");
    expect(verifyAuditChain()).toEqual({ ok: false, reason: "missing", sequence: 1 });
  });

  it("by taking one away and closing the gap is found", () => {
    tamper("DELETE FROM audit_events WHERE sequence = 3");
    tamper("UPDATE audit_events SET sequence = sequence - 1 WHERE sequence > 3");
    expect(verifyAuditChain()).toEqual({ ok: false, reason: "out_of_place", sequence: 3 });
  });

  it("by putting two in another order is found", () => {
    tamper("UPDATE audit_events SET sequence = 99 WHERE sequence = 2");
    tamper("UPDATE audit_events SET sequence = 2 WHERE sequence = 3");
    tamper("UPDATE audit_events SET sequence = 3 WHERE sequence = 99");
    expect(verifyAuditChain()).toEqual({ ok: false, reason: "out_of_place", sequence: 2 });
  });
});
