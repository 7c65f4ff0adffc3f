import { around, find, findAll } from "./elements";
import { type TurningLeaf, turnLeaf } from "./turning-leaf";

/**
 * Turns the pages of a book without loading the page: the sample book of the home page, and a proof. The pages before and
 * after are fetched when the book comes within a screen. The address, the focus and what a screen reader hears keep up.
 * Where the reader prefers reduced motion, and on a narrow screen, the page is just there.
 */

/** Further sideways than a trembling thumb moves. */
const SWIPE_PX = 48;
/** Spreads kept besides the open one; a whole proof would fill a telephone. */
const MOST_CACHED = 16;

const turner = find(HTMLElement, "[data-turner]");
const stage = find(HTMLElement, "[data-stage]", turner);
const news = find(HTMLElement, "[role=status]", turner);
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
const isNarrow = matchMedia("(max-width: 43.74em)");

/** What each address shows: the turner of that page, by its path and query. */
const fetched = new Map<string, Promise<HTMLElement>>();
let leaf: TurningLeaf | undefined;
let wanted: string | undefined;

type Direction = "next" | "prev";

const foot = (of: HTMLElement = turner) => find(HTMLElement, "[data-foot]", of);
const pagesOf = () => findAll(HTMLElement, ":is(.spread-pages, .open-book)", stage)[0];
const keyOf = (href: string) => {
  const { pathname, search } = new URL(href, location.href);
  return pathname + search;
};
const turnsHere = (link: HTMLAnchorElement) =>
  link.pathname === location.pathname && link.hash === `#${turner.dataset.turner}`;

async function load(key: string): Promise<HTMLElement> {
  const response = await fetch(key, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!response.ok || response.redirected) throw new Error(`No pages at ${key}.`);
  const found = find(HTMLElement, "[data-turner]", page);
  for (const { src } of findAll(HTMLImageElement, "[data-stage] img", found)) new Image().src = src;
  for (const photo of findAll(SVGElement, "[data-stage] image", found)) {
    new Image().src = photo.getAttribute("href") ?? "";
  }
  return found;
}

function fetchSpread(key: string): Promise<HTMLElement> {
  const known = fetched.get(key);
  if (known) return known;
  const loading = load(key);
  fetched.set(key, loading);
  loading.catch(() => fetched.delete(key));
  const [oldest] = fetched.keys();
  if (oldest !== undefined && fetched.size > MOST_CACHED) fetched.delete(oldest);
  return loading;
}

const isVisible = (element: Element) => element.checkVisibility?.() ?? true;
const linksShown = () => findAll(HTMLAnchorElement, "a", foot()).filter(isVisible);
const linkTo = (direction: Direction) => linksShown().find(({ rel }) => rel === direction);

/** Somebody who saves data; no typing of it comes with TypeScript, because not all browsers say it. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

async function fetchNear() {
  if (savesData()) return;
  const near = [linkTo("next"), linkTo("prev"), ...findAll(HTMLAnchorElement, ".turner-dots a", foot())];
  for (const link of near) if (link) await fetchSpread(keyOf(link.href)).catch(() => {});
}

/** The same link in the new foot: an arrow by its direction, another by its address; at an end of the book, the book. */
function focusAgain({ rel, href }: HTMLAnchorElement) {
  return () => {
    const same = linksShown().find((one) => (rel ? one.rel === rel : one.href === href));
    (same ?? stage).focus({ preventScroll: true });
  };
}

const pagesIn = (pages: HTMLElement | undefined) => findAll(HTMLElement, ":scope > *", pages ?? new DocumentFragment());

interface Place {
  readonly x: number;
  readonly y: number;
}

/** A newer wish counts, and a leaf still turning is then laid down at once. */
async function show(link: HTMLAnchorElement, pressed?: Place) {
  const key = keyOf(link.href);
  wanted = key;
  const found = await fetchSpread(key);
  if (wanted !== key) return;
  await leaf?.layDown();
  const by = Number(found.dataset.at) - Number(turner.dataset.at);
  const before = pagesIn(pagesOf());
  const focus = turner.contains(document.activeElement) ? focusAgain(link) : undefined;
  Object.assign(turner.dataset, found.dataset);
  const shown = find(HTMLElement, "[data-stage]", found);
  stage.replaceChildren(...[...shown.children].map((part) => document.importNode(part, true)));
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
  news.textContent = nameShown();
  void fetchNear();
  const pages = pagesOf();
  if (!pages || by === 0 || isNarrow.matches || lessMotion.matches) return;
  leaf = turnLeaf(pages, before, by > 0);
  await leaf?.isDown;
}

/** What is open, for a screen reader; on a narrow screen with its side. */
function nameShown(): string {
  const places = findAll(HTMLElement, "[data-where]", foot());
  const where = places.find((place) => place.checkVisibility?.()) ?? places[0];
  const name = where?.firstChild?.textContent?.trim() ?? "";
  const side = where?.querySelector("small")?.textContent;
  return side && isNarrow.matches ? `${name}, ${side}` : name;
}

/** The strip of pages comes to where the reader is. */
function bringStrip() {
  const here = foot().querySelector(".leaves [aria-current]")?.closest("li");
  const strip = here?.parentElement;
  if (strip) strip.scrollLeft = here.offsetLeft - strip.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2;
}
bringStrip();

const follow = (link: HTMLAnchorElement, pressed?: Place) =>
  show(link, pressed).catch(() => location.assign(link.href));

turner.addEventListener("click", (event) => {
  const link = around(HTMLAnchorElement, "a", event.target);
  if (!link || !turnsHere(link) || event.button) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  void follow(link, pressedIn(link, event));
});

/** The place on a page that is to be seen once it is enlarged, as shares of the page. */
function pressedIn(link: HTMLAnchorElement, { clientX, clientY }: MouseEvent): Place | undefined {
  if (foot().contains(link)) return undefined;
  const { left, top, width, height } = link.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

function turn(direction: Direction) {
  const link = linkTo(direction);
  if (link) void follow(link);
}

/** Keys count inside the book, and where nothing has the focus while the book is in sight. */
function isForBook(target: EventTarget | null) {
  if (!(target instanceof Element) || target.closest("input, select, textarea")) return false;
  const { top, bottom } = stage.getBoundingClientRect();
  return turner.contains(target) || (target === document.body && bottom > 0 && top < innerHeight);
}

const DIRECTIONS: Readonly<Record<string, Direction>> = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  const direction = DIRECTIONS[event.key];
  if (!direction || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  if (!isForBook(event.target)) return;
  event.preventDefault();
  if (!moveOn(direction)) turn(direction);
});

/** A book wider than the screen is moved by the same keys to its other page first. */
function moveOn(direction: Direction) {
  const isNext = direction === "next";
  const room = isNext ? stage.scrollWidth - stage.clientWidth - stage.scrollLeft : stage.scrollLeft;
  if (room < 4) return false;
  stage.scrollBy({ left: isNext ? room : -room, behavior: lessMotion.matches ? "auto" : "smooth" });
  return true;
}

// A book wider than the screen is moved by the same swipe, so that it turns at its edges alone.
let start: { x: number; y: number; isAtStart: boolean; isAtEnd: boolean } | null = null;
stage.addEventListener(
  "touchstart",
  ({ touches }) => {
    const [touch] = touches;
    const isAtStart = stage.scrollLeft < 4;
    const isAtEnd = stage.scrollLeft + stage.clientWidth > stage.scrollWidth - 4;
    start = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, isAtStart, isAtEnd } : null;
  },
  { passive: true },
);
// At an edge the swipe turns the page of the book, not of the browser.
stage.addEventListener("touchmove", (event) => {
  const [touch] = event.touches;
  if (!start || !touch || !event.cancelable) return;
  const across = touch.clientX - start.x;
  const isSideways = Math.abs(across) > 2 * Math.abs(touch.clientY - start.y);
  if (isSideways && (across < 0 ? start.isAtEnd : start.isAtStart)) event.preventDefault();
});
stage.addEventListener(
  "touchend",
  ({ changedTouches: [end] }) => {
    if (!start || !end) return;
    const [across, down] = [end.clientX - start.x, end.clientY - start.y];
    const { isAtStart, isAtEnd } = start;
    start = null;
    if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(down)) return;
    if (across < 0 && isAtEnd) turn("next");
    if (across > 0 && isAtStart) turn("prev");
  },
  { passive: true },
);

new IntersectionObserver(
  ([seen], observer) => {
    if (!seen?.isIntersecting) return;
    observer.disconnect();
    void fetchNear();
  },
  { rootMargin: "100%" },
).observe(turner);
