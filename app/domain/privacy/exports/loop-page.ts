import { momentInWords } from "~/domain/kernel/time/format-days";
import { archivePage, data, dayInWords, escapeHtml } from "./archive-page";

/** A readable page of a loop: every week with its text, drafts, older versions and photos. */

interface Words {
  title: string;
  highlight: string;
  gratitude: string;
  learned: string;
  prompt: string;
  content: string;
}

interface PhotoOnPage {
  file: string;
  /** A file of the same photo that every browser shows, already turned; null where the photo itself is. */
  shownAs: string | null;
  caption: string;
  fileName: string;
  quarterTurns: number;
}

interface WeekOnPage {
  week: number;
  from: string;
  to: string;
  chosenPrompt: { prompt: string } | null;
  entry: (Words & { createdAt: Date; updatedAt: Date; moderation: string; moderationNotes: string | null }) | null;
  draft: (Words & { updatedAt: Date }) | null;
  olderVersions: readonly (Words & { version: number; writtenAt: Date })[];
  photos: readonly PhotoOnPage[];
  photosTakenOut: readonly PhotoOnPage[];
}

export interface LoopOnPage {
  loop: Readonly<Record<string, unknown>>;
  weeks: readonly WeekOnPage[];
}

interface LoopPageOptions {
  /** The name of the loop. */
  name: string;
  /** The folder of the photos, relative to the page: "photos/". */
  photos: string;
  /** Names of photo files that could not be included. */
  missing: ReadonlySet<string>;
  /** A link back to the parent page. */
  back?: { href: string; words: string };
}

const SHOWN_ELSEWHERE = ["theme", "type", "title"];

export function loopPage(record: LoopOnPage, shelf: LoopPageOptions): string {
  const about = Object.fromEntries(Object.entries(record.loop).filter(([name]) => !SHOWN_ELSEWHERE.includes(name)));
  const { back } = shelf;
  return archivePage(shelf.name, [
    back ? `<p><a href="${escapeHtml(back.href)}">${escapeHtml(back.words)}</a></p>` : "",
    `<h1>${escapeHtml(shelf.name)}</h1>`,
    data(about),
    record.weeks.length === 0 ? '<p class="quiet">Nothing written yet.</p>' : "",
    ...record.weeks.map((week) => weekPart(week, shelf)),
  ]);
}

function weekPart(week: WeekOnPage, shelf: LoopPageOptions): string {
  const { entry, draft, chosenPrompt } = week;
  return [
    `<section><h2>Week ${week.week}</h2>`,
    `<p class="quiet">${escapeHtml(dayInWords(week.from))} to ${escapeHtml(dayInWords(week.to))}</p>`,
    entry ? wordsPart(entry) : "",
    entry ? writtenPart(entry) : "",
    !entry && chosenPrompt ? `<p class="question">${escapeHtml(chosenPrompt.prompt)}</p>` : "",
    ...week.photos.map((photo) => photoPart(photo, shelf)),
    draft ? folded(`Draft, saved on ${momentInWords(draft.updatedAt)}`, wordsPart(draft)) : "",
    ...week.olderVersions.map((older) =>
      folded(`Version ${older.version}, of ${momentInWords(older.writtenAt)}`, wordsPart(older)),
    ),
    week.photosTakenOut.length > 0
      ? folded("Photos removed from this week", week.photosTakenOut.map((one) => photoPart(one, shelf)).join(""))
      : "",
    "</section>",
  ].join("\n");
}

function wordsPart(words: Words): string {
  return [
    words.title === "" ? "" : `<h3>${escapeHtml(words.title)}</h3>`,
    answer("Highlight", words.highlight),
    answer("Gratitude", words.gratitude),
    words.prompt === "" ? "" : `<p class="question">${escapeHtml(words.prompt)}</p>`,
    words.content === "" ? "" : `<p class="words">${escapeHtml(words.content)}</p>`,
    answer("Something I learned", words.learned),
  ].join("\n");
}

function answer(label: string, words: string): string {
  return words === "" ? "" : `<h3>${label}</h3><p class="words">${escapeHtml(words)}</p>`;
}

function writtenPart(entry: NonNullable<WeekOnPage["entry"]>): string {
  const changed = entry.updatedAt.getTime() !== entry.createdAt.getTime();
  const written = `Written on ${momentInWords(entry.createdAt)}`;
  const lines = [changed ? `${written}, changed on ${momentInWords(entry.updatedAt)}.` : `${written}.`];
  if (entry.moderationNotes) lines.push(`A note from us: ${entry.moderationNotes}`);
  return lines.map((line) => `<p class="quiet words">${escapeHtml(line)}</p>`).join("");
}

function photoPart(photo: PhotoOnPage, shelf: LoopPageOptions): string {
  const caption = photo.caption === "" ? "" : `<figcaption>${escapeHtml(photo.caption)}</figcaption>`;
  const shown = photo.shownAs ?? photo.file;
  if (shelf.missing.has(shown)) {
    return `<figure><p class="quiet">The photo ${escapeHtml(shown)} couldn’t be read when we made this copy.</p>${caption}</figure>`;
  }
  const words = photo.caption === "" ? photo.fileName : photo.caption;
  const turned = photo.quarterTurns === 0 || photo.shownAs ? "" : ` class="turn-${photo.quarterTurns}"`;
  return `<figure${turned}><img src="${escapeHtml(shelf.photos + shown)}" alt="${escapeHtml(words)}" loading="lazy">${caption}</figure>`;
}

function folded(summary: string, inside: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>\n${inside}\n</details>`;
}
