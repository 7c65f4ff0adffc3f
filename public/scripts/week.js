import { countWaiting, sendWaiting, whenJudged } from "./week-photos.js";

/**
 * The week's form: counts words, saves a draft a few seconds after typing stops and when the page is left, and sends its
 * photos before itself (week-photos.js). The form does all of it without scripts too.
 */
const PAUSE_MS = 3_000;
const TRY_AGAIN_MS = 10_000;
/** Browsers finish at most 64 KiB of requests with `keepalive` after a page is left. */
const MOST_OUTLIVING = 60_000;

const form = document.querySelector("[data-week-form]");
const state = form.querySelector("[data-save-state]");
const counters = form.querySelectorAll("[data-counts]");
const picker = form.querySelector('input[type="file"]');

/* Words */

// As the server counts, see app/domain/diary/loops/forms.ts. A browser that cannot tell such words apart counts one of each part.
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = Intl.Segmenter && new Intl.Segmenter("en", { granularity: "word" });

/** In slices, as the server does (app/domain/kernel/text/segments.ts): some browsers copy the whole text for each word. */
const SLICE = 256;
const UNSURE = 48;

function wordsIn(part) {
  if (!segmenter || !WITHOUT_SPACES.test(part)) return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part) ? 1 : 0;
  let words = 0;
  let from = 0;
  let size = SLICE;
  while (from < part.length) {
    let end = Math.min(part.length, from + size);
    if (end < part.length && /[\ud800-\udbff]/.test(part.charAt(end - 1))) end -= 1;
    const sure = end === part.length ? end : end - UNSURE;
    let next = from;
    for (const { segment, isWordLike } of segmenter.segment(part.slice(from, end))) {
      if (next + segment.length > sure) break;
      if (isWordLike) words += 1;
      next += segment.length;
    }
    size = next === from ? size * 2 : SLICE;
    from = next;
  }
  return words;
}

function countWords(typed) {
  return typed.split(/\s+/u).reduce((sum, part) => sum + wordsIn(part), 0);
}

function sayCount(count, most, what) {
  const number = (value) => value.toLocaleString("en-GB");
  return `${number(count)} of ${number(most)} ${what}${count > most ? `, ${number(count - most)} too many` : ""}`;
}

/** As app/ui/word-count.tsx writes it. */
function count() {
  for (const counter of counters) {
    const typed = document.getElementById(counter.dataset.counts).value.replace(/\r\n?/g, "\n");
    const limit = Number(counter.dataset.limit);
    const most = Number(counter.dataset.characters);
    const words = limit ? countWords(typed) : 0;
    const said = limit ? [sayCount(words, limit, "words")] : [];
    if (typed.length > most) said.push(sayCount(typed.length, most, "characters"));
    counter.textContent = said.join(", ");
    counter.classList.toggle("word-count-over", words > limit || typed.length > most);
  }
}

/* Drafts */

let timer;
let sending = null;
let isStopped = false;
let isSignedOut = false;
let isUnreached = false;
let isTooLate = false;
let isLeaving = false;

function words() {
  return new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
}

/** The writer's text, without the form's own fields. */
function typed() {
  const text = words();
  for (const name of ["csrf", "revision", "shownQuestion"]) text.delete(name);
  return text.toString();
}

let kept = typed();
/** What was refused because it is too long is sent again only once it has changed. */
let refused = null;

const NOT_SAVED_YET = "Not saved yet";

function say(sentence, isWarning = false) {
  state.textContent = sentence;
  state.classList.toggle("save-state-warning", isWarning);
}

function stop(sentence) {
  isStopped = true;
  say(sentence, true);
}

function wait(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(keep, milliseconds);
}

async function keep() {
  clearTimeout(timer);
  if (sending || isStopped || isLeaving || [kept, refused].includes(typed())) return;
  const now = typed();
  sending = send(now);
  await sending;
  sending = null;
  if (![kept, refused].includes(typed())) wait([kept, refused].includes(now) ? PAUSE_MS : TRY_AGAIN_MS);
}

async function send(now) {
  state.ariaLive = "polite";
  const body = words();
  const keepalive = body.toString().length < MOST_OUTLIVING;
  isSignedOut = false;
  isUnreached = false;
  try {
    const answer = await fetch(form.dataset.weekForm, { method: "POST", body, keepalive });
    if (answer.ok) {
      kept = now;
      form.elements.revision.value = answer.headers.get("X-Week-Revision") ?? form.elements.revision.value;
      say(`Draft saved at ${new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`);
    } else if (answer.status === 422) {
      refused = now;
      say(`Not saved. ${(await answer.json()).error}.`, true);
    } else if (answer.status === 409) {
      const { code, error } = await answer.json();
      isTooLate = code === "read_only";
      stop(isTooLate ? `${error}.` : "This week was changed somewhere else. We’ve kept both: press “Keep as a draft” to choose.");
    } else if (answer.status === 401 || answer.status === 403) {
      isSignedOut = true;
      stop("Not saved: you’ve been signed out. Keep it as a draft to sign in; we’ll bring your words along.");
    } else say("Not saved yet: we’ll keep trying", true);
  } catch {
    isUnreached = true;
    say("Not saved yet: we’ll keep trying", true);
  }
}

/**
 * Signed out with photos chosen: the words go the way they go without a script, which keeps them for the sign-in, and
 * this page stays open with its photos.
 */
async function waitForSignIn() {
  const body = words();
  body.append("intent", "draft");
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
  const outcome =
    answer?.type === "opaqueredirect"
      ? "We’ve kept your words, and your photos wait on this page"
      : "Your words and photos wait on this page";
  stop(`You’ve been signed out. ${outcome}. `);
  const link = document.createElement("a");
  link.textContent = "Sign in in another window";
  Object.assign(link, { href: "/auth", target: "_blank", rel: "noopener" });
  state.append(link, ", then come back and save again.");
}

form.addEventListener("input", ({ target }) => {
  if (target === picker) return;
  count();
  // Shown and not read out: it would be said after each pause of the typing.
  if (!isStopped && state.textContent !== NOT_SAVED_YET) {
    state.ariaLive = "off";
    say(NOT_SAVED_YET);
  }
  wait(PAUSE_MS);
});
addEventListener("pagehide", () => {
  if (!sending && !isStopped && !isLeaving && ![kept, refused].includes(typed())) send(typed());
});
addEventListener("online", () => wait(0));

/* Sending the form: the words first, then the photos, then the form itself */

let isReady = false;
let isBusy = false;

/** Said beside the button that was pressed, since the photos may be far above it. */
const bar = document.createElement("progress");
bar.className = "save-bar";
bar.max = 1;
bar.hidden = true;
bar.setAttribute("aria-label", "Saving photos");
state.before(bar);

function sayPhoto(number, of, share) {
  const sentence = `Saving… photo ${number} of ${of}`;
  if (state.textContent !== sentence) say(sentence);
  bar.hidden = false;
  bar.value = (number - 1 + share) / of;
}

form.addEventListener("submit", async (event) => {
  if (isReady || (!sending && countWaiting() === 0 && navigator.onLine && !isUnreached)) {
    isLeaving = true;
    return;
  }
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  clearTimeout(timer);
  await sending;
  isStopped = false;
  isSignedOut = false;
  isUnreached = false;
  say("Saving…");
  if (typed() !== kept) await send(typed());
  if (isUnreached || !navigator.onLine) {
    isBusy = false;
    say("There’s no connection, so this isn’t saved. It’s all still on this page: press again when you’re back online.", true);
    wait(TRY_AGAIN_MS);
    return;
  }
  await whenJudged();
  // A year that was sent to print takes neither: its form brings the words back to copy.
  const sent = isSignedOut || isTooLate ? { isSignedOut } : await sendWaiting(sayPhoto);
  bar.hidden = true;
  isBusy = false;
  if (sent.isSignedOut) {
    await waitForSignIn();
    return;
  }
  if (sent.failed) {
    await keep();
    say("Not all saved: one photo failed", true);
    sent.failed.focus();
    return;
  }
  say("Saving…");
  isReady = true;
  isLeaving = true;
  form.requestSubmit(event.submitter);
});
// A page restored from the back/forward cache goes on saving.
addEventListener("pageshow", () => {
  isReady = false;
  isLeaving = false;
  count();
});
