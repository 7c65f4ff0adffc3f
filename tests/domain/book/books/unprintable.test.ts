import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { drafts, entries, loops } from "#db/schema";
import { unprintableFields } from "~/domain/book/books/unprintable.server";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

/** A year of one week, with these words and a photo with this caption. */
function fieldsOf(words: Partial<typeof entries.$inferInsert>, caption = "") {
  const { id: accountId } = person("Ada");
  const { id: loopId } = loopOf(accountId, { title: "Our year", theme: "pet", type: "puppys-first-year" });
  const written = {
    prompt: "What did it chew?",
    content: "Slippers.",
    highlight: "It slept.",
    gratitude: "Rain.",
  };
  db.insert(entries)
    .values({ loopId, week: 1, ...written, createdAt: NOW, updatedAt: NOW, ...words })
    .run();
  givePhoto(`photos/${loopId}/one.jpg`, 2551, 1913, { loopId, week: 1, caption });
  const loop = loopOwnedBy(accountId, loopId);
  if (!loop) throw new Error("The loop is gone.");
  return unprintableFields(loop);
}

it.each([
  ["the highlight", { highlight: "ཁང་པ" }, ""],
  ["what was learned", { learned: "ཁང་པ" }, ""],
  ["the caption of a photo", {}, "ཁང་པ"],
])("a script that no typeface has is named where it is all of %s", (_, words, caption) => {
  expect(fieldsOf(words, caption)).toEqual([{ week: 1, script: "Tibetan" }]);
});

it("does not name an unfinished week that will not print", () => {
  const { id: accountId } = person("Ben");
  const { id: loopId } = loopOf(accountId, { title: "Our year" });
  db.insert(drafts).values({ loopId, week: 2, content: "ཁང་པ", updatedAt: NOW }).run();
  const fields = () => unprintableFields(loopOwnedBy(accountId, loopId) ?? loopOf(accountId));
  expect(fields()).toEqual([]);
  db.update(loops).set({ printsDrafts: true }).where(eq(loops.id, loopId)).run();
  expect(fields()).toEqual([{ week: 2, script: "Tibetan" }]);
});

it("does not name a field of which some words can be printed, nor one without letters", () => {
  expect(fieldsOf({ highlight: "We saw the ཁང་པ", gratitude: "12 … 🧵" }, "!")).toEqual([]);
});
