/**
 * Turns the pages of a book without loading the page: the sample book of the home page, and a proof. The pages before and
 * after are fetched when the book comes within a screen. The address, the focus and what a screen reader hears keep up.
 * Where the reader prefers reduced motion, and on a narrow screen, the page is just there.
 */
const TURN_MS = 450;
// Further sideways than a trembling thumb moves.
const SWIPE_PX = 48;
// Spreads kept besides the open one; a whole proof would fill a telephone.
const MOST_KEPT = 16;

const turner = document.querySelector("[data-turner]");
const stage = turner.querySelector("[data-stage]");
const news = turner.querySelector("[role=status]");
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
const isNarrow = matchMedia("(max-width: 43.74em)");

/** What each address shows: a promise of the turner of that page, by its path and query. */
const fetched = new Map();
let moves = [];
let wanted;

const foot = (of = turner) => of.querySelector("[data-foot]");
const pagesOf = () => stage.querySelector(":is(.spread-pages, .open-book)");
const keyOf = (href) => {
  const { pathname, search } = new URL(href, location.href);
  return pathname + search;
};
const turnsHere = (link) => link.pathname === location.pathname && link.hash === `#${turner.dataset.turner}`;

async function load(key) {
  const answer = await fetch(key, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = answer.ok && !answer.redirected ? page.querySelector("[data-turner]") : null;
  if (!found) throw new Error(`No pages at ${key}.`);
  for (const { src } of found.querySelectorAll("[data-stage] img")) new Image().src = src;
  for (const photo of found.querySelectorAll("[data-stage] image")) new Image().src = photo.getAttribute("href");
  return found;
}

function fetchSpread(key) {
  if (!fetched.has(key)) {
    fetched.set(key, load(key));
    fetched.get(key).catch(() => fetched.delete(key));
    if (fetched.size > MOST_KEPT) fetched.delete(fetched.keys().next().value);
  }
  return fetched.get(key);
}

const linksShown = () => [...foot().querySelectorAll("a")].filter((link) => link.checkVisibility?.() ?? true);
const linkTo = (rel) => linksShown().find((one) => one.rel === rel);

async function fetchNear() {
  if (navigator.connection?.saveData) return;
  const near = [linkTo("next"), linkTo("prev"), ...foot().querySelectorAll(".turner-dots a")];
  for (const link of near) if (link) await fetchSpread(keyOf(link.href)).catch(() => {});
}

/** The same link in the new foot: an arrow by its direction, another by its address; at an end of the book, the book. */
function focusAgain(link) {
  const { rel, href } = link;
  return () => {
    const same = rel ? linkTo(rel) : linksShown().find((one) => one.href === href);
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
  const pages = pagesOf();
  const [oldLeft, oldRight] = before;
  const [newLeft, newRight] = pages?.children ?? [];
  if (!oldRight || !newRight || !pages.animate) return;
  const from = forwards ? "right" : "left";
  const still = layer(forwards ? oldLeft : oldRight, forwards ? "left" : "right", pages);
  const front = layer(forwards ? oldRight : oldLeft, from, pages);
  const back = layer(forwards ? newLeft : newRight, from, pages);
  back.firstChild.style.transform = "rotateY(180deg)";
  pages.style.perspective = "2600px";
  const origin = forwards ? "0 50%" : "100% 50%";
  const end = forwards ? -180 : 180;
  moves = [front, back].map((face) => {
    face.style.transformOrigin = origin;
    face.style.backfaceVisibility = "hidden";
    face.style.transformStyle = "preserve-3d";
    face.firstChild.style.backfaceVisibility = "hidden";
    const turned = [{ transform: "rotateY(0deg)" }, { transform: `rotateY(${end}deg)` }];
    return face.animate(turned, { duration: TURN_MS, easing: "ease-in-out", fill: "forwards" });
  });
  await Promise.all(moves.map(({ finished }) => finished)).catch(() => {});
  for (const cover of [still, front, back]) cover.remove();
  pages.style.perspective = "";
}

/** A newer wish counts, and a leaf still turning is then laid down at once. */
async function show(link, pressed) {
  const key = keyOf(link.href);
  wanted = key;
  const found = await fetchSpread(key);
  if (wanted !== key) return;
  for (const move of moves) move.finish();
  await Promise.all(moves.map(({ finished }) => finished));
  const by = Number(found.dataset.at) - Number(turner.dataset.at);
  const before = [...(pagesOf()?.children ?? [])];
  const focus = turner.contains(document.activeElement) ? focusAgain(link) : undefined;
  Object.assign(turner.dataset, found.dataset);
  stage.replaceChildren(...[...found.querySelector("[data-stage]").children].map((part) => document.importNode(part, true)));
  foot().replaceWith(document.importNode(foot(found), true));
  // Where a page is wider than the screen, somebody turning back arrives at its right-hand edge.
  stage.scrollTo(by < 0 ? stage.scrollWidth : 0, 0);
  if (pressed) {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = stage;
    stage.scrollTo(pressed.x * scrollWidth - clientWidth / 2, pressed.y * scrollHeight - clientHeight / 2);
  }
  bringStrip();
  // Somebody who turns from further down, by the strip, sees what has been opened.
  if (stage.getBoundingClientRect().bottom < innerHeight / 3) turner.scrollIntoView();
  history.replaceState(history.state, "", link.href);
  focus?.();
  const places = [...foot().querySelectorAll("[data-where]")];
  const where = places.find((place) => place.checkVisibility?.()) ?? places[0];
  const [name, side] = [where.firstChild.textContent.trim(), where.querySelector("small")?.textContent];
  news.textContent = side && isNarrow.matches ? `${name}, ${side}` : name;
  void fetchNear();
  if (by !== 0 && !isNarrow.matches && !lessMotion.matches) await turnLeaf(before, by > 0);
}

/** The strip of pages comes to where the reader is. */
function bringStrip() {
  const here = foot().querySelector(".leaves [aria-current]")?.closest("li");
  const strip = here?.parentElement;
  if (strip) strip.scrollLeft = here.offsetLeft - strip.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2;
}
bringStrip();

const follow = (link, pressed) => show(link, pressed).catch(() => location.assign(link.href));

turner.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || !turnsHere(link) || event.button) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  void follow(link, pressedIn(link, event));
});

/** The place on a page that is to be seen once it is enlarged, as shares of the page. */
function pressedIn(link, { clientX, clientY }) {
  if (foot().contains(link)) return undefined;
  const { left, top, width, height } = link.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

function turn(rel) {
  const link = linkTo(rel);
  if (link) void follow(link);
}

/** Keys count inside the book, and where nothing has the focus while the book is in sight. */
function isForBook(target) {
  if (target.closest("input, select, textarea")) return false;
  const { top, bottom } = stage.getBoundingClientRect();
  return turner.contains(target) || (target === document.body && bottom > 0 && top < innerHeight);
}

document.addEventListener("keydown", (event) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!rel || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey || !isForBook(event.target)) return;
  event.preventDefault();
  if (!moveOn(rel)) turn(rel);
});

/** A book wider than the screen is moved by the same keys to its other page first. */
function moveOn(rel) {
  const room = rel === "next" ? stage.scrollWidth - stage.clientWidth - stage.scrollLeft : stage.scrollLeft;
  if (room < 4) return false;
  stage.scrollBy({ left: rel === "next" ? room : -room, behavior: lessMotion.matches ? "auto" : "smooth" });
  return true;
}

// A book wider than the screen is moved by the same swipe, so that it turns at its edges alone.
let start = null;
stage.addEventListener("touchstart", ({ touches: [{ clientX, clientY }], touches }) => {
  const isAtEnd = stage.scrollLeft + stage.clientWidth > stage.scrollWidth - 4;
  start = touches.length === 1 ? { clientX, clientY, isAtStart: stage.scrollLeft < 4, isAtEnd } : null;
}, { passive: true });
// At an edge the swipe turns the page of the book, not of the browser.
stage.addEventListener("touchmove", (event) => {
  if (!start || !event.cancelable) return;
  const across = event.touches[0].clientX - start.clientX;
  const isSideways = Math.abs(across) > 2 * Math.abs(event.touches[0].clientY - start.clientY);
  if (isSideways && (across < 0 ? start.isAtEnd : start.isAtStart)) event.preventDefault();
});
stage.addEventListener("touchend", ({ changedTouches: [end] }) => {
  if (!start) return;
  const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
  const { isAtStart, isAtEnd } = start;
  start = null;
  if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(down)) return;
  if (across < 0 && isAtEnd) turn("next");
  if (across > 0 && isAtStart) turn("prev");
}, { passive: true });

new IntersectionObserver(
  ([seen], observer) => {
    if (!seen.isIntersecting) return;
    observer.disconnect();
    void fetchNear();
  },
  { rootMargin: "100%" },
).observe(turner);
