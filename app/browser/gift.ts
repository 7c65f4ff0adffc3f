import { reportUnexpected } from "./unexpected";

/**
 * Copies a voucher's code and shares it. The buttons appear with this script; without it the code can be selected, and a
 * link starts an email with it. The script blocks the page, because a download started while a script loads makes
 * Chromium abandon the script.
 */

document.addEventListener("DOMContentLoaded", () => {
  const said = document.querySelector("[data-said]");
  const copier = document.querySelector<HTMLElement>("[data-copies]");
  const sharer = document.querySelector<HTMLElement>("[data-shares]");
  const say = (words: string) => {
    if (said) said.textContent = words;
  };

  async function copy(text: string, words: string) {
    try {
      await navigator.clipboard.writeText(text);
      say(words);
    } catch (error) {
      // The browser may forbid it (DOMException), and has no clipboard on a page without https (TypeError).
      if (!(error instanceof DOMException || error instanceof TypeError)) reportUnexpected(error);
      const code = document.querySelector("[data-code]");
      if (code) getSelection()?.selectAllChildren(code);
      say("The code is selected. Copy it from your browser’s menu.");
    }
  }

  if (copier) {
    copier.hidden = false;
    copier.addEventListener("click", () => copy(copier.dataset.copies ?? "", "Code copied."));
  }
  if (sharer) {
    sharer.hidden = false;
    sharer.addEventListener("click", async () => {
      const url = sharer.dataset.shares ?? "";
      if (!navigator.share) return await copy(url, "Link copied. It includes the code.");
      try {
        await navigator.share({ title: "A year in a book, for you", url });
      } catch (error) {
        // Closing the share sheet is no failure.
        if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
      }
    });
  }
});
