import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { findAll } from "./elements";

/**
 * The tray counts down: times of the clock become minutes and seconds, a stitch goes with each minute, and what has left
 * loses its buttons. The time it took to come here is counted too, so that nothing seems undoable that is not.
 */

interface Countdown {
  words: HTMLElement;
  /** The line of the list; null in the summary of the tray. */
  row: HTMLElement | null;
  stitches: readonly HTMLElement[];
  endsAt: number;
}

const [said] = findAll(HTMLElement, "[data-held]");
const countdowns = findAll(HTMLElement, "[data-left]").map((words): Countdown => {
  const row = words.closest("li");
  const stitches = findAll(HTMLElement, ".staff-stitches i", row ?? words.closest("summary") ?? words);
  return { words, row, stitches, endsAt: Date.now() - performance.now() + Number(words.dataset.left) };
});
const rows = countdowns.filter(({ row }) => row);
const inTray = rows.filter(({ row }) => row?.closest(".staff-tray"));
const summary = countdowns.find(({ row }) => !row);

function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function show({ words, stitches, endsAt }: Countdown) {
  const left = endsAt - Date.now();
  words.textContent = left > 0 ? `${minutesAndSeconds(left)} left` : (words.dataset.over ?? "");
  for (const [minute, stitch] of stitches.entries()) stitch.classList.toggle("is-over", minute * MINUTE_MS >= left);
}

function tick() {
  for (const one of rows) {
    show(one);
    if (one.endsAt <= Date.now()) one.row?.querySelector("form")?.remove();
  }
  const there = inTray.filter(({ endsAt }) => endsAt > Date.now());
  const [next] = there.sort((one, other) => one.endsAt - other.endsAt);
  if (summary && next) show({ ...summary, endsAt: next.endsAt });
  if (summary && said) {
    said.textContent = formatFigureOf(there.length, "thing can be undone", "things can be undone");
  }
  if (next) setTimeout(tick, 1000 - (Date.now() % 1000));
  else if (summary?.words.parentElement) summary.words.parentElement.textContent = "Nothing to undo";
}

tick();
