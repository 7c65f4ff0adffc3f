import { formatUsed } from "~/domain/kernel/text/numbers";
import { countWords } from "~/domain/kernel/text/word-count";
import { findAll } from "./elements";

/** Counts words and characters below the fields of a week, in the sentences of app/ui/word-count.tsx. */
export function countWhatIsTyped(form: HTMLFormElement): void {
  for (const counter of findAll(HTMLElement, "[data-counts]", form)) {
    const field = document.getElementById(counter.dataset.counts ?? "");
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    const limit = Number(counter.dataset.limit ?? 0);
    const most = Number(counter.dataset.characters);
    const words = limit > 0 ? countWords(field.value) : 0;
    const { length } = field.value;
    const said = limit > 0 ? [formatUsed(words, limit, "words")] : [];
    if (length > most) said.push(formatUsed(length, most, "characters"));
    counter.textContent = said.join(", ");
    counter.classList.toggle("word-count-over", words > limit || length > most);
  }
}
