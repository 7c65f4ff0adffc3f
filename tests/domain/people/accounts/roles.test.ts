import { describe, expect, it } from "vitest";
import { db, rawConnection } from "#db/client.server";
import { orders } from "#db/schema";
import { rolesOf } from "~/domain/people/accounts/roles";
import { readRoles } from "~/domain/people/accounts/roles.server";
import { creditToBegin, loopOf, NOW, person } from "../../../support/people";

const both = { isParticipant: true, isPurchaser: true, hasOrders: true };
const participant = { isParticipant: true, isPurchaser: false, hasOrders: false };
const buyer = { isParticipant: true, isPurchaser: false, hasOrders: true };
const purchaser = { isParticipant: false, isPurchaser: true, hasOrders: true };

describe("what somebody is to us", () => {
  it.each([
    ["a new account counts as participant", false, false, participant],
    ["who has a loop is a participant", true, false, participant],
    ["who bought one for somebody else is a purchaser", false, true, purchaser],
    ["who did both is both", true, true, both],
  ])("%s", (_, ownsLoop, hasBoughtGift, roles) => {
    expect(rolesOf({ ownsLoop, hasBoughtGift, hasBought: hasBoughtGift })).toEqual(roles);
  });
});

let counted = 0;

function orderOf(accountId: string, given: Partial<typeof orders.$inferInsert> = {}) {
  counted += 1;
  db.insert(orders)
    .values({
      number: `LP-TEST-${counted}`,
      accountId,
      basketKey: `basket-${counted}`,
      kind: "gift",
      status: "PAID",
      subtotalPence: 6999,
      totalPence: 6999,
      pricing: "{}",
      email: "giver@example.com",
      createdAt: NOW,
      paidAt: NOW,
      updatedAt: NOW,
      ...given,
    })
    .run();
}

describe("read from what is theirs", () => {
  it("nothing makes a participant", () => {
    expect(readRoles(person("Ada").id)).toEqual(participant);
  });

  it("a paid gift makes a purchaser, also once it is refunded", () => {
    const [ben, bea] = [person("Ben"), person("Bea")];
    orderOf(ben.id);
    orderOf(bea.id, { status: "REFUNDED", refundedPence: 6999 });
    expect([readRoles(ben.id), readRoles(bea.id)]).toEqual([purchaser, purchaser]);
  });

  it("a gift that was never paid does not, nor do a loop for oneself and copies, which are orders all the same", () => {
    const [cid, cora, carl] = [person("Cid"), person("Cora"), person("Carl")];
    orderOf(carl.id, { kind: "book_copies" });
    orderOf(cid.id, { status: "PENDING", paidAt: null });
    orderOf(cora.id, { kind: "loop" });
    expect(readRoles(cid.id)).toEqual(participant);
    expect([readRoles(cora.id), readRoles(carl.id)]).toEqual([buyer, buyer]);
  });

  it("a giver with a loop, or with one to begin, is both", () => {
    const [dan, dora] = [person("Dan"), person("Dora")];
    for (const { id } of [dan, dora]) orderOf(id);
    loopOf(dan.id);
    creditToBegin(dora.id);
    expect([readRoles(dan.id), readRoles(dora.id)]).toEqual([both, both]);
  });

  it("a credit that was cancelled is no loop", () => {
    const eva = person("Eva");
    orderOf(eva.id);
    creditToBegin(eva.id, { cancelledAt: NOW });
    expect(readRoles(eva.id)).toEqual(purchaser);
  });

  it("is read from indexes, however many orders there are", () => {
    const plan = rawConnection()
      .prepare("EXPLAIN QUERY PLAN SELECT 1 FROM orders WHERE account_id = ? AND kind = 'gift' AND paid_at IS NOT NULL")
      .all("x") as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join()).toContain("USING INDEX orders_account");
  });
});
