// Arrow keys and swipes follow the page's own links; the next pages are preloaded.
const link = (rel) => document.querySelector(`.page-turner a[rel="${rel}"]`);
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
const book = document.querySelector(".open-book");
book?.addEventListener("touchstart", ({ touches }) => {
  start = touches.length === 1 ? { x: touches[0].clientX, y: touches[0].clientY } : null;
}, { passive: true });
book?.addEventListener("touchend", ({ changedTouches }) => {
  if (!start) return;
  const { clientX, clientY } = changedTouches[0];
  const [across, down] = [clientX - start.x, clientY - start.y];
  start = null;
  if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(down)) return;
  turn(across < 0 ? "next" : "prev");
}, { passive: true });

const ahead = link("next");
if (ahead) {
  const hint = document.createElement("link");
  hint.rel = "prefetch";
  hint.href = ahead.href;
  document.head.append(hint);
}
