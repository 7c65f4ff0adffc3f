import { eq, gt, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { db, rawConnection, write } from "#db/client.server";
import { isIn, keepAll, keepGet, keepRun } from "#db/queries.server";
import { accounts, settings } from "#db/schema";
import { NOW, person } from "../support/people";

const nameOf = keepGet((id: string) =>
  db.select({ name: accounts.firstName }).from(accounts).where(eq(accounts.id, id)),
);

const rename = keepRun((id: string, firstName: string) =>
  db.update(accounts).set({ firstName }).where(eq(accounts.id, id)),
);

describe("a prepared query", () => {
  it("is prepared at its first use only, and returns each use's own values", () => {
    const build = vi.fn((key: string) => db.select().from(settings).where(eq(settings.key, key)));
    const setting = keepGet(build);
    expect(build).not.toHaveBeenCalled();
    db.insert(settings).values({ key: "one", value: "1", updatedAt: NOW }).run();
    db.insert(settings).values({ key: "two", value: "2", updatedAt: NOW }).run();
    expect([setting("one")?.value, setting("two")?.value, setting("three")]).toEqual(["1", "2", undefined]);
    expect(build).toHaveBeenCalledTimes(1);
  });

  it("takes instants and flags as they are read, in conditions and as new values", () => {
    const { id } = person("Nell", { createdAt: NOW });
    const younger = keepAll((since: Date, isTest: boolean) =>
      db
        .select({ id: accounts.id })
        .from(accounts)
        .where(sql`${gt(accounts.createdAt, since)} AND ${eq(accounts.isTest, isTest)}`),
    );
    const ids = (since: number, isTest: boolean) => younger(new Date(since), isTest).map((row) => row.id);
    expect(ids(NOW.getTime() - 1, false)).toContain(id);
    expect(ids(NOW.getTime(), false)).not.toContain(id);
    expect(ids(NOW.getTime() - 1, true)).not.toContain(id);
    const seen = keepRun((account: string, at: Date) =>
      db.update(accounts).set({ lastSignedInAt: at }).where(eq(accounts.id, account)),
    );
    expect(seen(id, NOW).changes).toBe(1);
    const signedIn = db.select({ at: accounts.lastSignedInAt }).from(accounts).where(eq(accounts.id, id));
    expect(signedIn.get()?.at).toEqual(NOW);
  });

  it("takes lists of any length, and so does a query that is not prepared", () => {
    const people = ["Ada", "Bo", "Cleo"].map((name) => person(name).id);
    const named = keepAll((ids: readonly string[]) =>
      db.select({ id: accounts.id }).from(accounts).where(isIn(accounts.id, ids)),
    );
    for (const length of [0, 1, 3]) {
      const some = people.slice(0, length);
      expect(new Set(named(some).map(({ id }) => id))).toEqual(new Set(some));
      expect(db.select().from(accounts).where(isIn(accounts.id, some)).all()).toHaveLength(length);
    }
  });

  it("refuses to have text made of a value, which it does not have yet", () => {
    const like = keepAll((start: string) =>
      db
        .select()
        .from(accounts)
        .where(eq(accounts.firstName, `${start}%`)),
    );
    expect(() => like("A")).toThrow("has its values only when it runs");
  });

  it("belongs to the transaction that is open, and to its savepoint", () => {
    const { id } = person("Rosie");
    const undo = new Error("undo");
    expect(() =>
      write((tx) => {
        rename(id, "Rose");
        expect(nameOf(id)?.name).toBe("Rose");
        expect(() =>
          tx.transaction(() => {
            rename(id, "Rosalind");
            expect(nameOf(id)?.name).toBe("Rosalind");
            throw undo;
          }),
        ).toThrow(undo);
        expect(nameOf(id)?.name).toBe("Rose");
        expect(rawConnection().inTransaction).toBe(true);
        throw undo;
      }),
    ).toThrow(undo);
    expect(nameOf(id)?.name).toBe("Rosie");
  });
});
