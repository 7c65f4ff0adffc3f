import { startDayFor } from "../../../app/domain/diary/rules/calendar";
import { addDays, londonDay } from "../../../app/domain/kernel/time/days";
import { db } from "../../../db/client.server";
import { entries, loops, photos } from "../../../db/schema";

const PHOTOS_A_WEEK = 3;

/** A loop in its last week with this many weeks written, three photos each, without their files. */
export function giveLoop(accountId: string, weeks: number): string {
  const now = new Date();
  const deliveryDay = addDays(londonDay(now), 15);
  const { id: loopId } = db
    .insert(loops)
    .values({
      accountId,
      title: "A year",
      theme: "family",
      type: "family-adventures",
      startDay: startDayFor(deliveryDay),
      deliveryDay,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: loops.id })
    .get();
  for (let week = 1; week <= weeks; week += 1) {
    const words = { highlight: "A seal!", prompt: "What happened?", content: "It looked at us. ".repeat(60) };
    db.insert(entries)
      .values({ loopId, week, ...words, answerWords: 300, allWords: 302, createdAt: now, updatedAt: now })
      .run();
    for (let position = 1; position <= PHOTOS_A_WEEK; position += 1) givePhoto(loopId, week, position);
  }
  return loopId;
}

/** A photo of a week, without its file. */
function givePhoto(loopId: string, week: number, position: number): void {
  const key = `photos/${loopId}/${week}-${position}`;
  const size = { width: 3000, height: 2000, printWidth: 3000, printHeight: 2000, bytes: 900_000 };
  const keys = { originalKey: key, printKey: key, screenKey: key, thumbKey: key, sha256: key };
  db.insert(photos)
    .values({ loopId, week, position, fileName: "photo.jpg", ...size, ...keys, createdAt: new Date() })
    .run();
}
