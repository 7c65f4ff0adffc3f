import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { auditEvents, discountRequests, discounts, restoreRequests } from "#db/schema";
import { decisionsOn, waitingIn } from "~/domain/people/staff/approvals.server";
import { NOW } from "../../../support/people";
import { inProcesses } from "../../../support/processes";
import { colleague } from "./colleagues";

let [asker, second, third] = ["", "", ""];
beforeAll(async () => {
  [asker, second, third] = [
    (await colleague("super_admin")).id,
    (await colleague("super_admin")).id,
    (await colleague("super_admin")).id,
  ];
});
beforeEach(() => {
  db.delete(restoreRequests).run();
});

const DECISIONS = decisionsOn(restoreRequests, {
  find: (tx, id) => {
    const found = waitingIn(
      tx
        .select()
        .from(restoreRequests)
        .all()
        .find((row) => row.id === id),
    );
    return typeof found === "string"
      ? found
      : { ...found, barred: found.waiting.reason === "barred" ? "barred" : null };
  },
  object: ({ id }) => ({ type: "restore_request", id }),
  approved: "accounts.approve_restore",
  declined: "accounts.decline_restore",
  afterDeclining: ({ account }) => ({ account }),
});

const ask = (reason = "Gone") =>
  db
    .insert(restoreRequests)
    .values({ account: "ada@example.org", reason, state: "waiting", requestedByStaffId: asker, createdAt: NOW })
    .returning()
    .get().id;
function fail(): never {
  throw new Error("There is no request.");
}
const approve = (id: string, staffId: string) =>
  DECISIONS.approve(id, { staffId, now: NOW }, (_tx, { account }, end): { ok: true; account: string } => {
    end({ copyName: "copy" }, { after: { account } });
    return { ok: true, account };
  });
const row = () => db.select().from(restoreRequests).get();
const told = (id: string) =>
  db
    .select()
    .from(auditEvents)
    .all()
    .filter(({ objectId }) => objectId === id)
    .map(({ action, staffId, reason, after }) => ({ action, staffId, reason, after }));

describe("what waits for a second person", () => {
  it("is approved by somebody else, with what came of it, and told once", () => {
    const id = ask();
    expect(approve(id, asker)).toEqual({ ok: false, reason: "own_request" });
    expect([row()?.state, told(id)]).toEqual(["waiting", []]);
    expect(approve(id, second)).toEqual({ ok: true, account: "ada@example.org" });
    expect(row()).toMatchObject({ state: "approved", copyName: "copy", decidedByStaffId: second, decidedAt: NOW });
    const after = '{"account":"ada@example.org"}';
    expect(told(id)).toEqual([{ action: "accounts.approve_restore", staffId: second, reason: null, after }]);
    for (const again of [approve(id, third), DECISIONS.decline(id, "No", third, NOW)])
      expect(again).toEqual({ ok: false, reason: "not_waiting" });
    expect(approve("nothing", second)).toEqual({ ok: false, reason: "not_found" });
  });

  it("is declined for a reason, also where it is barred, but not by who asked", () => {
    const id = ask("barred");
    expect(approve(id, asker)).toEqual({ ok: false, reason: "own_request" });
    expect(approve(id, second)).toEqual({ ok: false, reason: "barred" });
    expect(DECISIONS.decline(id, "No", asker, NOW)).toEqual({ ok: false, reason: "own_request" });
    expect(DECISIONS.decline(id, "No", second, NOW)).toEqual({ ok: true });
    expect(row()).toMatchObject({ state: "declined", decidedReason: "No", decidedByStaffId: second, decidedAt: NOW });
    const after = '{"account":"ada@example.org"}';
    expect(told(id)).toEqual([{ action: "accounts.decline_restore", staffId: second, reason: "No", after }]);
  });

  it("goes on waiting where it can no longer be done", () => {
    const id = ask();
    const refused = DECISIONS.approve(id, { staffId: second, now: NOW }, () => ({ ok: false, reason: "gone" }));
    expect([refused, row()?.state, told(id)]).toEqual([{ ok: false, reason: "gone" }, "waiting", []]);
  });

  it("is not decided again by a kind of request that forgets to look whether it waits", () => {
    const careless = decisionsOn(restoreRequests, {
      find: (tx) => ({ waiting: tx.select().from(restoreRequests).all()[0] ?? fail(), askedBy: asker }),
      object: ({ id }) => ({ type: "restore_request", id }),
      ...{ approved: "accounts.approve_restore", declined: "accounts.decline_restore" },
    });
    const id = ask();
    DECISIONS.decline(id, "No", second, NOW);
    expect(() => careless.decline(id, "No again", third, NOW)).toThrow("was decided already");
    expect(row()?.decidedReason).toBe("No");
  });

  it("is decided once where two processes decide at once", async () => {
    const codes = Array.from({ length: 20 }, (_, place) => `RACE${place}`);
    const waiting = codes.map(discountWaiting);
    await inProcesses(
      2,
      `const { approveDiscount, declineDiscount } = await import("./app/domain/shop/discounts/discount-approval.server.ts");
      const now = new Date(${NOW.getTime()});
      await together();
      for (const [place, id] of ${JSON.stringify(waiting)}.entries())
        if ((process.pid + place) % 2) approveDiscount(id, "${second}", now);
        else declineDiscount(id, "No", "${third}", now);`,
    );
    expect(waiting.map((id) => told(id).length)).toEqual(waiting.map(() => 1));
  });
});

function discountWaiting(code: string): string {
  const terms = { type: "PERCENTAGE" as const, value: 90, isActive: false };
  const { id } = db
    .insert(discounts)
    .values({ code, ...terms, createdAt: NOW, updatedAt: NOW })
    .returning()
    .get();
  db.insert(discountRequests).values({ discountId: id, requestedByStaffId: asker, createdAt: NOW }).run();
  return id;
}
