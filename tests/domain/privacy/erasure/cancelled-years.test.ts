import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { bookFiles, entries, jobs, loops } from "#db/schema";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { emptyCancelledYears } from "~/domain/privacy/erasure/cancelled-years.server";
import { lastDownloadDay } from "~/domain/shop/order-rules/cancellation";
import { creditToBegin, loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

const at = { createdAt: NOW, updatedAt: NOW };
const LAST_DAY = lastDownloadDay(NOW);
const [ON_LAST_DAY, AFTER] = [LAST_DAY, addDays(LAST_DAY, 1)].map((day) => new Date(`${day}T12:00:00Z`)) as [
  Date,
  Date,
];

/** A year with a week and a book that waits to be made. */
function yearOf(accountId: string, cancelledAt: Date | null): string {
  const { id: loopId } = loopOf(accountId, { title: "Our year", dedication: "For Bob" });
  creditToBegin(accountId, { loopId, spentAt: NOW, cancelledAt });
  db.insert(entries)
    .values({ loopId, week: 1, prompt: "What?", content: "This.", ...at })
    .run();
  const book = db
    .insert(bookFiles)
    .values({ loopId, kind: "interior", contentVersion: 1, ...at })
    .returning()
    .get();
  const key = `photos/${loopId}/one.jpg`;
  givePhoto(key, 4, 3, { id: `of-${loopId}`, loopId, week: 1, isWaiting: true });
  for (const [kind, subjectId] of [
    ["render-book", book.id],
    ["prepare-photo", `of-${loopId}`],
  ] as const)
    db.insert(jobs).values({ kind, subjectId, runAfter: NOW, createdAt: NOW }).run();
  return loopId;
}

function contentOf(loopId: string) {
  const books = db.select().from(bookFiles).where(eq(bookFiles.loopId, loopId)).all();
  return {
    title: db.select().from(loops).where(eq(loops.id, loopId)).get()?.title,
    weeks: db.select().from(entries).where(eq(entries.loopId, loopId)).all().length,
    books: books.length,
  };
}

const WHOLE = { title: "Our year", weeks: 1, books: 1 };
const EMPTY = { title: null, weeks: 0, books: 0 };

it("a cancelled year is emptied once its days to be downloaded are over, and no other year ever", async () => {
  const [ada, ben] = [person("Ada"), person("Ben")];
  const [cancelled, later, living, other] = [
    yearOf(ada.id, NOW),
    yearOf(ada.id, AFTER),
    yearOf(ada.id, null),
    yearOf(ben.id, null),
  ];
  const titled = loopOf(ada.id, { title: "Nothing else" }).id;
  creditToBegin(ada.id, { loopId: titled, spentAt: NOW, cancelledAt: NOW });
  expect(londonDay(ON_LAST_DAY)).toBe(LAST_DAY);
  expect(await emptyCancelledYears(ON_LAST_DAY)).toBe(0);
  expect(contentOf(cancelled)).toEqual(WHOLE);
  expect(await emptyCancelledYears(AFTER)).toBe(2);
  expect([cancelled, later, living, other].map(contentOf)).toEqual([EMPTY, WHOLE, WHOLE, WHOLE]);
  expect(contentOf(titled).title).toBeNull();
  expect(db.select().from(jobs).all()).toHaveLength(6);
  expect(await emptyCancelledYears(AFTER)).toBe(0);
});
