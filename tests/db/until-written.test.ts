import { describe, expect, it } from "vitest";
import { databaseFile, db, openDatabase } from "#db/client.server";
import { cacheUntilWrite } from "#db/until-written.server";

const NOW = new Date("2026-11-23T10:00:00Z");
const LATER = new Date("2026-11-23T10:01:00Z");
const WRITING = "REPLACE INTO settings (key, value, updated_at) VALUES ('one', '1', 0)";

describe("what is read until something is written", () => {
  let times = 0;
  const count = (now = NOW) => cacheUntilWrite("times", now, () => (times += 1));

  it("is read once while nothing is written, and for each name", () => {
    expect(count()).toBe(count());
    expect(cacheUntilWrite("another", NOW, () => "another")).toBe("another");
  });

  it("is read again when this process has written", () => {
    const before = count();
    db.$client.exec(WRITING);
    expect(count()).toBe(before + 1);
  });

  it("is read again when another process has written", () => {
    const before = count();
    const other = openDatabase(databaseFile);
    other.exec(WRITING);
    other.close();
    expect(count()).toBe(before + 1);
  });

  it("is read again a minute later", () => {
    const before = count();
    expect(count(LATER)).toBe(before + 1);
  });

  it("is not cached from inside a transaction", () => {
    const before = count();
    db.transaction(() => expect(count()).toBe(before + 1));
    expect(count()).toBe(before);
  });
});
