import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { disputes } from "#db/schema";
import { disputeToAnswer } from "~/domain/operations/disputes/answers.server";
import {
  evidenceToUndo,
  holdEvidence,
  releaseEvidence,
  undoEvidence,
} from "~/domain/operations/disputes/held-evidence.server";
import { orderRow } from "../../../../support/orders";
import { later, NOW } from "../../../../support/people";

beforeEach(() => {
  db.delete(disputes).run();
});

const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const HOUR_MS = 3_600_000;

function dispute(given: Partial<typeof disputes.$inferInsert> = {}) {
  const { id: orderId } = orderRow();
  const row = {
    id: `dp_${orderId}`,
    orderId,
    stage: "open",
    amountPence: 6999,
    openedAt: NOW,
    updatedAt: NOW,
  } as const;
  db.insert(disputes)
    .values({ ...row, ...given })
    .run();
  return { orderId, disputeId: row.id };
}
const held = (staffId: string, leavesAt: Date) => dispute({ evidenceByStaffId: staffId, evidenceLeavesAt: leavesAt });
const leavesAt = (id: string) => db.select().from(disputes).where(eq(disputes.id, id)).get()?.evidenceLeavesAt;

describe("a dispute", () => {
  it.each([
    ["open", {}, null],
    ["asked about", { stage: "inquiry" }, null],
    ["won", { stage: "won" }, "settled"],
    ["lost", { stage: "lost" }, "settled"],
    ["no more asked about", { stage: "inquiry_closed" }, "settled"],
    ["answered", { answeredAt: NOW }, "answered"],
    ["one whose evidence is to leave", { evidenceLeavesAt: inMs(1) }, "leaving"],
    ["one whose evidence leaves now", { evidenceLeavesAt: NOW }, null],
    ["in the last instant of the bank’s time", { dueAt: NOW }, null],
    ["over for the bank", { dueAt: inMs(-1) }, "too_late"],
  ] as const)("that is %s", (_, given, refusal) => {
    const { orderId, disputeId } = dispute(given);
    expect(disputeToAnswer(orderId, disputeId, NOW)?.refusal).toBe(refusal);
    const other = dispute();
    expect(disputeToAnswer(other.orderId, disputeId, NOW)).toBeUndefined();
  });
});

describe("evidence that is held", () => {
  it("waits ten minutes where an hour is left of the bank’s time, and no other dispute does", async () => {
    const [about, other] = [dispute({ dueAt: inMs(HOUR_MS) }), dispute()];
    expect(await holdEvidence(about, "bea", NOW)).toEqual({ ok: true, leavesAt: later(600) });
    expect([leavesAt(about.disputeId), leavesAt(other.disputeId)]).toEqual([later(600), null]);
    expect(await holdEvidence({ ...about, orderId: other.orderId }, "bea", NOW)).toEqual({
      ok: false,
      reason: "not_found",
    });
  });

  it("is not sent to a bank that has decided", async () => {
    const about = dispute({ stage: "won" });
    expect(await holdEvidence(about, "bea", NOW)).toEqual({ ok: false, reason: "settled" });
    expect(leavesAt(about.disputeId)).toBeNull();
  });

  it("is not asked for again once it is due, before it has left", async () => {
    const about = held("bea", NOW);
    expect(await holdEvidence(about, "joan", NOW)).toEqual({ ok: false, reason: "leaving" });
    expect(leavesAt(about.disputeId)).toEqual(NOW);
  });

  it("is its sender’s alone to see, take back or let go, until it is due", () => {
    const [one, two, due, others] = [
      held("bea", inMs(1)),
      held("bea", later(60)),
      held("bea", NOW),
      held("joan", later(60)),
    ].map(({ disputeId }) => disputeId);
    dispute({ evidenceByStaffId: "bea" });
    expect(evidenceToUndo("bea", NOW).map(({ id }) => id)).toEqual([`evidence:${one}`, `evidence:${two}`]);
    for (const change of [undoEvidence, releaseEvidence])
      for (const id of [due, others, "nothing"]) expect(change(id ?? "", "bea", NOW)).toBe(false);
    expect([undoEvidence(one ?? "", "bea", NOW), releaseEvidence(two ?? "", "bea", NOW)]).toEqual([true, true]);
    expect([one, two, due, others].map((id) => leavesAt(id ?? ""))).toEqual([null, NOW, NOW, later(60)]);
  });
});
