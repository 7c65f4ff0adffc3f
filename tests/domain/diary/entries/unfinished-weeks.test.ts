import { expect, it } from "vitest";
import { write } from "#db/client.server";
import { completeUnfinishedWeeks } from "~/domain/diary/entries/unfinished-weeks.server";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { bookWeeksOf } from "~/domain/diary/loops/printed-weeks.server";
import { NOW } from "../../../support/people";
import { everythingWritten, writtenYear } from "./written-year";

it.each([
  ["keep their drafts where these do not print", false, []],
  ["become what prints where drafts print", true, ["Draft of week 1", "Draft of week 2"]],
])("the unfinished weeks of a year %s", (_, printsDrafts, moved) => {
  const { accountId, loopId } = writtenYear();
  const found = loopOwnedBy(accountId, loopId);
  if (!found) throw new Error("The year is gone.");
  const loop = { ...found, printsDrafts };
  const before = everythingWritten();
  write((tx) => completeUnfinishedWeeks(tx, loop, bookWeeksOf(loop), NOW));
  const after = bookWeeksOf(loop).map(({ state, entry }) => [state, entry?.content]);
  const entries = ["Entry of week 1", "Entry of week 2"];
  const state = printsDrafts ? "printing" : "changed";
  expect(after).toEqual((printsDrafts ? moved : entries).map((content) => [state, content]));
  // A draft takes the place of its entry, which becomes a version.
  expect(everythingWritten()).toHaveLength(before.length);
});
