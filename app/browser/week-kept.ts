import { fieldOf, find, findAll, make } from "./elements";
import { KEPT, list } from "./kept-list";
import { keepPages, sendLater } from "./kept-pages";
import { sendKept } from "./kept-sending";
import {
  eraseWeek,
  fetchAgain,
  type KeptWeek,
  keptWeeks,
  photosOf,
  putPhotos,
  putWeek,
  removeWeek,
  settleWeek,
  tellUnlessRefused,
} from "./kept-store";
import { makeSmaller } from "./photo-shrinking";
import {
  DRAFT_SAVED,
  DRAFT_UNSENT,
  type DraftSaved,
  NO_CONNECTION,
  type NoConnection,
  PHOTOS_SETTLED,
  photoKeyOf,
} from "./week-events";

/**
 * Keeps a week on the device while somebody writes it, sends what is kept, and puts it back into the form where it could
 * not be sent. Saving while there is a connection is week.ts.
 */

const TRY_AGAIN_MS = 10_000;
const OWN_FIELDS = ["csrf", "loop", "week", "revision", "save", "account"];

const form = find(HTMLFormElement, "[data-week-form]");
const state = find(HTMLElement, "[data-save-state]", form);
const account = find(HTMLElement, "header[data-account]").dataset.account ?? "";
const place = { account, loop: readField("loop"), week: readField("week") };
const isKeptPage = document.documentElement.dataset.kept !== undefined;
const save = make("input", { type: "hidden", name: "save" });

let writer = randomName();
let number = 0;
let intent: KeptWeek["intent"] = "draft";
let refusals: string | undefined;
let isHandedOver = false;
let isTouched = false;
let isPuttingBack = false;
/** Whether the photos that are chosen are on the device, once they are put there. */
let arePhotosKept = Promise.resolve(true);

function readField(name: string): string {
  return fieldOf(form, name)?.value ?? "";
}

/** Of 32 characters; also where pages may not ask for a UUID. */
function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* Keeping */

/** Keeps the form as it is now, and says in `data-kept` whether all of it is on the device. */
async function keep() {
  number += 2;
  name();
  delete form.dataset.kept;
  const kept = number;
  const fields = [...new FormData(form)].flatMap(([field, value]) =>
    typeof value === "string" && !OWN_FIELDS.includes(field) ? [[field, value] as const] : [],
  );
  const now = { writer, ...place, number, revision: readField("revision"), fields, intent, sentence: "", refusals };
  try {
    await putWeek({ ...now, state: "waiting", keptAt: Date.now() });
    if ((await arePhotosKept) && kept === number) form.dataset.kept = KEPT;
  } catch (error) {
    tellUnlessRefused(error);
  }
}

function name() {
  save.value = `${writer}.${number}`;
}

/** Keeps the photos as they were chosen, or smaller where there is no room for that. Resolves to whether they are kept. */
async function keepPhotos(files: readonly File[]): Promise<boolean> {
  const photos = files.map((file) => ({ key: photoKeyOf(save.value, file), name: file.name, file }));
  try {
    await putPhotos(writer, photos).catch(async (error: unknown) => {
      if (!(error instanceof DOMException && error.name === "QuotaExceededError")) throw error;
      for (const photo of photos)
        photo.file = (await makeSmaller(photo.file, undefined, photo.file.size / 2)) ?? photo.file;
      await putPhotos(writer, photos);
    });
    return true;
  } catch (error) {
    delete form.dataset.kept;
    tellUnlessRefused(error);
    return false;
  }
}

function markSaved({ save: sent, revision }: DraftSaved) {
  const [picker] = findAll(HTMLInputElement, 'input[type="file"]', form);
  const hasPhotos = (picker?.files?.length ?? 0) > 0;
  const [by = "", at] = sent.split(".");
  settleWeek({ writer: by, number: Number(at) }, { revision, ...(!hasPhotos && { state: "saved" }) }).catch(
    tellUnlessRefused,
  );
}

form.addEventListener("input", ({ target }) => {
  if (isPuttingBack) return;
  isTouched = true;
  if (!(target instanceof HTMLInputElement && target.type === "file")) void keep();
});
form.addEventListener(PHOTOS_SETTLED, () => {
  const [picker] = findAll(HTMLInputElement, 'input[type="file"]', form);
  const files = [...(picker?.files ?? [])];
  arePhotosKept = keepPhotos(files);
  if (files.length > 0) void keep();
});
form.addEventListener(DRAFT_SAVED, (event) => markSaved((event as CustomEvent<DraftSaved>).detail));
form.addEventListener(DRAFT_UNSENT, () => {
  if (form.dataset.kept) sendLater().catch(tellUnlessRefused);
});
form.addEventListener(NO_CONNECTION, (event) => {
  const { detail } = event as CustomEvent<NoConnection>;
  detail.isKept = takeOver(detail.intent);
});

/** Finishes later what a button began; another than these two does more than saving. Resolves to whether the device does. */
async function takeOver(pressed: string): Promise<boolean> {
  if (pressed !== "save" && pressed !== "draft") return false;
  intent = pressed;
  await keep();
  isHandedOver = form.dataset.kept !== undefined;
  if (isHandedOver) setTimeout(trySending, TRY_AGAIN_MS);
  else intent = "draft";
  return isHandedOver;
}

function sayKept() {
  state.textContent = form.dataset.kept ?? state.textContent;
}

/* Sending, and putting back */

async function trySending() {
  try {
    await sendAll();
  } catch (error) {
    tellUnlessRefused(error);
  }
  if (isHandedOver) setTimeout(trySending, TRY_AGAIN_MS);
}

/** Sends everything that waits. This week is opened again once it is saved, or put back where it isn't. */
async function sendAll() {
  const { sent, stop } = await sendKept(account);
  const kept = await keptWeeks(account);
  const isOwn = (one: KeptWeek) => one.writer === writer;
  refusals = kept.find(isOwn)?.refusals;
  const isHere = ({ loop, week }: KeptWeek) => loop === place.loop && week === place.week;
  const isNews = sent.some((one) => isHere(one) && one.revision !== readField("revision"));
  // The worker or another page may have sent it.
  const isSent = sent.some(isOwn) || !kept.some((one) => isOwn(one) && one.state !== "told");
  const isDone = isHandedOver ? isSent : isNews && !isTouched;
  if (isDone) return location.replace(form.action);
  await list(account, stop, () => writer);
  if (isHandedOver || isTouched) return;
  const here = kept.filter(isHere);
  await putBack(here);
  if (!isKeptPage) await removeSaved(here);
}

/** A page from the server is newer than what was saved before it. */
async function removeSaved(here: readonly KeptWeek[]) {
  for (const one of here) {
    if (one.state !== "saved") continue;
    await removeWeek(one);
    await fetchAgain(await eraseWeek(one));
  }
}

async function putBack(here: readonly KeptWeek[]) {
  const states = isKeptPage ? ["waiting", "saved"] : ["waiting"];
  const kept = here.filter((one) => states.includes(one.state)).at(-1);
  if (!kept || !(await hold(kept.writer)) || isTouched) return;
  ({ writer, number, intent, refusals } = kept);
  name();
  for (const [field, value] of [...kept.fields, ["revision", kept.revision] as const]) {
    const found = fieldOf(form, field);
    if (found) found.value = value;
    const folded = found?.closest("details");
    if (folded && value !== "") folded.open = true;
  }
  const [picker] = findAll(HTMLInputElement, 'input[type="file"]', form);
  const photos = await photosOf(writer);
  if (picker && photos.length > 0) {
    const files = new DataTransfer();
    for (const { name, file } of photos)
      files.items.add(new File([file], name, { type: file.type, lastModified: file.lastModified }));
    picker.files = files.files;
    picker.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (kept.state === "saved") return;
  form.dataset.kept = KEPT;
  isPuttingBack = true;
  form.dispatchEvent(new Event("input"));
  isPuttingBack = false;
  sayKept();
}

/** Holds the name of a writer as long as this page is open, so that two pages never number the same saves. */
function hold(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(false);
    void navigator.locks.request(`week:${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => {}) : undefined;
    });
  });
}

async function begin() {
  form.append(save, make("input", { type: "hidden", name: "account", value: account }));
  name();
  void hold(writer);
  // What they say was about the moment when the page was kept.
  if (isKeptPage) for (const message of findAll(HTMLElement, ".banner, .saving-paused")) message.remove();
  await sendAll();
  if (!isKeptPage) await keepPages(account, form.dataset.worker ?? "");
}
begin().catch(tellUnlessRefused);
addEventListener("online", () => void trySending());
