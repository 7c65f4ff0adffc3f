import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { orders } from "#db/schema";
import { ACCOUNT_LIST, whatTheyHave } from "~/domain/backoffice/staff/account-list.server";
import { loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { ordered } from "../../../support/shop";

const FILTERS = [
  { status: "all", kind: "all" },
  { status: "suspended", kind: "all" },
  { status: "all", kind: "real" },
] as const;

describe("the list of accounts", () => {
  it.each([
    ["gwen", ["Gwen Lowe", "Gwen Pritchard", "Tom Gwenlan"]],
    ["gwen pri", ["Gwen Pritchard"]],
    ["pritchard", ["Gwen Pritchard", "Tom Pritchard"]],
    ["p.address", ["Gwen Pritchard"]],
    ["wen", []],
  ])("is searched by the beginning of an email or a name: %s", (q, names) => {
    person("Gwen", { lastName: "Pritchard", email: `p.address-${q}@example.org` });
    person("Gwen", { lastName: "Lowe" });
    person("Tom", { lastName: "Pritchard" });
    person("Tom", { lastName: "Gwenlan" });
    const { rows } = ACCOUNT_LIST.read({ q }, { now: NOW, role: "support" }, 50);
    expect([...new Set(rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`))].toSorted()).toEqual(names);
  });

  it("says what each account has: its own loops, and what it paid less what was given back", () => {
    const [one, other] = [person("Gwen"), person("Tom")];
    for (const { id } of [one, one, other]) loopOf(id);
    for (const who of [one, one, other]) ordered(who);
    expect(whatTheyHave([one.id])).toEqual(new Map([[one.id, { loopCount: 2, spentPence: 0 }]]));
    db.update(orders).set({ paidAt: NOW, status: "PAID" }).run();
    expect(whatTheyHave([one.id])).toEqual(new Map([[one.id, { loopCount: 2, spentPence: 2 * 6999 }]]));
  });

  it.each([
    ["name", "accounts_last_name"],
    ["-name", "accounts_last_name"],
    ["last-sign-in", "accounts_signed_in"],
    ["-last-sign-in", "accounts_signed_in"],
  ] as const)("by %s is read through its index, whatever it is filtered by", (sort, index) => {
    for (const filter of FILTERS) {
      const plans = plansOf(() => ACCOUNT_LIST.read({ ...filter, sort }, { now: NOW, role: "support" }));
      expect([filter, plans]).toEqual([filter, expect.arrayContaining([`SCAN accounts USING INDEX ${index}`])]);
    }
  });
});
