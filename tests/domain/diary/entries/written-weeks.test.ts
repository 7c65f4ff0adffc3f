import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { drafts, entries } from "#db/schema";
import { writingAt, writingOwnedBy, writingsOf } from "~/domain/diary/entries/written-weeks.server";
import { NOW, person } from "../../../support/people";
import { writtenYear } from "./written-year";

const idOf = (table: typeof entries | typeof drafts, loopId: string, week: number) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.loopId, loopId), eq(table.week, week)))
    .get()?.id ?? "";

it("the weeks with text are listed in order, each with its newest text and the photos that are in it", () => {
  const { accountId, loopId } = [writtenYear(), writtenYear()][1] ?? writtenYear();
  db.delete(drafts)
    .where(and(eq(drafts.loopId, loopId), eq(drafts.week, 2)))
    .run();
  db.insert(drafts).values({ loopId, week: 3, content: "Only begun", updatedAt: NOW }).run();
  const listed = writingsOf(accountId, loopId) ?? [];
  expect(
    listed.map(({ week, isCompleted, words, photos }) => [week, isCompleted, words.content, photos.length]),
  ).toEqual([
    [1, true, "Draft of week 1", 1],
    [2, true, "Entry of week 2", 1],
    [3, false, "Only begun", 0],
  ]);
  expect(writingAt(accountId, loopId, 4)).toBeUndefined();
});

it("a text is found by its own id, in a year with others, and by its owner alone", () => {
  const [, own] = [writtenYear(), writtenYear()];
  const { accountId, loopId } = own ?? writtenYear();
  db.insert(drafts).values({ loopId, week: 3, content: "Only begun", updatedAt: NOW }).run();
  for (const [id, week] of [
    [idOf(entries, loopId, 1), 1],
    [idOf(entries, loopId, 2), 2],
    [idOf(drafts, loopId, 3), 3],
  ] as const) {
    expect(writingOwnedBy(accountId, id)).toMatchObject({ loopId, week });
    expect(writingOwnedBy(person("Eve").id, id)).toBeUndefined();
  }
  expect(writingOwnedBy(accountId, "none")).toBeUndefined();
  expect(writingsOf(person("Eve").id, loopId)).toBeUndefined();
});
