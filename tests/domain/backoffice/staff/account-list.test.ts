import { describe, expect, it } from "vitest";
import { ACCOUNT_LIST } from "~/domain/backoffice/staff/account-list.server";
import { NOW } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";

const FILTERS = [
  { status: "all", kind: "all" },
  { status: "suspended", kind: "all" },
  { status: "all", kind: "real" },
] as const;

describe("the list of accounts", () => {
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
