import { describe, expect, it } from "vitest";
import { STAFF_ROLES } from "#db/schema";
import { isPermitted, PERMISSIONS, ROLE_NAMES } from "~/domain/people/staff/permissions";
import { ROLES_WITH } from "./permission-table";

describe("the table of permissions", () => {
  it("knows the roles of the database and no others", () => {
    expect(Object.keys(ROLE_NAMES)).toEqual([...STAFF_ROLES]);
    expect(Object.values(ROLE_NAMES)).toEqual([
      "Super admin",
      "Customer support",
      "Moderator",
      "Production",
      "Marketing",
      "Analyst",
    ]);
    expect(STAFF_ROLES).toEqual(["super_admin", "support", "moderator", "production", "marketing", "analyst"]);
  });

  it("gives each permission to these roles and to no other; a new one gets a line in permission-table.ts", () => {
    const found = PERMISSIONS.map((permission) => [
      permission,
      STAFF_ROLES.filter((role) => isPermitted(role, permission)),
    ]);
    expect(Object.fromEntries(found)).toEqual(ROLES_WITH);
  });
});
