import { around, find, findAll } from "./elements";

/**
 * Turns the home page's slides every twelve seconds. Stops when somebody pauses them, chooses one, points at them or
 * focuses them, while they are out of sight, and where the reader prefers reduced motion.
 */

const TURN_EVERY_MS = 12_000;

const slider = find(HTMLElement, "[data-slides]");
const slides = [...slider.children].filter((slide) => slide instanceof HTMLElement);
const carousel = slider.parentElement ?? slider;
const button = find(HTMLButtonElement, "[data-turns]", carousel);
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
const canHover = matchMedia("(hover: hover)");

let current = 0;
let turning = true;
let timer: ReturnType<typeof setTimeout> | undefined;

function show(place: number) {
  const left = slides[place]?.offsetLeft ?? 0;
  slider.scrollTo({ left, behavior: lessMotion.matches ? "instant" : "smooth" });
}

/** Only the slide in view can be focused and is read out. */
function settle() {
  current = Math.round(slider.scrollLeft / slider.clientWidth);
  const shown = slides[current];
  button.dataset.theme = shown?.dataset.theme;
  const hadFocus = document.activeElement?.closest(".bobbins");
  for (const slide of slides) slide.inert = slide !== shown;
  if (hadFocus && shown && !shown.contains(hadFocus)) {
    find(HTMLElement, ".bobbins [aria-current]", shown).focus({ preventScroll: true });
  }
  restart();
}

function mayTurn() {
  const isLookedAt = (canHover.matches && carousel.matches(":hover")) || carousel.contains(document.activeElement);
  const isInSight = !document.hidden && carousel.getBoundingClientRect().bottom > 0;
  return turning && !lessMotion.matches && !isLookedAt && isInSight;
}

function restart() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (mayTurn()) show((current + 1) % slides.length);
    restart();
  }, TURN_EVERY_MS);
}

function setTurning(isTurning: boolean) {
  turning = isTurning;
  for (const words of findAll(HTMLElement, "[data-shown-while]", button)) {
    words.hidden = words.dataset.shownWhile !== (turning ? "turning" : "resting");
  }
  restart();
}

function welcomeMotion() {
  button.hidden = lessMotion.matches;
}

slider.addEventListener("click", (event) => {
  const bobbin = around(HTMLAnchorElement, ".bobbins a", event.target);
  if (!bobbin) return;
  event.preventDefault();
  setTurning(false);
  show(slides.findIndex((slide) => bobbin.hash === `#${slide.id}`));
});

let settling: ReturnType<typeof setTimeout> | undefined;
slider.addEventListener("scroll", () => {
  clearTimeout(settling);
  settling = setTimeout(settle, 120);
});
addEventListener("resize", () => show(current));
button.addEventListener("click", () => setTurning(!turning));
lessMotion.addEventListener("change", welcomeMotion);

welcomeMotion();
settle();
