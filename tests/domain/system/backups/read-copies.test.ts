import { afterEach, expect, it } from "vitest";
import { databaseFile } from "#db/client.server";
import { forgetDamage, noteDamage } from "#db/damage.server";
import { raiseVersion, versionOfCopies } from "~/domain/system/backups/read-copies.server";
import { NOW } from "../../../support/people";

afterEach(() => forgetDamage(databaseFile));

it("a change is counted, and a copy has it once its number is as high", () => {
  const version = raiseVersion(NOW);
  expect(versionOfCopies()).toBe(version);
  expect(raiseVersion(NOW)).toBe(version + 1);
});

it("a change that can’t be counted is in no copy, so that its visitor goes on with the machine that writes", () => {
  noteDamage(databaseFile, "SQLITE_CORRUPT");
  expect(raiseVersion(NOW)).toBeGreaterThan(versionOfCopies());
  expect(versionOfCopies()).toBeLessThan(1000);
});
