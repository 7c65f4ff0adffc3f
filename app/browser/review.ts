import { SHORTEST_NOTE } from "~/domain/backoffice/moderation/rules";
import { find, findAll } from "./elements";
import { areKeysOn, followKeys, switchKeys } from "./key-choice";

/**
 * The bench of a reviewer without a mouse: each button is pressed by the key on it, outside fields alone. Reject and Flag
 * go to the note first, which Ctrl+Enter sends. The keys can be turned off in this browser.
 */

/** For this time after a page has come no key decides about it: it may have been meant for the entry before. */
const UNSEEN_MS = 400;

const note = find(HTMLTextAreaElement, "#judge textarea");
const buttons = new Map(findAll(HTMLButtonElement, "[data-key]").map((button) => [button.dataset.key ?? "", button]));
const about = find(HTMLElement, "[data-keys]");
const shownAt = performance.now();
let chosen: HTMLButtonElement | undefined;
let isSent = false;

followKeys(() => {
  const isOn = areKeysOn();
  about.hidden = false;
  about.dataset.keys = isOn ? "on" : "off";
  find(HTMLElement, "p", about).hidden = !isOn;
  find(HTMLButtonElement, "button", about).textContent = isOn ? "Turn keys off" : "Turn keys on";
  for (const [key, button] of buttons) {
    if (isOn) button.setAttribute("aria-keyshortcuts", key);
    else button.removeAttribute("aria-keyshortcuts");
  }
});
find(HTMLButtonElement, "button", about).addEventListener("click", () => switchKeys(!areKeysOn()));

function press(button: HTMLButtonElement | undefined) {
  if (isSent || !button) return;
  if (button.dataset.needsNote && note.value.trim().length < SHORTEST_NOTE) {
    chosen = button;
    note.focus();
  } else button.click();
}

// A decision is sent once; from a page that somebody comes back to it can be sent again.
document.addEventListener("submit", () => {
  isSent = true;
});
addEventListener("pageshow", () => {
  isSent = false;
});

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (target === note) {
    if (key === "Escape") note.blur();
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) press(chosen ?? buttons.get("r"));
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !areKeysOn()) return;
  if (target instanceof Element && target.closest("input:not([type=radio]), select, textarea")) return;
  const button = buttons.get(key.toLowerCase());
  if (!button || performance.now() - shownAt < UNSEEN_MS) return;
  event.preventDefault();
  press(button);
});
