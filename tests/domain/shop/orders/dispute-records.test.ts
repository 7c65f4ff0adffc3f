import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { workItems } from "#db/schema";
import {
  disputedOrders,
  disputesOfOrder,
  lostPenceOf,
  openDisputesOfAccounts,
  refundBar,
} from "~/domain/shop/orders/dispute-records.server";
import { later, NOW, person } from "../../../support/people";
import { colleague } from "../../people/staff/colleagues";
import { disputeRow, orderRow } from "./order-rows";

const STAGES = ["inquiry", "inquiry_closed", "open", "won", "lost"] as const;

describe("a refund", () => {
  it.each([
    ["while a bank decides, whatever it is about", [["open", 1]], "disputed"],
    [
      "once banks have given all of it back",
      [
        ["lost", 6000],
        ["lost", 999],
      ],
      "dispute_lost",
    ],
  ] as const)("is barred %s", (_, found, bar) => {
    const order = orderRow(person("Ada"));
    for (const [stage, amountPence] of found) disputeRow(order.id, { stage, amountPence });
    expect(refundBar(order)).toBe(bar);
  });

  it.each([
    ["a bank gave back all but a penny", [["lost", 6998]]],
    [
      "a bank asked, or decided for us",
      [
        ["inquiry", 6999],
        ["inquiry_closed", 6999],
        ["won", 6999],
      ],
    ],
    ["nobody disputed it", []],
  ] as const)("is not barred where %s", (_, found) => {
    const [order, other] = [orderRow(person("Ada")), orderRow(person("Ben"))];
    for (const [stage, amountPence] of found) disputeRow(order.id, { stage, amountPence });
    disputeRow(other.id, { stage: "open" });
    disputeRow(other.id, { stage: "lost" });
    expect(refundBar(order)).toBeNull();
    expect(lostPenceOf(order.id)).toBe(found.reduce((sum, [stage, pence]) => sum + (stage === "lost" ? pence : 0), 0));
  });

  it("is not barred where nothing was paid", () => {
    expect(refundBar(orderRow(person("Ada"), { subtotalPence: 0, totalPence: 0 }))).toBeNull();
  });
});

describe("the disputes of orders", () => {
  it("that a bank asks about, decides or has decided for the buyer are told to who acts on several", () => {
    const rows = STAGES.map((stage) => ({ stage, order: orderRow(person("Ada")) }));
    for (const { stage, order } of rows) disputeRow(order.id, { stage });
    disputeRow(orderRow(person("Ben")).id);
    const disputed = disputedOrders(rows.map(({ order }) => order.id));
    expect(rows.filter(({ order }) => disputed.has(order.id)).map(({ stage }) => stage)).toEqual([
      ...["inquiry", "open", "lost"],
    ]);
    expect(disputed.size).toBe(3);
  });

  it("are those of one order, the newest first, without a question that led to nothing", () => {
    const [order, other] = [orderRow(person("Ada")), orderRow(person("Ben"))];
    const ids = STAGES.map((stage, place) => disputeRow(order.id, { stage, openedAt: later(place) }).id);
    disputeRow(other.id);
    expect(disputesOfOrder(order.id).map(({ id }) => id)).toEqual([ids[4], ids[3], ids[2], ids[0]]);
  });

  it("that are open are those of these accounts", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const stages = STAGES.map((stage) => disputeRow(orderRow(ada).id, { stage }));
    disputeRow(orderRow(ben).id);
    const open = openDisputesOfAccounts([ada.id]).map(({ id }) => id);
    expect(open.sort()).toEqual(
      stages.flatMap(({ id, stage }) => (stage === "inquiry" || stage === "open" ? [id] : [])).sort(),
    );
  });

  it("name who answered each and who looks after it, and not who looks after something else", async () => {
    const [joan, bea, hal] = [await colleague("support"), await colleague("support"), await colleague("support")];
    const order = orderRow(person("Ada"));
    const dispute = disputeRow(order.id, { answeredByStaffId: joan.id });
    const other = disputeRow(order.id, { openedAt: later(-1) });
    const looksAfter = (kind: "dispute" | "alarm", subjectId: string, ownerStaffId: string) =>
      db.insert(workItems).values({ kind, subjectId, ownerStaffId, updatedAt: NOW }).run();
    looksAfter("alarm", dispute.id, hal.id);
    looksAfter("dispute", dispute.id, bea.id);
    expect(disputesOfOrder(order.id)).toMatchObject([
      { id: dispute.id, answeredBy: "support 1", owner: { id: bea.id } },
      { id: other.id, answeredBy: null, owner: null },
    ]);
  });
});
