import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { drafts, entries, photos } from "#db/schema";
import { type DraftsDecision, signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

it("a year with an unfinished week is sent to print only with a decision about that week", () => {
  const { id: accountId } = person("Rosie");
  const { id: loopId } = loopOf(accountId, { startDay: "2025-11-20" });
  const written = { loopId, prompt: "?", updatedAt: NOW };
  db.insert(entries)
    .values({ ...written, week: 1, content: "-", createdAt: NOW })
    .run();
  db.insert(drafts)
    .values({ ...written, week: 2, content: "Half of it." })
    .run();
  const signOff = (decided: DraftsDecision | null) => signOffLoop(accountId, loopId, 1, NOW, decided);
  for (const decided of [null, { weeks: [3], print: false }, { weeks: [2], print: true }])
    expect(signOff(decided)).toEqual({ ok: false, reason: "undecided" });
  expect(signOff({ weeks: [2], print: false })).toMatchObject({ ok: true, loop: { status: "COMPLETED" } });
});

it("a year is not sent to print while a photo of it is prepared, because its proof does not show that", () => {
  const { id: accountId } = person("Rosie");
  const { id: loopId } = loopOf(accountId, { startDay: "2025-11-20" });
  db.insert(entries).values({ loopId, prompt: "?", updatedAt: NOW, week: 1, content: "-", createdAt: NOW }).run();
  givePhoto("photos/one.jpg", 4, 3, { loopId, week: 1, isWaiting: true });
  expect(signOffLoop(accountId, loopId, 1, NOW)).toEqual({ ok: false, reason: "changed_since" });
  db.update(photos).set({ isWaiting: false }).run();
  expect(signOffLoop(accountId, loopId, 1, NOW)).toMatchObject({ ok: true });
});
