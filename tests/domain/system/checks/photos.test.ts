import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { photos } from "#db/schema";
import { findingsOf } from "~/domain/system/checks/doctor.server";
import { PHOTOS } from "~/domain/system/checks/photos.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { givePhoto } from "../../../support/photo-rows";

const MINUTE = 60;

it("photos that wait are well for a quarter of an hour, and an alarm from then on", async () => {
  const { id: loopId } = loopOf(person("Ada").id);
  const said = async (minutes: number) =>
    (await findingsOf(PHOTOS, later(minutes * MINUTE))).map(({ state, message }) => [state, message]);
  givePhoto("photos/ready.jpg", 4, 3, { loopId, week: 2 });
  expect(await said(500)).toEqual([["well", "None is waiting."]]);
  givePhoto("photos/one.jpg", 4, 3, { loopId, week: 1, isWaiting: true });
  givePhoto("photos/two.jpg", 4, 3, { loopId, week: 1, position: 2, isWaiting: true, createdAt: later(60) });
  expect(await said(14)).toEqual([["well", "2 waiting, the oldest for 14 min."]]);
  expect(await said(15)).toEqual([["failing", "2 waiting, the oldest for 15 min."]]);
  const [check] = PHOTOS;
  expect(await check?.assess(later(15 * MINUTE), {})).toMatchObject({
    alarm: "The oldest of 2 photos has waited for more than 15 minutes.",
  });
  db.update(photos).set({ isWaiting: false }).run();
  expect(await check?.assess(NOW, {})).toMatchObject({ state: "well" });
});
