import { getTableColumns, getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { rawConnection } from "#db/client.server";
import { accounts } from "#db/schema";
import { PERSONAL_DATA } from "~/domain/privacy/personal-data/personal-data.server";
import { rowsOf, rowsOver } from "~/domain/privacy/personal-data/row-kind.server";
import { wholePerson } from "../../../support/whole-person";

const tables = rawConnection()
  .prepare<[], string>(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'",
  )
  .pluck()
  .all();

const declared = PERSONAL_DATA.map(({ table }) => getTableName(table));
const ofNobody = PERSONAL_DATA.filter(({ notExported }) => notExported === "They name no customer.").map(({ table }) =>
  getTableName(table),
);

describe("what is declared of personal data", () => {
  it("knows every table of the database", () => {
    expect(tables.filter((table) => !declared.includes(table))).toEqual([]);
  });

  it("knows every table: those a person can reach have something of theirs to look for", async () => {
    const whole = await wholePerson();
    // Triggers write the search index from the other tables, so it has something of everybody.
    const known = [...whole.tables, ...ofNobody, "search_entries"];
    expect(tables.filter((table) => !known.includes(table))).toEqual([]);
    expect(ofNobody.filter((table) => whole.tables.has(table))).toEqual([]);
  });

  it("says of rows that they go with their owner where a foreign key deletes them", () => {
    const cascading = rawConnection()
      .prepare<[], string>(
        "SELECT DISTINCT t.name FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS k WHERE t.schema = 'main' AND k.on_delete = 'CASCADE'",
      )
      .pluck()
      .all();
    const going = PERSONAL_DATA.filter(({ erased }) => erased === undefined);
    expect(going.length).toBeGreaterThan(10);
    expect(going.map(({ table }) => getTableName(table)).filter((name) => !cascading.includes(name))).toEqual([]);
  });

  it("names columns that are there", () => {
    const person = { account: { id: "a", email: "a@example.org" }, orderIds: ["o"], loopIds: ["l"] };
    for (const { table, whose, leftOut = {}, kept = {} } of PERSONAL_DATA) {
      expect(Object.keys(getTableColumns(table))).toEqual(expect.arrayContaining(Object.keys(leftOut)));
      if (typeof whose === "function" || Object.keys(whose).length > 0) rowsOf(table, whose, person);
      for (const period of Object.values(kept)) rowsOver(table, period, new Date());
    }
  });

  it("finds nobody’s rows where nothing says whose they are", () => {
    const person = { account: { id: "a", email: "a@example.org" }, orderIds: [], loopIds: [] };
    expect(() => rowsOf(accounts, {}, person)).toThrow("no condition");
    expect(() => rowsOf(accounts, { account: "id" }, { orderIds: [], loopIds: [] })).toThrow("found by an account");
    expect(() => rowsOf(accounts, { account: "nothing" }, person)).toThrow("There is no column nothing.");
  });
});
