import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settings } from "~/adapters/settings.server";
import { forgetUnsaved, storeUnsavedDraft, unsavedDraftsOf } from "~/domain/diary/entries/unsaved-drafts.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import { loopOf, NOW, person } from "../../../support/people";

const DAY_MS = 24 * 3_600_000;
const after = (ms: number) => new Date(NOW.getTime() + ms);

let browsers = 0;

/** Somebody with a year, whose browser is known by a key. */
function writer() {
  browsers += 1;
  const { id: loopId, accountId } = loopOf(person("Ada").id);
  const sent = (week: number, content = `Week ${week}`) => ({
    ...{ loopId, week, words: { ...NO_WORDS, content }, revision: "", captions: {} },
    ...{ shownQuestion: "", ownQuestion: "", isChosen: false },
  });
  const key = `browser ${browsers}`;
  const store = (week: number, content?: string) => {
    const name = storeUnsavedDraft(key, sent(week, content), NOW);
    if (name) utimesSync(fileOf(name), NOW, NOW);
    return name;
  };
  const listed = (name: string | null, now = NOW) =>
    unsavedDraftsOf(accountId, name ?? "", now).map(({ words }) => words.content);
  return { loopId, sent, key, store, listed };
}

const fileOf = (name: string) => join(settings.dataFolder, "incoming", `words-${name}.json`);

it("each week that a browser leaves is kept once, with its newest text", () => {
  const { store, listed } = writer();
  for (const content of ["First", "Second"]) store(1, content);
  expect(listed(store(2))).toEqual(["Second", "Week 2"]);
  expect(listed("of-nobody")).toEqual([]);
});

it("a week is kept for a day", () => {
  const { store, listed } = writer();
  const name = store(1);
  expect([listed(name, after(DAY_MS)), listed(name, after(DAY_MS + 1))]).toEqual([["Week 1"], []]);
});

it("a week is forgotten without the others, and the last one with its file", () => {
  const { loopId, store, listed } = writer();
  store(1);
  const name = store(2) ?? "";
  expect(forgetUnsaved(name, { loopId, week: 1 }, NOW)).toBe(true);
  expect(listed(name)).toEqual(["Week 2"]);
  expect(forgetUnsaved(name, { loopId, week: 2 }, NOW)).toBe(false);
  expect(existsSync(fileOf(name))).toBe(false);
});

it("a browser leaves a megabyte at most, to the byte", () => {
  const { sent, store, listed } = writer();
  const around = Buffer.byteLength(JSON.stringify([sent(1, "")]));
  const most = "x".repeat(1024 * 1024 - around);
  const name = store(1, most);
  expect(listed(name)).toEqual([most]);
  expect(store(1, `${most}x`)).toBeNull();
  expect(listed(name)).toEqual([most]);
});
