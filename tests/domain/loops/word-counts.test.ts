import { beforeAll, expect, it } from "vitest";
import { openWeek, writeWeek } from "~/domain/entries/entries.server";
import { NO_WORDS } from "~/domain/loops/entry-text";
import { type Loop, loopOwnedBy } from "~/domain/loops/loops.server";
import { countWordsOf } from "~/domain/loops/word-counts.server";
import { addPhotos } from "~/domain/photos/photos.server";
import { addDays } from "~/domain/time/days";
import { loopOf, NOW, person } from "../../support/people";
import { plain, sentFile } from "../../support/pictures";

let picture: Buffer;
beforeAll(async () => {
  picture = await plain(60, 40).jpeg().toBuffer();
});

it("the words of a year are those of its finished weeks, and are counted again when a week changes", async () => {
  const startDay = addDays("2026-11-20", -360);
  const loop = loopOf(person("Ada").id, { startDay, deliveryDay: addDays(startDay, 378) });
  await addPhotos(
    { accountId: loop.accountId, loopId: loop.id, week: 3 },
    [{ path: sentFile(picture), name: "a.jpg", tooLarge: false }],
    NOW,
  );
  expect(counted(loop)).toBe(0);
  write(loop, 3, { title: "Rain", highlight: "A long walk", content: "We went home." });
  expect(counted(loop)).toBe(7);
  write(loop, 4, { content: "A draft is not counted." });
  expect(counted(loop)).toBe(7);
  write(loop, 3, { title: "Rain", highlight: "A long walk", content: "We went home\nagain." });
  expect(counted(loop)).toBe(8);
});

function counted(loop: Loop): number {
  const found = loopOwnedBy(loop.accountId, loop.id);
  if (!found) throw new Error("The loop is gone.");
  return countWordsOf(found);
}

function write(loop: Loop, week: number, words: Partial<typeof NO_WORDS>): void {
  const { accountId, id: loopId } = loop;
  const opened = openWeek(accountId, loopId, week, NOW);
  if (!opened.ok) throw new Error(opened.reason);
  const { revision } = opened.writing;
  const complete = week === 3;
  const saved = writeWeek(
    { accountId, loopId, week, revision, words: { ...NO_WORDS, ...words }, complete },
    NOW,
  );
  expect(saved).toMatchObject({ ok: true, saved: complete ? "entry" : "draft" });
}
