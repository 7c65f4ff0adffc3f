import { describe, expect, it } from "vitest";
import { findQueries } from "./kept-queries";
import { NOT_KEPT } from "./queries-not-kept";
import { planted } from "./source";

const listed = NOT_KEPT.flatMap(({ queries }) =>
  Object.entries(queries).flatMap(([file, names]) =>
    names.split(" ").map((name) => `${file}.server.ts: ${name}`),
  ),
);

/** What the list says of a place: its function, or its file as a whole. */
const entryOf = (place: string) =>
  listed.find((entry) => entry === place || entry === place.replace(/: .*$/, ": *"));

describe("a query of the app", () => {
  it("is put together once, or is listed with the reason why it is not", () => {
    const { kept, notKept } = findQueries();
    expect(kept.length).toBeGreaterThan(200);
    expect(notKept.filter((place) => entryOf(place) === undefined)).toEqual([]);
  });

  it("leaves the list once it is kept, or gone", () => {
    const found = new Set(findQueries().notKept.map(entryOf));
    expect(listed.filter((entry) => !found.has(entry))).toEqual([]);
    expect(listed.filter((entry, place) => listed.indexOf(entry) !== place)).toEqual([]);
  });
});

describe("a planted query is seen", () => {
  const found = (text: string) => {
    const path = "app/domain/diary/loops/planted.server.ts";
    const { kept, notKept } = findQueries(
      planted({ [path]: `import { db } from "#db/client.server";\n${text}` }),
    );
    const here = (places: string[]) => places.filter((place) => place.startsWith("loops/planted"));
    return { kept: here(kept), notKept: here(notKept) };
  };
  const place = "loops/planted.server.ts: planted";

  it.each([
    "function planted() { return db.select().from(loops).all(); }",
    "export const planted = (id: string) => db.delete(loops).where(eq(loops.id, id)).run();",
    "function planted(tx: Transaction) { tx.insert(loops).values({}).run(); }",
    "function planted(tx: Transaction) { return write(() => tx.update(loops).set({}).run()); }",
    "function planted() { return db.all(sql`SELECT 1`); }",
    "const planted = keepByShape((all: boolean) => db.select().from(loops));",
  ])("that is not kept: %s", (text) => {
    expect(found(text)).toEqual({ kept: [], notKept: [place] });
  });

  it.each([
    "const planted = keepAll(() => db.select().from(loops));",
    "const planted = keepByShape((all: boolean) => keepAll(() => db.select().from(loops)));",
    "const planted = keepRun((id: string) => db.delete(loops).where(eq(loops.id, id)));",
  ])("that is kept: %s", (text) => {
    expect(found(text)).toEqual({ kept: [place], notKept: [] });
  });

  it("unlike what only has such a name", () => {
    expect(found("const planted = seen.delete(1) || hash.update('') || search.get('q');")).toEqual({
      kept: [],
      notKept: [],
    });
  });
});
