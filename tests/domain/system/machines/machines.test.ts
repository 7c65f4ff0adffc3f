import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { machines } from "#db/schema";
import { verifyAuditChain } from "~/domain/people/staff/audit.server";
import {
  addMachine,
  isThere,
  listMachines,
  machineOf,
  revokeMachine,
  rotateToken,
} from "~/domain/system/machines/machines.server";
import { later, NOW } from "../../../support/people";

beforeEach(() => {
  db.delete(machines).run();
});

function tokenOf(made: { ok: true; token: string } | { ok: false; reason: string }): string {
  if (!made.ok) throw new Error(made.reason);
  return made.token;
}
const add = (name = "attic") => tokenOf(addMachine({ name, tasks: ["photos"] }, NOW));

describe("the token of a machine", () => {
  it("is known from then on, and kept nowhere", () => {
    const token = add();
    expect(machineOf(token, NOW)?.name).toBe("attic");
    expect([machineOf("", NOW), machineOf(`${token}x`, NOW)]).toEqual([undefined, undefined]);
    const { tokenHash } = listMachines()[0] ?? {};
    expect(machineOf(tokenHash ?? "", NOW)).toBeUndefined();
    expect(JSON.stringify(listMachines())).not.toContain(token);
    expect(verifyAuditChain().ok).toBe(true);
  });

  it("is good beside a new one until that is first used", () => {
    const old = add();
    const unused = tokenOf(rotateToken("attic", NOW));
    const fresh = tokenOf(rotateToken("attic", NOW));
    expect(machineOf(old, NOW)?.name).toBe("attic");
    expect(machineOf(unused, NOW)).toBeUndefined();
    expect(machineOf(fresh, NOW)?.name).toBe("attic");
    expect(machineOf(old, NOW)).toBeUndefined();
    expect(machineOf(fresh, later(60))?.name).toBe("attic");
  });

  it("is worth nothing once it is revoked, nor is one that was to follow it", () => {
    const old = add();
    const fresh = tokenOf(rotateToken("attic", NOW));
    expect(revokeMachine("attic", NOW)).toEqual({ ok: true });
    expect([machineOf(old, NOW), machineOf(fresh, NOW)]).toEqual([undefined, undefined]);
    expect(rotateToken("attic", NOW)).toEqual({ ok: false, reason: "not_found" });
  });
});

describe("the name of a machine", () => {
  it("is that of one at a time, and free again once it is revoked", () => {
    add();
    expect(addMachine({ name: "attic", tasks: ["books"] }, NOW)).toEqual({ ok: false, reason: "name_taken" });
    revokeMachine("attic", NOW);
    expect(addMachine({ name: "attic", tasks: ["books"] }, NOW).ok).toBe(true);
  });
});

describe("a machine", () => {
  it("is there for its own tasks for fifteen seconds after it has asked", () => {
    const token = add();
    expect(isThere("photos", NOW)).toBe(false);
    machineOf(token, NOW);
    expect([isThere("photos", later(15)), isThere("photos", later(16)), isThere("books", NOW)]).toEqual([
      true,
      false,
      false,
    ]);
    machineOf(token, later(20));
    expect(isThere("photos", later(30))).toBe(true);
    revokeMachine("attic", later(30));
    expect(isThere("photos", later(30))).toBe(false);
  });
});
