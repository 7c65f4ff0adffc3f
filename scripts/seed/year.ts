import { openWeek, writeWeek } from "../../app/domain/diary/entries/entries.server";
import { loopOwnedBy } from "../../app/domain/diary/loops/loops.server";
import { addPhotos } from "../../app/domain/diary/photos/photo-adding.server";
import { preparePhotosOf } from "../../app/domain/diary/photos/photo-preparing.server";
import { weekDays } from "../../app/domain/diary/rules/calendar";
import { addDays } from "../../app/domain/kernel/time/days";
import { type Album, type Picture, pictureOn } from "./album";
import type { LoopStory } from "./cast";
import type { WrittenWeek } from "./written-years";

/** Writes a year, week by week, each on its own evening. */

interface OwnLoop {
  accountId: string;
  loopId: string;
}

/** Writes every week of the story. @throws Error when the app refuses one, or asks another question. */
export async function writeYear(story: LoopStory, own: OwnLoop, album: Album): Promise<void> {
  const loop = loopOwnedBy(own.accountId, own.loopId);
  if (!loop) throw new Error(`There is no loop ${own.loopId}.`);
  for (const written of story.weeks) {
    const day = dayOfWriting(loop.startDay, written.week);
    const pictures = written.photos.map((name) => pictureOn(day, name, story.outdoors));
    await writeOneWeek(written, own, await photosOf(pictures, written.week, album), eveningOf(day));
  }
}

async function photosOf(pictures: readonly Picture[], week: number, album: Album) {
  const paths = await Promise.all(pictures.map((picture) => album.photograph(picture)));
  return paths.map((path, place) => ({ path, name: `week-${week}-${place + 1}.jpg`, tooLarge: false }));
}

type SentPhotos = Parameters<typeof addPhotos>[1];

/** A week as it is written; without its question nothing is compared with the catalogue's. */
type Written = Omit<WrittenWeek, "prompt" | "photos"> & Partial<Pick<WrittenWeek, "prompt">>;

export async function writeOneWeek(written: Written, own: OwnLoop, photos: SentPhotos, at: Date): Promise<void> {
  const { week, prompt, title = "", highlight, gratitude, learned = "", content } = written;
  const { accountId, loopId } = own;
  const opened = openWeek(accountId, loopId, week, at);
  if (!opened.ok) throw new Error(`Week ${week} cannot be opened: ${opened.reason}.`);
  if (prompt !== undefined && opened.writing.prompt !== prompt) {
    throw new Error(`Week ${week} asks “${opened.writing.prompt}” and what is written answers “${prompt}”.`);
  }
  const added = await addPhotos({ ...own, week }, photos, at);
  if (added.refused.length > 0) throw new Error(`Week ${week}: ${added.refused[0]?.reason}.`);
  await preparePhotosOf(loopId, at);
  const words = { title, highlight, gratitude, learned, content };
  const result = writeWeek({ accountId, loopId, week, words, revision: opened.writing.revision, complete: true }, at);
  if (!result.ok) throw new Error(`Week ${week} was not taken: ${result.reason}.`);
}

/** The last day of a week or one of the two before it, so that entries fall on different weekdays. */
function dayOfWriting(startDay: string, week: number): string {
  return addDays(weekDays(startDay, week).to, -(week % 3));
}

/** A quarter past seven UTC: in London the evening of the same day, in summer and in winter. */
export function eveningOf(day: string): Date {
  return new Date(`${day}T19:15:00Z`);
}
