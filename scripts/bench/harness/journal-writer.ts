import { openWeek } from "../../../app/domain/diary/entries/entries.server";
import { versionsOf } from "../../../app/domain/diary/entries/versions.server";
import { WEEKS } from "../../../app/domain/diary/rules/calendar";
import { brokenOff, nextAddress, type Writer } from "./acknowledged";
import { giveLoop, givePhoto } from "./loops";
import { signIn } from "./people";

/** One in this many texts is saved as an entry, the others as drafts. */
const SAVES_EVERY = 4;

/** Writes in the weeks of a loop, draft after draft and entry after entry. Texts are numbered, to tell the newer. */
export async function journalWriter(origin: string, accountId: string, email: string): Promise<Writer> {
  const browser = await signIn(origin, email);
  const loopId = giveLoop(accountId, 0);
  for (let week = 1; week <= WEEKS; week += 1) givePhoto(loopId, week, 1);
  await browser.open(`/dashboard?loop=${loopId}`);
  let written = 0;
  let acknowledged = 0;
  /** By week: the number of the newest acknowledged text, and the numbers of those acknowledged as entries. */
  const newest = new Map<number, number>();
  const entries = new Map<number, number[]>();
  const open = (week: number) => openWeek(accountId, loopId, week, new Date());
  return {
    async write() {
      // A text whose connection breaks may arrive, so its number is used up.
      written += 1;
      const number = written;
      const week = 1 + (number % WEEKS);
      const opened = open(week);
      if (!opened.ok) throw new Error(`Week ${week} cannot be written: ${opened.reason}.`);
      const isSaved = number % SAVES_EVERY === 0;
      const fields = {
        loop: loopId,
        week: String(week),
        revision: opened.writing.revision,
        intent: "save",
        content: `Text ${number}. ${"It looked at us for a long time. ".repeat(40)}`,
      };
      const path = isSaved ? "/dashboard" : "/dashboard/draft";
      const response = await browser.post(path, fields, nextAddress()).catch(brokenOff);
      if (!response) return null;
      if (response.status !== (isSaved ? 303 : 204)) throw new Error(`${path} answered ${response.status}.`);
      acknowledged += 1;
      newest.set(week, number);
      if (isSaved) entries.set(week, [...(entries.get(week) ?? []), number]);
      return "done";
    },
    acknowledged: () => acknowledged,
    missing() {
      const missing: string[] = [];
      for (const [week, number] of newest) {
        const opened = open(week);
        if (!opened.ok || numberOf(opened.writing.words) < number) missing.push(`week ${week}: text ${number}`);
        const saved = entries.get(week) ?? [];
        if (saved.length === 0) continue;
        const found = versionsOf(accountId, loopId, week);
        const stored = new Set(found ? [found.writing.words, ...found.versions].map(numberOf) : []);
        missing.push(...saved.filter((one) => !stored.has(one)).map((one) => `week ${week}: entry ${one}`));
      }
      return missing;
    },
  };
}

function numberOf({ content }: { content: string }): number {
  return Number(/^Text (\d+)\./.exec(content)?.[1] ?? 0);
}
