import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { settings } from "~/adapters/settings.server";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { nodeVersion, PROGRAMS } from "~/domain/system/checks/programs.server";
import { NOW } from "../../../support/people";

const { backups } = settings;
afterEach(() => {
  Object.assign(settings, { backups });
});
const ask = async (name: string) => (await findingsOf(PROGRAMS, NOW)).find((one) => one.name === name);

/** A program that says version 0.5.17, with these bytes in it from a place on. */
function programWith(bytes: string, from = 100): string {
  const program = join(mkdtempSync(join(settings.dataFolder, "programs-")), "litestream");
  const begin = "#!/bin/sh\necho v0.5.17\nexit 0\n#";
  writeFileSync(program, begin.padEnd(from, " ") + bytes, { mode: 0o755 });
  return program;
}

/** A file is read in pieces of this many bytes. */
const PIECE = 65_536;

describe("Litestream", () => {
  it.each([
    ["with no SQLite that it names is unknown", "sqlite", undefined, "unknown", "its SQLite is unknown"],
    ["with the first safe SQLite is well", "3.51.3 ", undefined, "well", "with SQLite 3.51.3"],
    ["with the one before is told of", "3.51.2 ", undefined, "failing", "with SQLite 3.51.2"],
    ["with an older one is told of", "3.49.9 ", undefined, "failing", "with SQLite 3.49.9"],
    ["with a newer one is well", "3.52.0 ", undefined, "well", "with SQLite 3.52.0"],
    ["whose SQLite is named across two pieces is well", "3.51.10 ", PIECE - 6, "well", "with SQLite 3.51.10"],
  ])("%s", async (_, bytes, from, state, message) => {
    Object.assign(settings, { backups: { program: programWith(bytes, from) } });
    expect(await ask("Litestream")).toMatchObject({ state, message: expect.stringContaining(message) });
  });

  it("is told of where it doesn’t run, and where nothing is copied", async () => {
    Object.assign(settings, { backups: { program: "/no/litestream" } });
    expect(await ask("Litestream")).toMatchObject({ state: "failing", message: "/no/litestream doesn’t run." });
    Object.assign(settings, { backups: null });
    const message = "No backup bucket is set, so nothing is copied.";
    expect(await ask("Litestream")).toMatchObject({ state: "warning", message });
  });
});

it("a database without a migration of this release is told of", async () => {
  const newest = "(SELECT max(created_at) FROM __drizzle_migrations)";
  rawConnection().exec(`UPDATE __drizzle_migrations SET created_at = 1 WHERE created_at = ${newest}`);
  expect(await ask("Database")).toMatchObject({
    state: "failing",
    message: expect.stringContaining("Not migrated: 00"),
  });
});

it.each([
  ["20.20.2", "warning"],
  ["22.1.0", "well"],
  ["24.0.0", "well"],
])("Node.js %s: %s", (version, state) => {
  expect(nodeVersion(version).state).toBe(state);
});
