import { fieldOf, find, make } from "./elements";
import { asLost, isLost, reportUnexpected } from "./unexpected";
import { countWhatIsTyped } from "./week-count";
import { DRAFT_SAVED, DRAFT_UNSENT, type DraftSaved, NO_CONNECTION, type NoConnection } from "./week-events";
import { takePhotos } from "./week-photos";

/**
 * The week's form: counts words, saves a draft a few seconds after typing stops and when the page is left, and sends its
 * photos before itself (week-photos.ts). The form does all of it without scripts too.
 */

const PAUSE_MS = 3_000;
const TRY_AGAIN_MS = 10_000;
/** Browsers finish at most 64 KiB of requests with `keepalive` after a page is left. */
const MOST_OUTLIVING = 60 * 1024;

const form = find(HTMLFormElement, "[data-week-form]");
const state = find(HTMLElement, "[data-save-state]", form);
const photos = takePhotos(form);

/* Drafts */

let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | null = null;
let isStopped = false;
let isSignedOut = false;
let isUndeliverable = false;
let isUnavailable = false;
let isTooLate = false;
let isLeaving = false;
/** The device sends what it keeps, also once a button was pressed, and not the form. */
let isHandedOver = false;

function words(): URLSearchParams {
  const text = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") text.append(name, value);
  return text;
}

/** The writer's text, without the form's own fields. */
function typed(): string {
  const text = words();
  for (const name of ["csrf", "revision", "shownQuestion", "save", "account"]) text.delete(name);
  return text.toString();
}

let saved = typed();
/** What was refused because it is too long is sent again only once it has changed. */
let refused: string | null = null;

const isSettled = (text: string) => text === saved || text === refused;

const NOT_SAVED_YET = "Not saved yet";
const STILL_TRYING = "Not saved yet: we’ll keep trying";

function say(sentence: string, isWarning = false) {
  state.textContent = sentence;
  state.classList.toggle("save-state-warning", isWarning);
}

function stop(sentence: string) {
  isStopped = true;
  say(sentence, true);
}

function wait(milliseconds: number) {
  clearTimeout(timer);
  timer = setTimeout(save, milliseconds);
}

async function save() {
  clearTimeout(timer);
  const now = typed();
  if (sending || isStopped || isLeaving || isHandedOver || isSettled(now)) return;
  sending = send(now);
  await sending;
  sending = null;
  if (!isSettled(typed())) wait(isSettled(now) ? PAUSE_MS : TRY_AGAIN_MS);
}

async function send(now: string) {
  state.ariaLive = "polite";
  const body = words();
  const keepalive = body.toString().length < MOST_OUTLIVING;
  isSignedOut = false;
  isUndeliverable = false;
  isUnavailable = false;
  try {
    const response = await fetch(form.dataset.weekForm ?? "", { method: "POST", body, keepalive }).catch(asLost);
    // A network's own page, such as that of a hotel, is a 200.
    if (response.status === 204) {
      saved = now;
      const [revision, newest] = [fieldOf(form, "revision"), response.headers.get("X-Week-Revision")];
      if (revision && newest !== null) revision.value = newest;
      const detail: DraftSaved = { save: body.get("save") ?? "", revision: newest ?? "" };
      form.dispatchEvent(new CustomEvent(DRAFT_SAVED, { detail }));
      say(`Draft saved at ${new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`);
    } else if (response.status === 422) {
      refused = now;
      say(`Not saved. ${(await response.json().catch(asLost)).error}.`, true);
    } else if (response.status === 409) {
      const { code, error } = await response.json().catch(asLost);
      isTooLate = code === "read_only";
      stop(
        isTooLate
          ? `${error}.`
          : "This week was changed somewhere else. We’ve kept both: press “Keep as a draft” to choose.",
      );
    } else if (response.status === 401 || response.status === 403) {
      isSignedOut = true;
      stop("Not saved: you’ve been signed out. Keep it as a draft to sign in; we’ll bring your words along.");
    } else {
      isUnavailable = response.status >= 500;
      sayUnsent();
    }
  } catch (error) {
    if (!isLost(error)) reportUnexpected(error);
    isUndeliverable = true;
    sayUnsent();
  }
}

/** `data-kept`: what the device says where it has all of this. */
function sayUnsent() {
  say(form.dataset.kept ?? STILL_TRYING, true);
  form.dispatchEvent(new Event(DRAFT_UNSENT));
}

/**
 * Signed out with photos chosen: the words go the way they go without a script, which keeps them for the sign-in, and
 * this page stays open with its photos.
 */
async function waitForSignIn() {
  const body = words();
  body.append("intent", "draft");
  const response = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
  const outcome =
    response?.type === "opaqueredirect"
      ? "We’ve kept your words, and your photos wait on this page"
      : "Your words and photos wait on this page";
  stop(`You’ve been signed out. ${outcome}. `);
  const link = make("a", { href: "/auth", target: "_blank", rel: "noopener" }, "Sign in in another window");
  state.append(link, ", then come back and save again.");
}

form.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === "file") return;
  countWhatIsTyped(form);
  // Shown and not read out: it would be said after each pause of the typing.
  if (!isStopped && state.textContent !== NOT_SAVED_YET) {
    state.ariaLive = "off";
    say(NOT_SAVED_YET);
  }
  wait(PAUSE_MS);
});
addEventListener("pagehide", () => {
  if (!sending && !isStopped && !isLeaving && !isSettled(typed())) void send(typed());
});
addEventListener("online", () => wait(0));

/* Sending the form: the words first, then the photos, then the form itself */

let isReady = false;
let isBusy = false;

/** Said beside the button that was pressed, since the photos may be far above it. */
const bar = make("progress", { class: "save-bar", max: "1", hidden: "", "aria-label": "Saving photos" });
state.before(bar);

function formatPhoto(number: number, of: number, share: number) {
  const sentence = `Saving… photo ${number} of ${of}`;
  if (state.textContent !== sentence) say(sentence);
  bar.hidden = false;
  bar.value = (number - 1 + share) / of;
}

form.addEventListener("submit", async (event) => {
  if (isReady || (!sending && photos.countWaiting() === 0 && !hasNoConnection() && !isKeptMeanwhile())) {
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
  isUndeliverable = false;
  say("Saving…");
  if (typed() !== saved) await send(typed());
  if (hasNoConnection() || isKeptMeanwhile()) {
    await photos.whenValidated();
    isHandedOver = await handOver(event.submitter);
    isBusy = false;
    if (isHandedOver) return sayUnsent();
    say(
      "There’s no connection, so this isn’t saved. It’s all still on this page: press again when you’re back online.",
      true,
    );
    wait(TRY_AGAIN_MS);
    return;
  }
  await photos.whenValidated();
  const sent = await sendPhotos();
  bar.hidden = true;
  isBusy = false;
  if (sent.isSignedOut) {
    await waitForSignIn();
    return;
  }
  if (sent.failed) {
    await save();
    say("Not all saved: one photo failed", true);
    sent.failed.focus();
    return;
  }
  say("Saving…");
  isReady = true;
  isLeaving = true;
  form.requestSubmit(event.submitter);
});

/** Whether the device finishes it when there is a connection. */
async function handOver(button: HTMLElement | null): Promise<boolean> {
  const detail: NoConnection = { intent: button instanceof HTMLButtonElement ? button.value : "draft" };
  form.dispatchEvent(new CustomEvent(NO_CONNECTION, { detail }));
  return (await detail.isKept) ?? false;
}

const hasNoConnection = () => isUndeliverable || !navigator.onLine;
/** The server can't take it now, and the device has it. */
const isKeptMeanwhile = () => isUnavailable && form.dataset.kept !== undefined;

/** A year that was sent to print takes neither: its form brings the words back to copy. */
async function sendPhotos() {
  if (isSignedOut || isTooLate) return { isSignedOut, failed: undefined };
  return await photos.sendWaiting(formatPhoto);
}

// A page restored from the back/forward cache goes on saving.
addEventListener("pageshow", () => {
  isReady = false;
  isLeaving = false;
  countWhatIsTyped(form);
});
