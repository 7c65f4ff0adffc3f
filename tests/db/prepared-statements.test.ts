import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { db, rawConnection } from "#db/client.server";

/** How often SQLite compiles a statement while `work` runs. */
function compilations(work: () => void): number {
  const prepare = vi.spyOn(rawConnection(), "prepare");
  try {
    work();
    return prepare.mock.calls.length;
  } finally {
    prepare.mockRestore();
  }
}

describe("a statement that was compiled", () => {
  it("is used again for the same text, with other values", () => {
    const found: unknown[] = [];
    const count = compilations(() => {
      for (const number of [1, 2, 3]) found.push(db.get(sql`SELECT ${number} AS first_number`));
    });
    expect(found).toEqual([{ first_number: 1 }, { first_number: 2 }, { first_number: 3 }]);
    expect(count).toBe(1);
  });

  it("gives objects to one use and arrays to another, also where both were begun before either ran", () => {
    const text = sql`SELECT 1 AS one, 2 AS two`;
    expect(db.values(text)).toEqual([[1, 2]]);
    expect(db.all(text)).toEqual([{ one: 1, two: 2 }]);
    const [first, second] = [0, 1].map(() => db.$client.prepare("SELECT 3 AS three"));
    expect(first?.raw().all()).toEqual([[3]]);
    expect(second?.all()).toEqual([{ three: 3 }]);
    expect(first?.all()).toEqual([[3]]);
  });

  it("follows a table that has changed since", () => {
    db.run(sql`CREATE TABLE shelves (id INTEGER)`);
    db.run(sql`INSERT INTO shelves VALUES (1)`);
    const all = () => db.all(sql`SELECT * FROM shelves`);
    expect(all()).toEqual([{ id: 1 }]);
    db.run(sql`ALTER TABLE shelves ADD COLUMN books INTEGER DEFAULT 7`);
    expect(all()).toEqual([{ id: 1, books: 7 }]);
  });

  it("is let go when five hundred others were used later", () => {
    const read = (number: number) => db.get(sql.raw(`SELECT ${number} AS number`));
    expect(compilations(() => [read(0), read(0)])).toBe(1);
    for (let number = 1; number <= 500; number++) read(number);
    expect(compilations(() => read(500))).toBe(0);
    expect(compilations(() => read(0))).toBe(1);
  });
});
