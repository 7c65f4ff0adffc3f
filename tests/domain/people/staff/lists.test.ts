import { isNotNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { auditEvents, enquiries } from "#db/schema";
import { beginning, choice, colleague, day } from "~/domain/people/staff/list-filters.server";
import { columnsOf, list, listNamed } from "~/domain/people/staff/lists.server";
import { NOW } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { colleague as addColleague } from "./colleagues";

const ENQUIRY_LIST = list(enquiries, {
  name: "enquiries",
  permission: "audit.read",
  id: enquiries.id,
  size: 2,
  always: sql`${enquiries.message} <> 'spam'`,
  search: beginning(enquiries.name, enquiries.email),
  filters: {
    length: choice(["all", "short", "long"], (length) =>
      length === "short" ? sql`length(${enquiries.message}) < 9` : sql`length(${enquiries.message}) >= 9`,
    ),
  },
  sorts: { at: enquiries.at, name: enquiries.name },
  usual: ({ length }) => (length === "long" ? "name" : "-at"),
  inOrder: ["at"],
  lines: () => columnsOf(enquiries, "id", "name"),
  file: {
    permission: "audit.export",
    most: 4,
    recorded: ({ length }) => ({ id: length, after: { asked: true } }),
    columns: { Who: ({ name }) => name, Id: ({ id }) => id },
  },
});

const reader = { now: NOW, role: "support" } as const;

function enquiry(id: string, name: string, message = "Hello", at = NOW) {
  db.insert(enquiries)
    .values({ id, name, email: `${id}@example.com`, message, at })
    .run();
}

const idsOf = (asked: Parameters<typeof ENQUIRY_LIST.read>[0], size?: number) =>
  ENQUIRY_LIST.read(asked, reader, size).rows.map(({ id }) => id);

beforeEach(() => {
  db.delete(enquiries).run();
});

describe("a declared list", () => {
  it("repeats and skips none from page to page, though all have the same value", () => {
    for (const id of ["c", "a", "e", "b", "d"]) enquiry(id, "Ada");
    const pages = [1, 2, 3, 4].map((page) => idsOf({ sort: "name", page }));
    expect(pages).toEqual([["a", "b"], ["c", "d"], ["e"], []]);
    expect([1, 2, 3].flatMap((page) => idsOf({ sort: "-at", page }))).toEqual(["e", "d", "c", "b", "a"]);
    expect(ENQUIRY_LIST.read({ page: 4 }, reader).total).toBe(5);
  });

  it("has what its filters leave, in the usual order of what is asked", () => {
    enquiry("a", "Zoe", "Hello");
    enquiry("b", "Yan", "A long message", new Date(NOW.getTime() + 1));
    enquiry("c", "Ann", "Another long message", new Date(NOW.getTime() - 1));
    expect([idsOf({}, 9), idsOf({ length: "all" }, 9)]).toEqual([
      ["b", "a", "c"],
      ["b", "a", "c"],
    ]);
    expect([idsOf({ length: "short" }), idsOf({ length: "long" })]).toEqual([["a"], ["c", "b"]]);
    expect([ENQUIRY_LIST.count({ length: "long" }, NOW), ENQUIRY_LIST.count({}, NOW)]).toEqual([2, 3]);
  });

  it("leaves out what it always leaves out, also of a search and of a count", () => {
    enquiry("a", "Ada");
    enquiry("b", "Ada", "spam");
    expect([idsOf({}), idsOf({ q: "ada" }), ENQUIRY_LIST.count({}, NOW)]).toEqual([["a"], ["a"], 1]);
  });

  it("that is searched finds what begins so, whatever its capitals, among what the filters leave", () => {
    enquiry("ada-1", "Ann");
    enquiry("b", "ADA Marsh");
    enquiry("c", "Winifred Ada");
    enquiry("d", "Adam", "A long message");
    expect(ENQUIRY_LIST.read({ q: "Ada", length: "short" }, reader)).toEqual({
      rows: [
        { id: "b", name: "ADA Marsh" },
        { id: "ada-1", name: "Ann" },
      ],
      total: 2,
    });
    expect(idsOf({ q: "100%" })).toEqual([]);
  });

  it("is read from the index of its order alone, and where it is searched not from that index", () => {
    expect(plansOf(() => ENQUIRY_LIST.read({ sort: "at" }, reader)).join("\n")).toContain("USING INDEX enquiries_at");
    expect(plansOf(() => ENQUIRY_LIST.read({ sort: "at", q: "ada" }, reader)).join("\n")).not.toContain("enquiries_at");
  });

  it("gives its file every page in its usual order, up to as many rows as it says, and records who took it", () => {
    for (const id of ["a", "b", "c", "d", "e"]) enquiry(id, "Ada");
    const asked = { q: "", page: 3, sort: "name", length: "short" } as const;
    expect(ENQUIRY_LIST.file?.read(asked, { ...reader, staffId: "joan" })).toEqual([
      ["Who", "Id"],
      ...["e", "d", "c", "b"].map((id) => ["Ada", id]),
    ]);
    const recorded = db.select().from(auditEvents).where(isNotNull(auditEvents.after)).all().at(-1);
    expect(recorded).toMatchObject({
      ...{ staffId: "joan", action: "audit.export", objectType: "enquiries", objectId: "short" },
      after: JSON.stringify({ rows: 4, asked: true }),
    });
  });

  it("is known by its name", () => {
    expect([listNamed("enquiries")?.permission, listNamed("nothing")]).toEqual(["audit.read", undefined]);
  });
});

describe("a filter", () => {
  it("takes its usual value for what it does not know", () => {
    const from = day(() => undefined);
    expect(["short", "SHORT", "", "x"].map((typed) => ENQUIRY_LIST.filters.length.read(typed))).toEqual([
      ...["short", "all", "all", "all"],
    ]);
    expect(["2026-11-27", " 2026-11-27", "2026-02-30", "27/11/2026"].map((typed) => from.read(typed))).toEqual([
      ...["2026-11-27", "2026-11-27", "", ""],
    ]);
  });

  it("by a colleague takes an unknown one for nobody, without keeping what was typed", async () => {
    const { id } = await addColleague("support");
    const by = colleague(auditEvents.staffId);
    expect([id, "", "gwen@example.com"].map((typed) => by.read(typed))).toEqual([id, "", "nobody"]);
  });
});
