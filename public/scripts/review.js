/**
 * The bench of a reviewer without a mouse: each button is pressed by the key on it, outside fields alone. Reject and Flag
 * go to the note first, which Ctrl+Enter sends. The keys can be turned off in this browser.
 */
// So long after a page has come, no key decides about it: it may have been meant for the entry before.
const UNSEEN_MS = 400;
const SHORTEST_NOTE = 3;
/** The same choice as for every key of the back office (staff-keys.js). */
const OFF = "loop-keys-off";

const note = document.querySelector("#judge textarea");
const buttons = new Map([...document.querySelectorAll("[data-key]")].map((button) => [button.dataset.key, button]));
const about = document.querySelector("[data-keys]");
const shownAt = performance.now();
let chosen;
let isSent = false;

const isOn = () => localStorage.getItem(OFF) === null;

function sayKeys() {
  about.hidden = false;
  about.dataset.keys = isOn() ? "on" : "off";
  about.querySelector("p").hidden = !isOn();
  about.querySelector("button").textContent = isOn() ? "Turn keys off" : "Turn keys on";
  for (const [key, button] of buttons) {
    if (isOn()) button.setAttribute("aria-keyshortcuts", key);
    else button.removeAttribute("aria-keyshortcuts");
  }
}

about.querySelector("button").addEventListener("click", () => {
  if (isOn()) localStorage.setItem(OFF, "1");
  else localStorage.removeItem(OFF);
  dispatchEvent(new Event("loop-keys"));
});

function press(button) {
  if (isSent) return;
  if (button.dataset.needsNote && note.value.trim().length < SHORTEST_NOTE) {
    chosen = button;
    note.focus();
  } else button.click();
}

// A decision is sent once; whoever comes back to this page can send again.
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
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !isOn()) return;
  if (target.closest("input:not([type=radio]), select, textarea")) return;
  const button = buttons.get(key.toLowerCase());
  if (!button || performance.now() - shownAt < UNSEEN_MS) return;
  event.preventDefault();
  press(button);
});

addEventListener("loop-keys", sayKeys);
sayKeys();
