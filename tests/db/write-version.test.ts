import { expect, it } from "vitest";
import { raiseWriteVersion, writeVersion } from "#db/write-version.server";
import { NOW } from "../support/people";

it("the version of what was written begins at none and rises by one", () => {
  expect(writeVersion()).toBe(0);
  expect([raiseWriteVersion(NOW), raiseWriteVersion(NOW), raiseWriteVersion(NOW)]).toEqual([1, 2, 3]);
  expect(writeVersion()).toBe(3);
});
