import type { WrittenWeek } from "~/domain/diary/entries/written-weeks.server";
import type { EntryProblem, EntryWords } from "~/domain/diary/loops/forms";
import { clean } from "~/domain/kernel/text/typed-text";
import { all, type Fields } from "~/web/json-fields";
import { publicAddress } from "~/web/public-address.server";

/** A week for API clients, complete or a draft. */
export function entryData({ id, loopId, week, isCompleted, words, prompt, revision, ...rest }: WrittenWeek) {
  const photos = rest.photos.map(({ id, caption, isWaiting }) => ({
    id,
    url: publicAddress(`/photos/${id}/screen`),
    thumbnailUrl: publicAddress(`/photos/${id}/thumb`),
    caption,
    /** Its sizes are still being made: both addresses show a picture in their place. */
    waiting: isWaiting,
  }));
  return {
    id,
    loopId,
    weekNumber: week,
    status: isCompleted ? "completed" : "draft",
    ...words,
    prompt,
    photo: photos[0]?.url ?? null,
    photos,
    createdAt: rest.createdAt.toISOString(),
    updatedAt: rest.updatedAt.toISOString(),
    /** Sent back with a change, it prevents overwriting a change made elsewhere in the meantime. */
    revision,
  };
}

export const WORD_FIELDS = all("text", "title", "content", "highlight", "gratitude", "learned");

/** The text as sent; fields left out keep their value. */
export function wordsIn(sent: Fields<typeof WORD_FIELDS>, stored: EntryWords): EntryWords {
  const { title, highlight, gratitude, learned, content } = sent;
  const words = (text: string | undefined, earlier: string) => (text === undefined ? earlier : clean(text, "prose"));
  return {
    title: words(title, stored.title),
    highlight: words(highlight, stored.highlight),
    gratitude: words(gratitude, stored.gratitude),
    learned: words(learned, stored.learned),
    content: words(content, stored.content),
  };
}

/** The reasons why the week is still a draft instead of complete. */
export function problemData(problems: readonly EntryProblem[]) {
  return problems.length === 0 ? {} : { message: problems[0]?.message, problems };
}
