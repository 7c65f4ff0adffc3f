/**
 * Turns the home page's slides every twelve seconds. Stops when somebody pauses them, chooses one, points at them or
 * focuses them, while they are out of sight, and where the reader prefers reduced motion.
 */
const TURN_EVERY_MS = 12_000;

const slider = document.querySelector("[data-slides]");
const slides = [...slider.children];
const carousel = slider.parentElement;
const button = carousel.querySelector("[data-turns]");
const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
const canHover = matchMedia("(hover: hover)");

let current = 0;
let turning = true;
let timer;

function show(place) {
  slider.scrollTo({ left: slides[place].offsetLeft, behavior: lessMotion.matches ? "instant" : "smooth" });
}

/** Only the slide in view can be focused and is read out. */
function settle() {
  current = Math.round(slider.scrollLeft / slider.clientWidth);
  button.dataset.theme = slides[current].dataset.theme;
  const hadFocus = document.activeElement?.closest(".bobbins");
  for (const [place, slide] of slides.entries()) slide.inert = place !== current;
  if (hadFocus && !slides[current].contains(hadFocus)) {
    slides[current].querySelector(".bobbins [aria-current]").focus({ preventScroll: true });
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

function setTurning(isTurning) {
  turning = isTurning;
  for (const words of button.querySelectorAll("[data-shown-while]")) {
    words.hidden = words.dataset.shownWhile !== (turning ? "turning" : "resting");
  }
  restart();
}

function welcomeMotion() {
  button.hidden = lessMotion.matches;
}

slider.addEventListener("click", (event) => {
  const bobbin = event.target.closest(".bobbins a");
  if (!bobbin) return;
  event.preventDefault();
  setTurning(false);
  show(slides.findIndex((slide) => bobbin.hash === `#${slide.id}`));
});

let settling;
slider.addEventListener("scroll", () => {
  clearTimeout(settling);
  settling = setTimeout(settle, 120);
});
addEventListener("resize", () => show(current));
button.addEventListener("click", () => setTurning(!turning));
lessMotion.addEventListener("change", welcomeMotion);

welcomeMotion();
settle();
