import { findAll } from "./elements";

/** Photos of a page that wait for their sizes: each is shown again, and what is said of it changes, once it has them. */

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
/** Somebody who leaves a page open overnight asks no more. */
const MOST_ASKED = 40;

function follow(said: HTMLElement, address: string, pause: number, asked: number): void {
  if (asked >= MOST_ASKED) return;
  setTimeout(async () => {
    if (await isReady(address)) return show(said, address);
    follow(said, address, Math.min(pause * 1.5, LONGEST_PAUSE_MS), asked + 1);
  }, pause);
}

/** Without a connection it is asked again like one that waits. */
async function isReady(address: string): Promise<boolean> {
  const response = await fetch(address, { method: "HEAD" }).catch(() => undefined);
  return response?.ok === true && !response.headers.has("Retry-After");
}

/** Loaded before it is shown, in the place that the other picture had. */
function show(said: HTMLElement, address: string): void {
  const fresh = `${address}?ready`;
  const loaded = new Image();
  loaded.addEventListener("load", () => {
    for (const picture of findAll(HTMLImageElement, `img[src="${address}"]`)) picture.src = fresh;
    said.textContent = "It’s ready for your book.";
  });
  loaded.src = fresh;
}

for (const said of findAll(HTMLElement, "[data-waiting]")) follow(said, said.dataset.waiting ?? "", FIRST_PAUSE_MS, 0);
