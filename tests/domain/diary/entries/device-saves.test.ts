import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { deviceSaves, entryVersions } from "#db/schema";
import { readDeviceSave } from "~/domain/diary/entries/device-saves.server";
import { keepSavedText, openWeek, type WriteRequest, writeWeek } from "~/domain/diary/entries/entries.server";
import { NO_WORDS } from "~/domain/diary/loops/entry-text";
import type { Loop } from "~/domain/diary/loops/loops.server";
import { addDays } from "~/domain/kernel/time/days";
import { loopOf, NOW, person } from "../../../support/people";

const ONE_PAGE = "one-page-of-the-week";
const ANOTHER_PAGE = "the-page-on-a-laptop";

function ownLoop(): Loop {
  const startDay = addDays("2026-11-20", -80);
  return loopOf(person("Ada").id, { startDay, deliveryDay: addDays(startDay, 378) });
}

/** A save of a page that was opened on an empty week. */
function save(loop: Loop, content: string, writer: string, number: number, change: Partial<WriteRequest> = {}) {
  const { accountId, id: loopId } = loop;
  const words = { ...NO_WORDS, content };
  const request = { accountId, loopId, week: 1, words, complete: false, revision: "0.0", isTyping: true, ...change };
  return writeWeek({ ...request, save: { writer, number } }, NOW);
}

function savedWords({ accountId, id }: Loop): string {
  const opened = openWeek(accountId, id, 1, NOW);
  return opened.ok ? opened.writing.words.content : "";
}

const versionsOf = ({ id }: Loop) => db.select().from(entryVersions).where(eq(entryVersions.loopId, id)).all();

describe("a save that a device sends again", () => {
  it("is saved once, also after another device has gone on from it", () => {
    const loop = ownLoop();
    const first = save(loop, "Rain.", ONE_PAGE, 1);
    expect(first).toMatchObject({ ok: true, revision: "0.1" });
    expect(save(loop, "Rain. Then sun.", ANOTHER_PAGE, 1, { revision: "0.1" })).toMatchObject({ revision: "0.2" });
    expect(save(loop, "Rain.", ONE_PAGE, 1)).toEqual(first);
    expect(savedWords(loop)).toBe("Rain. Then sun.");
    expect(versionsOf(loop)).toEqual([]);
  });

  it("is followed by a later one, although its page never heard the response", () => {
    const loop = ownLoop();
    save(loop, "Rain.", ONE_PAGE, 1);
    expect(save(loop, "Rain all day.", ONE_PAGE, 2)).toMatchObject({ ok: true, revision: "0.2" });
    expect(save(loop, "Rain.", ONE_PAGE, 1)).toMatchObject({ ok: true, revision: "0.2" });
    expect(savedWords(loop)).toBe("Rain all day.");
  });

  it("never goes over what another device saved in between", () => {
    const loop = ownLoop();
    save(loop, "Rain.", ONE_PAGE, 1);
    save(loop, "Sun.", ANOTHER_PAGE, 1, { revision: "0.1" });
    for (const _ of [1, 2]) {
      expect(save(loop, "Rain all day.", ONE_PAGE, 2)).toMatchObject({ ok: false, reason: "changed_meanwhile" });
    }
    expect(savedWords(loop)).toBe("Sun.");
    expect(versionsOf(loop)).toMatchObject([{ content: "Rain all day." }]);
  });

  it("is followed where it is the button of the form, which may ask for more than saving", () => {
    const loop = ownLoop();
    const own = "What did the ferry sound like?";
    save(loop, "Rain.", ONE_PAGE, 2, { questionChange: { kind: "own", question: own } });
    save(loop, "Rain.", ONE_PAGE, 2, { isTyping: false, questionChange: { kind: "withdrawn", question: own } });
    const opened = openWeek(loop.accountId, loop.id, 1, NOW);
    expect(opened).toMatchObject({ ok: true, writing: { isOwnQuestion: false, words: { content: "Rain." } } });
  });

  it("is not saved a second time where the button of the form has saved it", () => {
    const loop = ownLoop();
    const question = "What did the ferry sound like?";
    const pressed = save(loop, "Rain.", ONE_PAGE, 2, {
      isTyping: false,
      questionChange: { kind: "withdrawn", question },
    });
    expect(pressed).toMatchObject({ ok: true, revision: "0.1" });
    expect(save(loop, "Rain.", ONE_PAGE, 2)).toMatchObject({ ok: true, revision: "0.1" });
  });

  it("under its number but with another text is a save like any other", () => {
    const loop = ownLoop();
    save(loop, "Rain.", ONE_PAGE, 1);
    expect(save(loop, "Snow.", ONE_PAGE, 1)).toMatchObject({ ok: true, revision: "0.2" });
    expect(savedWords(loop)).toBe("Snow.");
  });

  it("counts for its week alone, and goes with its loop", () => {
    const [loop, other] = [ownLoop(), ownLoop()];
    save(loop, "Rain.", ONE_PAGE, 5);
    expect(save(other, "Sun.", ONE_PAGE, 1)).toMatchObject({ ok: true, revision: "0.1" });
    expect(save(loop, "Second week.", ONE_PAGE, 1, { week: 2 })).toMatchObject({ ok: true, revision: "0.1" });
    expect(db.select().from(deviceSaves).where(eq(deviceSaves.loopId, loop.id)).all()).toHaveLength(2);
  });

  it("is not asked about again once its writer has chosen, and nothing of its page goes over what they chose", () => {
    const choices = [
      ({ accountId, id: loopId }: Loop) => {
        const [words, settles] = [
          { ...NO_WORDS, content: "Sun. Rain." },
          { writer: ONE_PAGE, number: 3 },
        ];
        const chosen = { accountId, loopId, week: 1, words, complete: false, revision: "0.1", isChosen: true };
        writeWeek({ ...chosen, settles }, NOW);
        return words.content;
      },
      ({ accountId, id: loopId }: Loop) => {
        keepSavedText({ accountId, loopId, week: 1 }, { writer: ONE_PAGE, number: 3 }, NOW);
        return "Sun.";
      },
    ];
    for (const choose of choices) {
      const loop = ownLoop();
      save(loop, "Sun.", ANOTHER_PAGE, 2);
      expect(save(loop, "Rain.", ONE_PAGE, 2)).toMatchObject({ reason: "changed_meanwhile" });
      const chosen = choose(loop);
      // The same text, and the finishing of its week, which has the next number.
      expect(save(loop, "Rain.", ONE_PAGE, 2)).toMatchObject({ ok: true });
      expect(save(loop, "Rain.", ONE_PAGE, 3, { complete: true })).toMatchObject({ ok: true });
      expect(save(loop, "Rain all day.", ONE_PAGE, 4)).toMatchObject({ reason: "changed_meanwhile" });
      expect(savedWords(loop)).toBe(chosen);
    }
  });

  it("that can’t finish the week counts as saved, as a draft", () => {
    const loop = ownLoop();
    const incomplete = save(loop, "No photo.", ONE_PAGE, 1, { complete: true });
    expect(incomplete).toMatchObject({ ok: false, reason: "incomplete", revision: "0.1" });
    expect(save(loop, "No photo.", ONE_PAGE, 1, { complete: true })).toMatchObject({ ok: true, saved: "draft" });
  });
});

it.each(["", "short.1", `${ONE_PAGE}`, `${ONE_PAGE}.`, `${ONE_PAGE}.-1`, `${ONE_PAGE}.1e9`, `a b c d e f g h i j.1`])(
  "a name that no page gives itself (%j) is ignored",
  (text) => expect(readDeviceSave(text)).toBeUndefined(),
);
