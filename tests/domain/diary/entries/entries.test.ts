import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { chosenPrompts, drafts, entries, entryVersions, LOOP_STATUSES, loops } from "#db/schema";
import { promptForWeek } from "~/domain/diary/catalogue/prompts";
import {
  completeWeek,
  entryOf,
  openWeek,
  type WriteRequest,
  weeksWritten,
  writeWeek,
} from "~/domain/diary/entries/entries.server";
import { restoreVersion } from "~/domain/diary/entries/versions.server";
import { lengthOf } from "~/domain/diary/loops/entry-text";
import { type EntryWords, entryProblems, readEntryWords } from "~/domain/diary/loops/forms";
import { type Loop, loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { addPhotos } from "~/domain/diary/photos/photo-adding.server";
import { LONGEST_DRAFT, LONGEST_REFLECTION } from "~/domain/diary/rules/entry-limits";
import { countWords } from "~/domain/kernel/text/word-count";
import { addDays } from "~/domain/kernel/time/days";
import { later, loopOf, NOW, person } from "../../../support/people";
import { plain, sentFile } from "../../../support/pictures";

const SENTENCE = "Please upload a photo and add a reflection";
const WORDS: EntryWords = {
  title: "Bramble and the gate",
  highlight: "She opened it herself",
  gratitude: "Dry socks",
  learned: "Gates are no hindrance",
  content: "We had not thought that she could.\nShe could.",
};

let picture: Buffer;
beforeAll(async () => {
  picture = await plain(60, 40).jpeg().toBuffer();
});

/** A loop in its twelfth week, with its owner. */
function ownLoop(given: Partial<Loop> = {}): Loop {
  const startDay = addDays("2026-11-20", -80);
  return loopOf(person("Ada").id, { startDay, deliveryDay: addDays(startDay, 378), ...given });
}

const revision = (loop: Loop, week = 1) => opened(loop, week).revision;

function opened(loop: Loop, week = 1, now = NOW) {
  const result = openWeek(loop.accountId, loop.id, week, now);
  if (!result.ok) throw new Error(result.reason);
  return result.writing;
}

function write(loop: Loop, change: Partial<WriteRequest> = {}, now = NOW) {
  const { accountId, id: loopId } = loop;
  const week = change.week ?? 1;
  const seen = change.revision ?? revision(loop, week);
  return writeWeek({ accountId, loopId, words: WORDS, complete: true, ...change, week, revision: seen }, now);
}

async function addPicture(loop: Loop, week = 1) {
  const { accountId, id: loopId } = loop;
  const sent = [{ path: sentFile(picture), name: "gate.jpg", tooLarge: false }];
  const added = await addPhotos({ accountId, loopId, week }, sent, NOW);
  if (added.added !== 1) throw new Error("The picture was refused.");
}

const entryRow = (loop: Loop, week = 1) =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.loopId, loop.id), eq(entries.week, week)))
    .get();
const draftRows = (loop: Loop) => db.select().from(drafts).where(eq(drafts.loopId, loop.id)).all();
const versionRows = (loop: Loop) =>
  db
    .select()
    .from(entryVersions)
    .where(eq(entryVersions.loopId, loop.id))
    .all()
    .sort((one, other) => one.version - other.version);

describe("opening a week", () => {
  it("shows its question and no words where nothing is written", () => {
    const loop = ownLoop();
    expect(opened(loop, 3)).toMatchObject({
      week: 3,
      prompt: promptForWeek("pet", "puppys-first-year", 3),
      words: { title: "", highlight: "", gratitude: "", learned: "", content: "" },
      photos: [],
      entry: undefined,
      hasDraft: false,
    });
  });

  it("shows the question its owner chose in place of it", () => {
    const loop = ownLoop();
    db.insert(chosenPrompts).values({ loopId: loop.id, week: 3, prompt: "What did she chew?", createdAt: NOW }).run();
    expect(opened(loop, 3).prompt).toBe("What did she chew?");
    expect(opened(loop, 4).prompt).not.toBe("What did she chew?");
  });

  it("shows the question its draft answers, also once the list asks in other words", () => {
    const loop = ownLoop();
    write(loop, { week: 3, complete: false });
    db.update(drafts).set({ prompt: "What was broken?" }).where(eq(drafts.loopId, loop.id)).run();
    expect(opened(loop, 3)).toMatchObject({ prompt: "What was broken?", isOwnQuestion: false });
    write(loop, { week: 3, complete: false, words: { ...WORDS, title: "Later" } });
    expect(draftRows(loop)).toMatchObject([{ prompt: "What was broken?", title: "Later" }]);
  });

  it("shows the question its entry answered, also once the list asks in other words", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    write(loop);
    db.update(entries).set({ prompt: "How was the night?" }).where(eq(entries.loopId, loop.id)).run();
    expect(opened(loop).prompt).toBe("How was the night?");
    write(loop, { words: { ...WORDS, title: "Later" } });
    expect(entryRow(loop)).toMatchObject({ prompt: "How was the night?", title: "Later" });
  });

  it("gives no other week a question that is no longer in the list", () => {
    const loop = ownLoop();
    const weeks = Array.from({ length: 13 }, (_, index) => index + 2);
    const former = (week: number) => `What did the list ask in week ${week}?`;
    for (const week of weeks) {
      const chosen = { loopId: loop.id, week, prompt: former(week), createdAt: NOW };
      db.insert(chosenPrompts).values(chosen).run();
    }
    for (let time = 0; time < 12; time += 1) {
      write(loop, { complete: false, questionChange: { kind: "another" } });
      expect(weeks.map(former)).not.toContain(opened(loop).prompt);
    }
    const kept = db.select().from(chosenPrompts).where(eq(chosenPrompts.loopId, loop.id)).all();
    expect(kept.filter(({ week }) => week > 1).map(({ prompt }) => prompt)).toEqual(weeks.map(former));
  });

  it.each([0, 53, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("has no week %d", (week) => {
    const loop = ownLoop();
    const { accountId, id } = loop;
    expect(openWeek(accountId, id, week, NOW)).toEqual({ ok: false, reason: "not_found" });
    expect(write(loop, { week, revision: "" })).toEqual({ ok: false, reason: "not_found" });
  });

  it("ahead of time is refused, to the day", () => {
    const loop = loopOf(person("Ben").id, { startDay: "2026-11-20" });
    const { accountId, id } = loop;
    const onDay = (day: string) => new Date(`${day}T09:00:00Z`);
    expect(openWeek(accountId, id, 2, onDay("2026-11-27"))).toEqual({ ok: false, reason: "not_yet" });
    expect(openWeek(accountId, id, 2, onDay("2026-11-28")).ok).toBe(true);
    expect(write(loop, { week: 2, revision: "0.0" }, onDay("2026-11-27"))).toEqual({
      ok: false,
      reason: "not_yet",
    });
    expect(draftRows(loop)).toEqual([]);
  });

  it("of a loop that begins next month shows week 1", () => {
    const { accountId, id } = loopOf(person("Cid").id, { startDay: "2026-12-20" });
    expect(openWeek(accountId, id, 1, NOW).ok).toBe(true);
    expect(openWeek(accountId, id, 2, NOW)).toEqual({ ok: false, reason: "not_yet" });
  });
});

describe("a draft", () => {
  it("is saved with nothing but a word", () => {
    const loop = ownLoop();
    const words = { ...WORDS, content: "", title: "", highlight: "Mud", gratitude: "", learned: "" };
    expect(write(loop, { words, complete: false })).toMatchObject({
      ok: true,
      saved: "draft",
      caughtUp: false,
    });
    expect(opened(loop)).toMatchObject({ words, hasDraft: true, entry: undefined });
    expect(entryOf(loop.accountId, loop.id, 1)).toBeUndefined();
  });

  it("is saved of a week that is not complete, which says what is missing", async () => {
    const loop = ownLoop();
    const without = write(loop, { words: { ...WORDS, content: "  \n " } });
    expect(without).toMatchObject({
      ok: false,
      reason: "incomplete",
      problems: [
        { field: "photo", message: SENTENCE },
        { field: "content", message: SENTENCE },
      ],
    });
    expect(opened(loop).words.title).toBe(WORDS.title);
    expect(write(loop)).toMatchObject({ problems: [{ field: "photo", message: SENTENCE }] });
    expect(opened(loop).words).toEqual(WORDS);
    await addPicture(loop);
    expect(write(loop, { words: { ...WORDS, content: "" } })).toMatchObject({
      problems: [{ field: "content", message: SENTENCE }],
    });
    expect(entryRow(loop)).toBeUndefined();
  });

  it("is saved of a reflection that is too long, whole", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    const content = "word ".repeat(501).trim();
    const result = write(loop, { words: { ...WORDS, content } });
    expect(result).toMatchObject({
      ok: false,
      reason: "incomplete",
      problems: [
        {
          field: "content",
          message:
            "Your answer has 501 words, and a week can have up to 500. All of it is saved as a draft; shorten it to finish the week",
        },
      ],
    });
    expect(opened(loop).words.content).toBe(content);
    expect(write(loop, { words: { ...WORDS, content: "word ".repeat(500) } })).toMatchObject({
      ok: true,
      saved: "entry",
    });
  });

  it("is saved of a week five times as long as its page, to the last character", () => {
    const loop = ownLoop();
    const others = lengthOf({ ...WORDS, content: "" });
    const content = "Ünd dann 👣 "
      .repeat(LONGEST_DRAFT)
      .slice(0, LONGEST_DRAFT - others - 8)
      .concat("The end.");
    const result = write(loop, { words: { ...WORDS, content } });
    expect(result).toMatchObject({ ok: false, reason: "incomplete" });
    expect(opened(loop).words.content === content).toBe(true);
  });

  it("is not made of a longer week, and what was saved before stays", () => {
    const loop = ownLoop();
    write(loop, { words: WORDS, complete: false });
    const content = "A.".repeat(120_000);
    const { revision } = opened(loop);
    expect(write(loop, { words: { ...WORDS, content }, revision })).toMatchObject({
      reason: "too_long",
      problems: [{ field: "content", message: expect.stringContaining("and a week can have up to 30,000") }],
    });
    expect(opened(loop)).toMatchObject({ words: WORDS, revision });
  });

  it("from before there was a limit can be looked at and shortened", async () => {
    const loop = ownLoop();
    const content = "A.".repeat(120_000);
    await addPicture(loop);
    db.insert(drafts).values({ loopId: loop.id, week: 1, prompt: "What?", content, updatedAt: NOW }).run();
    const { words, revision } = opened(loop);
    expect(write(loop, { words, revision })).toMatchObject({ reason: "incomplete" });
    expect(write(loop, { words: WORDS, revision: opened(loop).revision })).toMatchObject({ ok: true });
  });

  it("is too long for its page by its characters too", () => {
    const content = "A.".repeat(LONGEST_REFLECTION / 2);
    expect(entryProblems({ ...WORDS, content }, 1, countWords(content))).toEqual([]);
    expect(entryProblems({ ...WORDS, content: `${content}!` }, 1, countWords(content))).toEqual([
      {
        field: "content",
        message:
          "Your answer has 6,001 characters, and a week can have up to 6,000. All of it is saved as a draft; shorten it to finish the week",
      },
    ]);
  });

  it("is one for each week, and the newest words are the ones that are shown", () => {
    const loop = ownLoop();
    write(loop, { complete: false });
    write(loop, { complete: false, words: { ...WORDS, title: "Another title" } });
    write(loop, { complete: false, week: 2 });
    expect(draftRows(loop)).toHaveLength(2);
    expect(opened(loop).words.title).toBe("Another title");
    expect(opened(loop, 2).words).toEqual(WORDS);
  });
});

describe("completing a week", () => {
  it("changes no other week and no draft of one, of this loop or another", async () => {
    const [loop, other] = [ownLoop(), ownLoop()];
    for (const [each, week] of [
      [loop, 1],
      [loop, 2],
      [other, 1],
    ] as const) {
      await addPicture(each, week);
      write(each, { week });
    }
    const change = { words: { ...WORDS, title: "Later" } };
    write(loop, { ...change, week: 3, complete: false });
    write(other, { ...change, complete: false });
    const others = () => [entryRow(loop, 2), entryRow(other), draftRows(loop), draftRows(other)];
    const before = others();
    expect(before).toMatchObject([{ title: WORDS.title }, { title: WORDS.title }, [{ week: 3 }], [{ week: 1 }]]);
    write(loop, change);
    expect([entryRow(loop)?.title, others()]).toEqual(["Later", before]);
  });

  it("takes a photo and a reflection and lets the draft go", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    write(loop, { complete: false });
    const before = loopOwnedBy(loop.accountId, loop.id)?.contentVersion ?? 0;
    expect(write(loop, {}, later(9))).toMatchObject({ ok: true, saved: "entry", caughtUp: true });
    expect(entryRow(loop)).toMatchObject({
      ...WORDS,
      prompt: promptForWeek("pet", "puppys-first-year", 1),
      version: 1,
      caughtUp: true,
      moderation: "PENDING",
      createdAt: later(9),
    });
    expect(draftRows(loop)).toEqual([]);
    expect(loopOwnedBy(loop.accountId, loop.id)?.contentVersion).toBe(before + 1);
    expect(entryOf(loop.accountId, loop.id, 1)).toMatchObject({ entry: WORDS, photos: [{ position: 1 }] });
    expect(entryOf(person("Eve").id, loop.id, 1)).toBeUndefined();
    expect(opened(loop)).toMatchObject({ words: WORDS, hasDraft: false });
  });

  it("is not done over for a week that is complete, empty or not open yet", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    write(loop);
    db.update(entries).set({ moderation: "APPROVED" }).where(eq(entries.loopId, loop.id)).run();
    const before = [entryRow(loop), loopOwnedBy(loop.accountId, loop.id)];
    for (const week of [1, 2, 52]) completeWeek({ accountId: loop.accountId, loopId: loop.id, week }, NOW);
    expect([entryRow(loop), loopOwnedBy(loop.accountId, loop.id)]).toEqual(before);
    expect(draftRows(loop)).toEqual([]);
  });

  it("can be done with week 52 in the last week", () => {
    const { id, accountId } = ownLoop({ startDay: addDays("2026-11-20", -358) });
    expect(openWeek(accountId, id, 52, NOW).ok).toBe(true);
  });

  it("says whether the week was caught up on", async () => {
    const loop = ownLoop();
    for (const week of [11, 12]) await addPicture(loop, week);
    expect(write(loop, { week: 11 })).toMatchObject({ ok: true, caughtUp: true });
    expect(write(loop, { week: 12 })).toMatchObject({ ok: true, caughtUp: false });
    expect(weeksWritten(loop.id)).toEqual([11, 12]);
  });

  it("needs nothing but the photo and the reflection", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    const words = { title: "", highlight: "", gratitude: "", learned: "", content: "." };
    expect(write(loop, { words })).toMatchObject({ ok: true, saved: "entry" });
  });

  it("saves the entry's previous text, every time", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    write(loop);
    write(loop, { words: { ...WORDS, content: "Second thoughts" } }, later(60));
    const third = write(loop, { words: { ...WORDS, content: "Third thoughts" } }, later(120));
    expect(third).toMatchObject({ ok: true, saved: "entry", revision: "3.0" });
    const entry = entryRow(loop);
    expect(entry).toMatchObject({ version: 3, content: "Third thoughts", createdAt: NOW });
    expect(versionRows(loop)).toMatchObject([
      { version: 1, content: WORDS.content, title: WORDS.title, writtenAt: NOW },
      { version: 2, content: "Second thoughts", writtenAt: later(60) },
    ]);
  });

  it("with the same words again is no new version", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    const request = { revision: revision(loop) };
    expect(write(loop, request)).toMatchObject({ ok: true, revision: "1.0" });
    expect(write(loop, request)).toMatchObject({ ok: true, revision: "1.0" });
    expect(versionRows(loop)).toEqual([]);
  });

  it("a draft on top of an entry leaves the entry as it is until the week is saved again", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    write(loop);
    write(loop, { complete: false, words: { ...WORDS, content: "Half a thou" } });
    expect(entryRow(loop)?.content).toBe(WORDS.content);
    expect(opened(loop)).toMatchObject({ words: { content: "Half a thou" }, hasDraft: true });
  });

  it("that a moderator sent back goes before them again once it is mended", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    write(loop);
    db.update(entries)
      .set({ moderation: "REJECTED", flagReason: "blurred", moderationNotes: "Please take another photo" })
      .where(eq(entries.loopId, loop.id))
      .run();
    write(loop, { words: { ...WORDS, content: "Mended" } });
    expect(entryRow(loop)).toMatchObject({
      moderation: "PENDING",
      flagReason: null,
      moderationNotes: "Please take another photo",
    });
  });
});

describe("two windows with the same week", () => {
  it("the later one gets a conflict, and nothing is overwritten", () => {
    const loop = ownLoop();
    const both = revision(loop);
    const first = { ...WORDS, content: "From the first window" };
    const second = { ...WORDS, content: "From the second window" };
    expect(write(loop, { words: first, revision: both, complete: false }).ok).toBe(true);
    const told = write(loop, { words: second, revision: both, complete: false });
    expect(told).toMatchObject({ ok: false, reason: "changed_meanwhile", stored: { words: first } });
    expect(opened(loop).words).toEqual(first);
    if (told.ok || told.reason !== "changed_meanwhile") throw new Error("It was not told.");
    expect(write(loop, { words: second, revision: told.stored.revision, complete: false }).ok).toBe(true);
    expect(opened(loop).words).toEqual(second);
  });

  it("is a conflict where both were opened on the same draft", () => {
    const loop = ownLoop();
    write(loop, { complete: false });
    const both = revision(loop);
    const first = { ...WORDS, title: "From the first window" };
    expect(write(loop, { words: first, revision: both, complete: false })).toMatchObject({ revision: "0.2" });
    const second = { ...WORDS, title: "From the second window" };
    const told = write(loop, { words: second, revision: both, complete: false });
    expect(told).toMatchObject({ ok: false, reason: "changed_meanwhile", stored: { words: first } });
  });

  it("is a conflict also where the first completed the week meanwhile", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    const both = revision(loop);
    write(loop, { revision: both });
    const late = write(loop, { revision: both, words: { ...WORDS, content: "Older words" } });
    expect(late).toMatchObject({ ok: false, reason: "changed_meanwhile", stored: { words: WORDS } });
    expect(entryRow(loop)).toMatchObject({ version: 1, content: WORDS.content });
    expect(versionRows(loop)).toMatchObject([{ version: 2, content: "Older words" }]);
    write(loop, { words: { ...WORDS, content: "Newer words" } }, later(60));
    expect(entryRow(loop)).toMatchObject({ version: 3, content: "Newer words" });
  });

  it("loses neither: what was sent is saved before anybody is asked, and what is not chosen after it", () => {
    const loop = ownLoop();
    const both = revision(loop);
    const [first, second] = ["first", "second"].map((which) => ({
      ...WORDS,
      content: `The ${which} window`,
    }));
    if (!first || !second) throw new Error("There are two windows.");
    write(loop, { words: first, revision: both, complete: false });
    for (const _ of ["", "again"]) write(loop, { words: second, revision: both, complete: false }, later(60));
    expect(versionRows(loop)).toMatchObject([{ content: second.content, writtenAt: later(60) }]);
    write(loop, { words: second, complete: false, isChosen: true }, later(90));
    expect(opened(loop).words).toEqual(second);
    expect(versionRows(loop)).toMatchObject([{ content: first.content, writtenAt: NOW }]);
    const [kept] = versionRows(loop);
    expect(restoreVersion({ accountId: loop.accountId, loopId: loop.id, week: 1 }, kept?.version ?? 0, NOW).ok).toBe(
      true,
    );
    expect(opened(loop).words).toEqual(first);
    expect(versionRows(loop)).toMatchObject([{ content: second.content }]);
  });

  it("is a conflict where a newer draft lies on an entry, and a draft of an older entry is not taken for it", async () => {
    const loop = ownLoop();
    await addPicture(loop);
    write(loop, { complete: false });
    const onDraft = revision(loop);
    write(loop);
    write(loop, { complete: false, words: { ...WORDS, title: "Newer" } });
    expect(revision(loop)).not.toBe(onDraft);
    const late = write(loop, { revision: onDraft, words: { ...WORDS, title: "Older" } });
    expect(late).toMatchObject({ ok: false, reason: "changed_meanwhile" });
  });

  it("sending the same words twice is no conflict", () => {
    const loop = ownLoop();
    const both = revision(loop);
    expect(write(loop, { revision: both, complete: false }).ok).toBe(true);
    expect(write(loop, { revision: both, complete: false }).ok).toBe(true);
    expect(opened(loop).words).toEqual(WORDS);
  });

  it.each(["", "9.9", "0.0", "'; DROP TABLE drafts"])("a mark that was made up (%j) overwrites nothing", (revision) => {
    const loop = ownLoop();
    write(loop, { complete: false });
    const result = write(loop, { revision, words: { ...WORDS, content: "Made up" }, complete: false });
    expect(result).toMatchObject({ ok: false, reason: "changed_meanwhile" });
    expect(opened(loop).words).toEqual(WORDS);
  });
});

describe("a loop that has gone to print", () => {
  it.each(LOOP_STATUSES.filter((status) => status !== "ACTIVE"))(
    "and is %s can be read and not written",
    async (status) => {
      const loop = ownLoop();
      await addPicture(loop);
      write(loop);
      db.update(loops).set({ status }).where(eq(loops.id, loop.id)).run();
      const before = [entryRow(loop), draftRows(loop), loopOwnedBy(loop.accountId, loop.id)];
      for (const complete of [true, false]) {
        const words = { ...WORDS, content: "After print" };
        expect(write(loop, { complete, words })).toEqual({ ok: false, reason: "read_only" });
      }
      expect([entryRow(loop), draftRows(loop), loopOwnedBy(loop.accountId, loop.id)]).toEqual(before);
      expect(opened(loop).words).toEqual(WORDS);
      expect(entryOf(loop.accountId, loop.id, 1)?.photos).toHaveLength(1);
    },
  );
});

describe("the words of a form", () => {
  it("are read as they were typed, with one kind of line end and no invisible characters", () => {
    const form = new FormData();
    form.append("content", ' One\r\nTwo\rThree\u0000\u0007\tTab,  "teh"  end -- \'s... ');
    form.append("title", "Cafe\u0301");
    form.append("loop", "not a word of the week");
    form.append("learned", new File(["x"], "x.txt"));
    expect(readEntryWords(form)).toEqual({
      title: "Caf\u00e9",
      highlight: "",
      gratitude: "",
      learned: "",
      content: ' One\nTwo\nThree\tTab,  "teh"  end -- \'s... ',
    });
  });

  it.each([
    ["title", 120, "The title can have up to 120 characters. We’ve saved all of it as a draft"],
    ["highlight", 300, "The highlight can have up to 300 characters. We’ve saved all of it as a draft"],
    ["gratitude", 300, "What you’re grateful for can have up to 300 characters. We’ve saved all of it as a draft"],
    ["learned", 500, "What you learned can have up to 500 characters. We’ve saved all of it as a draft"],
  ] as const)("in %s may be %i characters long", (field, most, message) => {
    expect(entryProblems({ ...WORDS, [field]: "x".repeat(most) }, 1, 0)).toEqual([]);
    expect(entryProblems({ ...WORDS, [field]: "x".repeat(most + 1) }, 1, 0)).toEqual([{ field, message }]);
  });
});
