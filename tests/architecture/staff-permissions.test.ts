import { describe, expect, it } from "vitest";
import { ADDRESS_PERMISSIONS } from "../support/permissions";
import { addresses } from "./route-table";

describe("the table of permissions", () => {
  it("says of every address who may open it; a new one gets a line in tests/support/permissions.ts", () => {
    expect(addresses.map(({ path }) => path).filter((path) => !ADDRESS_PERMISSIONS[path])).toEqual([]);
  });

  it("speaks of no address that is not there", () => {
    const paths = new Set(addresses.map(({ path }) => path));
    expect(Object.keys(ADDRESS_PERMISSIONS).filter((path) => !paths.has(path))).toEqual([]);
  });
});
