import { getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { accounts } from "#db/schema";
import { OF_NOBODY, PERSONAL_DATA } from "~/domain/privacy/personal-data/personal-data.server";
import { rowsOf } from "~/domain/privacy/personal-data/row-kind.server";
import { wholePerson } from "../../../support/whole-person";

const tables = rawConnection()
  .prepare<[], string>(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'",
  )
  .pluck()
  .all();

const namesOf = (kinds: Readonly<Record<string, { table: Parameters<typeof getTableName>[0] }>>) =>
  Object.values(kinds).map(({ table }) => getTableName(table));

describe("what is declared of personal data", () => {
  it("knows every table of the database", () => {
    expect(tables.filter((table) => !namesOf(PERSONAL_DATA).includes(table))).toEqual([]);
  });

  it("knows every table: those a person can reach have something of theirs to look for", async () => {
    const whole = await wholePerson();
    // Triggers write the search index from the other tables, so it has something of everybody.
    const known = [...whole.tables, ...namesOf(OF_NOBODY), "search_entries"];
    expect(tables.filter((table) => !known.includes(table))).toEqual([]);
    expect(namesOf(OF_NOBODY).filter((table) => whole.tables.has(table))).toEqual([]);
  });

  it("says of rows that they go with their owner where a foreign key deletes them", () => {
    const cascading = rawConnection()
      .prepare<[], string>(
        "SELECT DISTINCT t.name FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS k WHERE t.schema = 'main' AND k.on_delete = 'CASCADE'",
      )
      .pluck()
      .all();
    const going = Object.values(PERSONAL_DATA).filter(({ erased }) => erased === "with their owner");
    expect(going.length).toBeGreaterThan(10);
    expect(going.map(({ table }) => getTableName(table)).filter((name) => !cascading.includes(name))).toEqual([]);
  });

  it("finds nobody’s rows where nothing says whose they are", () => {
    const person = { account: { id: "a", email: "a@example.org" }, orderIds: [], loopIds: [] };
    expect(() => rowsOf({}, person)).toThrow("no condition");
    expect(() => rowsOf({ account: accounts.id }, { orderIds: [], loopIds: [] })).toThrow("found by an account");
  });
});
