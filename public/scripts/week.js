/**
 * The week's form: counts words, saves a draft a few seconds after typing stops and when the page is left, previews
 * photos, and uploads them one after the other with their progress. The form does all of it without scripts too.
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

// As the server counts, see app/domain/loops/forms.ts. A browser that cannot tell such words apart counts one of each part.
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = Intl.Segmenter && new Intl.Segmenter("en", { granularity: "word" });

/** In slices, as the server does (app/domain/text/segments.ts): some browsers copy the whole text for each word. */
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
  const body = words();
  const keepalive = body.toString().length < MOST_OUTLIVING;
  isSignedOut = false;
  try {
    const answer = await fetch(form.dataset.weekForm, { method: "POST", body, keepalive });
    if (answer.ok) {
      kept = now;
      form.elements.revision.value = answer.headers.get("X-Week-Revision") ?? form.elements.revision.value;
      say(`Saved at ${new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`);
    } else if (answer.status === 422) {
      refused = now;
      say(`Not saved. ${(await answer.json()).error}.`, true);
    } else if (answer.status === 409) {
      stop("This week was changed somewhere else. We’ve kept both: press “Keep as a draft” to choose.");
    } else if (answer.status === 401 || answer.status === 403) {
      isSignedOut = true;
      stop("Not saved: you’ve been signed out. Keep it as a draft to sign in; we’ll bring your words along.");
    } else say("Not saved yet: we’ll keep trying", true);
  } catch {
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
  const link = part("a", "Sign in in another window");
  Object.assign(link, { href: "/auth", target: "_blank", rel: "noopener" });
  state.append(link, ", then come back and save again.");
}

form.addEventListener("input", ({ target }) => {
  if (target === picker) return;
  count();
  wait(PAUSE_MS);
});
addEventListener("pagehide", () => {
  if (!sending && !isStopped && !isLeaving && ![kept, refused].includes(typed())) send(typed());
});
addEventListener("online", () => wait(0));

/* Photos */

const shelf = form.querySelector("[data-previews]");
let chosen = [];

function part(tag, words, className = "") {
  const made = document.createElement(tag);
  made.textContent = words;
  made.className = className;
  return made;
}

function show(file) {
  const print = part("figure", "", "photo-print");
  const picture = document.createElement("img");
  picture.alt = "";
  picture.src = URL.createObjectURL(file);
  picture.onerror = () => picture.remove();
  const about = document.createElement("figcaption");
  const isSmall = file.size < 100_000;
  const size = isSmall ? `${Math.ceil(file.size / 1_000)} KB` : `${(file.size / 1_000_000).toFixed(1)} MB`;
  const progress = document.createElement("progress");
  progress.max = 1;
  progress.hidden = true;
  progress.setAttribute("aria-label", `Sending ${file.name}`);
  const said = part("span", "", "photo-said");
  said.setAttribute("role", "status");
  const actions = part("span", "", "photo-print-actions");
  const retry = part("button", "Try again", "link-button");
  const leave = part("button", "Leave it out", "link-button");
  for (const button of [retry, leave]) {
    button.type = "button";
    button.append(part("span", ` ${file.name}`, "visually-hidden"));
  }
  retry.hidden = true;
  actions.append(retry, leave);
  about.append(part("span", `${file.name}, ${size}`), actions, progress, said);
  print.append(picture, about);
  shelf.append(print);
  const photo = { file, print, picture, progress, said, retry, leave };
  retry.addEventListener("click", () => sendPhoto(photo));
  leave.addEventListener("click", () => drop(photo));
  return photo;
}

/** The type of a file. Browsers of computers that know no HEIC give none, so its name tells. */
function kindOf({ type, name }) {
  return type || (/\.hei[cf]$/i.test(name) ? "image/heic" : "");
}

/** Why a file cannot be sent, before it is; undefined when it can. */
function refusalOf(file) {
  if (file.size > Number(shelf.dataset.most)) return shelf.dataset.tooLarge;
  return shelf.dataset.kinds.split(",").includes(kindOf(file)) ? undefined : shelf.dataset.wrongKind;
}

/** Says beside a file why it is refused, and keeps it out of the form. */
function refuse(photo, sentence) {
  photo.print.querySelector("img")?.remove();
  photo.said.textContent = sentence;
  photo.said.classList.add("photo-said-bad");
}

/** Photos still to be sent stay in the file field, so that the form works without this script. */
function settle() {
  const files = new DataTransfer();
  for (const { file } of chosen) files.items.add(file);
  picker.files = files.files;
  shelf.hidden = shelf.children.length === 0;
}

function drop(photo) {
  chosen = chosen.filter((one) => one !== photo);
  URL.revokeObjectURL(photo.picture.src);
  photo.print.remove();
  settle();
  picker.focus();
}

/** Uploads one photo. Resolves to whether it is stored; shows the failure otherwise. */
async function sendPhoto(photo) {
  const { file, progress, said, retry, leave } = photo;
  const fail = (sentence) => {
    progress.hidden = true;
    retry.hidden = false;
    leave.hidden = false;
    said.textContent = sentence;
    said.classList.add("photo-said-bad");
    return false;
  };
  progress.value = 0;
  progress.hidden = false;
  retry.hidden = true;
  leave.hidden = true;
  said.textContent = "Sending";
  said.classList.remove("photo-said-bad");
  const answer = (shelf.dataset.direct && (await sendStraight(photo))) || (await sendHere({ photos: file }, photo));
  isSignedOut = answer.status === 401;
  if (isSignedOut) return fail("Waiting for you to sign in");
  if (!isWell(answer)) return fail(sentenceOf(answer) ?? shelf.dataset.failed);
  said.textContent = "Saved with this week";
  progress.hidden = true;
  chosen = chosen.filter((one) => one !== photo);
  settle();
  return true;
}

/**
 * Uploads a photo straight to storage, then reports it. Resolves to undefined where that is not possible, and the
 * photo is sent through our server instead.
 */
async function sendStraight(photo) {
  const { file } = photo;
  const place = await bring("POST", shelf.dataset.direct, {
    body: fields({ contentType: kindOf(file), bytes: file.size }),
  });
  if (place.status === 409 || place.status === 422) return place;
  if (!isWell(place)) return undefined;
  const { uploadUrl, headers, photo: name } = JSON.parse(place.responseText);
  // Browsers set Content-Length themselves and forbid scripts to.
  delete headers["Content-Length"];
  const sent = await bring("PUT", uploadUrl, { headers, body: file, photo, longestSilence: BUCKET_SILENCE });
  if (!isWell(sent)) return undefined;
  const finished = await sendHere({ photo: name, name: file.name });
  return finished.status === 404 ? undefined : finished;
}

function sendHere(more, photo) {
  return bring("POST", shelf.dataset.previews, { body: fields(more), photo });
}

function fields(more) {
  const body = new FormData();
  for (const name of ["csrf", "loop", "week"]) body.append(name, form.elements[name].value);
  for (const [name, value] of Object.entries(more)) body.append(name, value);
  return body;
}

/** How long, in milliseconds, storage may take nothing and say nothing before the photo comes to our server instead. */
const BUCKET_SILENCE = 10_000;

/** One request that reports its upload progress. Status 0 means no answer. */
function bring(method, address, { body, headers = {}, photo, longestSilence }) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer;
    const watch = () => {
      clearTimeout(timer);
      if (longestSilence) timer = setTimeout(() => request.abort(), longestSilence);
    };
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (photo) {
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        watch();
        photo.progress.value = total > 0 ? loaded / total : 0;
        if (loaded === total) photo.said.textContent = "Preparing";
      });
    }
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      resolve(request);
    });
    request.send(body);
    watch();
  });
}

function isWell({ status }) {
  return status >= 200 && status < 300;
}

function sentenceOf(request) {
  try {
    return JSON.parse(request.responseText).error;
  } catch {
    return undefined;
  }
}

picker?.addEventListener("change", () => {
  shelf.replaceChildren();
  chosen = [];
  for (const file of picker.files) {
    const photo = show(file);
    const refusal = refusalOf(file);
    if (refusal) refuse(photo, refusal);
    else chosen.push(photo);
  }
  settle();
});

/* Sending the form: the words first, then the photos, then the form itself */

let isReady = false;
let isBusy = false;

form.addEventListener("submit", async (event) => {
  if (isReady || (!sending && chosen.length === 0)) {
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
  say("");
  if (typed() !== kept) await send(typed());
  let isWhole = true;
  for (const photo of [...chosen]) {
    if (isSignedOut) break;
    isWhole = (await sendPhoto(photo)) && isWhole;
  }
  isBusy = false;
  if (isSignedOut) {
    await waitForSignIn();
    return;
  }
  if (!isWhole) {
    await keep();
    chosen[0]?.retry.focus();
    return;
  }
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
