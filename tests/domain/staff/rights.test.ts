import { describe, expect, it } from "vitest";
import { STAFF_ROLES } from "#db/schema";
import { mayDo, RIGHTS, type Right, ROLE_NAMES } from "~/domain/staff/rights";

const rightsOf = (role: (typeof STAFF_ROLES)[number]) => RIGHTS.filter((right) => mayDo(role, right));

describe("the table of rights", () => {
  it("knows the roles of the database and no others", () => {
    expect(Object.keys(ROLE_NAMES)).toEqual([...STAFF_ROLES]);
  });

  it("gives a super admin every right", () => {
    expect(rightsOf("super_admin")).toEqual(RIGHTS);
  });

  it.each<[(typeof STAFF_ROLES)[number], readonly Right[]]>([
    ["moderator", ["dashboard.read", "entries.queue", "entries.open", "entries.judge"]],
    [
      "production",
      [
        "dashboard.read",
        "orders.read",
        "orders.correct_address",
        "printing.read",
        "printing.change",
        "printing.reprint",
        "alarms.read",
        "system.read",
        "settings.read",
      ],
    ],
    ["analyst", ["dashboard.read", "discounts.read", "analytics.read", "analytics.export", "system.read"]],
  ])("gives a %s what the work needs and no more", (role, rights) => {
    expect(rightsOf(role)).toEqual(rights);
  });

  it.each<[Right, readonly string[]]>([
    ["entries.open", ["super_admin", "moderator"]],
    ["refunds.give", ["super_admin", "support"]],
    ["vouchers.reveal", ["super_admin"]],
    ["letters.reveal", ["super_admin"]],
    ["staff.manage", ["super_admin"]],
    ["settings.change", ["super_admin"]],
    ["audit.read", ["super_admin"]],
    ["accounts.impersonate", ["super_admin", "support"]],
  ])("lets only those do %s who must", (right, roles) => {
    expect(STAFF_ROLES.filter((role) => mayDo(role, right))).toEqual(roles);
  });
});
