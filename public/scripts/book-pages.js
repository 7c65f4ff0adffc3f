// Arrow keys and swipes follow the page's own links. Where the page says so, its spread is swapped in place; elsewhere the
// link is followed. The next pages are loaded beforehand.
const part = () => document.querySelector("[data-swaps]");
const link = (rel) => document.querySelector(`:is(.page-turner, .proof-turner) a[rel="${rel}"]`);
const turn = (rel) => link(rel)?.click();

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
  if (event.key === "ArrowRight" || event.key === "PageDown") turn("next");
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn("prev");
  else return;
  event.preventDefault();
});

// Further sideways than a trembling thumb moves, and more sideways than down.
const FAR = 48;
let start = null;
document.addEventListener("touchstart", ({ touches, target }) => {
  // A spread wider than the screen is moved by the same swipe.
  const book = target.closest?.(".open-book");
  const isWide = book?.closest(".proof-spread")?.scrollWidth > innerWidth;
  start = book && !isWide && touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
}, { passive: true });
document.addEventListener("touchend", ({ changedTouches }) => {
  if (!start) return;
  const { clientX, clientY } = changedTouches[0];
  const [across, down] = [clientX - start.x, clientY - start.y];
  start = null;
  if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(down)) return;
  turn(across < 0 ? "next" : "prev");
}, { passive: true });

const pages = new Map();

/** The part of another page that takes this one's place. */
async function bring(href) {
  const answer = await fetch(href);
  if (!answer.ok || answer.redirected) throw new Error("Not a page of this book.");
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-swaps]");
}

function ahead() {
  const next = link("next");
  if (!next) return;
  if (part()) {
    if (!pages.has(next.href)) pages.set(next.href, bring(next.href).catch(() => pages.delete(next.href)));
    return;
  }
  const hint = document.createElement("link");
  hint.rel = "prefetch";
  hint.href = next.href;
  document.head.append(hint);
}

async function show(href) {
  const held = document.activeElement?.getAttribute("rel");
  const loaded = await (pages.get(href) ?? bring(href));
  if (!loaded) throw new Error("Nothing to show.");
  part().replaceWith(document.importNode(loaded, true));
  if (held) (link(held) ?? link("next") ?? link("prev"))?.focus({ preventScroll: true });
  ahead();
}

document.addEventListener("click", async (event) => {
  const followed = event.target.closest?.("[data-swaps] :is(.proof-turner, .leaves) a");
  if (!followed || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  try {
    await show(followed.href);
    history.pushState(null, "", followed.href);
  } catch {
    location.assign(followed.href);
  }
});
addEventListener("popstate", () => {
  if (part() && !location.hash.startsWith("#remark")) show(location.href).catch(() => location.reload());
});

ahead();
