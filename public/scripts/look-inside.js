/**
 * Turns the pages of the sample book without loading the page. The other spreads are fetched when the book comes within
 * a screen; until one is here, its link is followed as usual. The address, the focus and what a screen reader hears keep
 * up. Where the reader prefers reduced motion, and on a narrow screen, the page is just there.
 */
const TURN_MS = 450;
const SWIPE_PX = 48;

const turner = document.querySelector("[data-turner]");
const stage = turner.querySelector("[data-stage]");
const news = turner.querySelector("[role=status]");
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
const isNarrow = matchMedia("(max-width: 43.74em)");

/** What each address shows: the turner of that page, by its path and query. */
const fetched = new Map();
let turning;

const foot = () => turner.querySelector("[data-foot]");
const keyOf = (href) => {
  const { pathname, search } = new URL(href, location.href);
  return pathname + search;
};

async function fetchSpread(key) {
  if (fetched.has(key)) return;
  fetched.set(key, undefined);
  try {
    const answer = await fetch(key, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = answer.ok ? page.querySelector("[data-turner]") : null;
    if (!found) throw new Error(key);
    fetched.set(key, found);
    for (const { src } of found.querySelectorAll("[data-stage] img")) new Image().src = src;
  } catch {
    fetched.delete(key);
  }
}

const linksShown = () => [...foot().querySelectorAll("a")].filter((link) => link.checkVisibility?.() ?? true);

async function fetchNear() {
  for (const link of linksShown()) await fetchSpread(keyOf(link.href));
}

/** The same link in the new foot: a dot by its place, an arrow by its direction; at an end of the book, the book. */
function focusAgain(link) {
  const dots = (of) => [...of.querySelectorAll(".turner-dots a")];
  const at = link.rel ? -1 : dots(foot()).indexOf(link);
  return () => {
    const same = at < 0 ? linksShown().find(({ rel }) => rel === link.rel) : dots(foot())[at];
    (same ?? stage).focus({ preventScroll: true });
  };
}

/** A page of the leaf or under it, over one half of the open book. */
function layer(page, side, pages) {
  const cover = document.createElement("div");
  const copy = page.cloneNode(true);
  cover.setAttribute("aria-hidden", "true");
  cover.inert = true;
  Object.assign(cover.style, { position: "absolute", inset: "0", [side === "left" ? "right" : "left"]: "50%", zIndex: "1" });
  Object.assign(copy.style, { height: "100%" });
  cover.append(copy);
  pages.append(cover);
  return cover;
}

/** The leaf goes over from right to left, or back. */
async function turnLeaf(before, forwards) {
  const pages = stage.querySelector(".spread-pages");
  const [oldLeft, oldRight] = before;
  const [newLeft, newRight] = pages.children;
  if (!oldRight || !newRight || !pages.animate) return;
  const from = forwards ? "right" : "left";
  const still = layer(forwards ? oldLeft : oldRight, forwards ? "left" : "right", pages);
  const front = layer(forwards ? oldRight : oldLeft, from, pages);
  const back = layer(forwards ? newLeft : newRight, from, pages);
  back.firstChild.style.transform = "rotateY(180deg)";
  pages.style.perspective = "2600px";
  const origin = forwards ? "0 50%" : "100% 50%";
  const end = forwards ? -180 : 180;
  const moves = [front, back].map((face) => {
    face.style.transformOrigin = origin;
    face.style.backfaceVisibility = "hidden";
    face.style.transformStyle = "preserve-3d";
    face.firstChild.style.backfaceVisibility = "hidden";
    const turned = [{ transform: "rotateY(0deg)" }, { transform: `rotateY(${end}deg)` }];
    return face.animate(turned, { duration: TURN_MS, easing: "ease-in-out", fill: "forwards" }).finished;
  });
  await Promise.all(moves);
  for (const cover of [still, front, back]) cover.remove();
  pages.style.perspective = "";
}

async function show(link) {
  const key = keyOf(link.href);
  const found = fetched.get(key);
  if (!found || turning) return Boolean(turning);
  const placeOf = (of) => [...of.querySelectorAll(".turner-dots a")].findIndex((dot) => dot.ariaCurrent);
  const forwards = placeOf(found) > placeOf(turner);
  const isSameSpread = placeOf(found) === placeOf(turner);
  const before = [...stage.querySelector(".spread-pages").children];
  const focus = turner.contains(document.activeElement) ? focusAgain(link) : undefined;
  turner.dataset.page = found.dataset.page;
  stage.replaceChildren(...[...found.querySelector("[data-stage]").children].map((part) => part.cloneNode(true)));
  foot().replaceWith(found.querySelector("[data-foot]").cloneNode(true));
  history.replaceState(history.state, "", link.href);
  focus?.();
  const where = foot().querySelector(".turner-where");
  const [name, side] = [where.firstChild.textContent.trim(), where.querySelector("small").textContent];
  news.textContent = isNarrow.matches ? `${name}, ${side}` : name;
  void fetchNear();
  if (!isSameSpread && !isNarrow.matches && !lessMotion.matches) {
    turning = turnLeaf(before, forwards);
    await turning.catch(() => {});
    turning = undefined;
  }
  return true;
}

turner.addEventListener("click", (event) => {
  const link = event.target.closest("[data-foot] a");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!turning && !fetched.get(keyOf(link.href))) return;
  event.preventDefault();
  void show(link);
});

function turn(rel) {
  const link = linksShown().find((one) => one.rel === rel);
  if (link && fetched.get(keyOf(link.href))) void show(link);
}

turner.addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!rel || event.metaKey || event.ctrlKey || event.altKey) return;
  event.preventDefault();
  turn(rel);
});

let startX = null;
stage.addEventListener("touchstart", ({ touches }) => {
  startX = touches.length === 1 ? touches[0].clientX : null;
}, { passive: true });
stage.addEventListener("touchend", ({ changedTouches }) => {
  const by = startX === null ? 0 : changedTouches[0].clientX - startX;
  startX = null;
  if (Math.abs(by) > SWIPE_PX) turn(by < 0 ? "next" : "prev");
}, { passive: true });

new IntersectionObserver(
  ([seen], observer) => {
    if (!seen.isIntersecting) return;
    observer.disconnect();
    void fetchNear();
  },
  { rootMargin: "100%" },
).observe(turner);
