import { kindOf, TELLING_BYTES } from "./photo-kinds.js";
import { makeSmaller, sizeOf } from "./photo-shrinking.js";

/**
 * The photos of the week's form: judged and previewed when they are chosen, made smaller where they are too large, and
 * uploaded one after the other with their progress.
 */
const form = document.querySelector("[data-week-form]");
const picker = form.querySelector('input[type="file"]');
const shelf = form.querySelector("[data-previews]");
/** How many more the week takes. */
let room = Number(shelf?.dataset.room ?? 0);
let chosen = [];
/** What is shown beside the files that were refused at the last choice. */
let refused = [];

function part(tag, words, className = "") {
  const made = document.createElement(tag);
  made.textContent = words;
  made.className = className;
  return made;
}

/** As app/domain/kernel/text/numbers.ts writes it. */
function sizeInWords(bytes) {
  if (bytes >= 1_000_000) return `${Number((bytes / 1_000_000).toFixed(1))} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
}

function show(file) {
  const print = part("figure", "", "photo-print");
  const picture = document.createElement("img");
  picture.alt = "";
  picture.src = URL.createObjectURL(file);
  picture.onerror = () => picture.remove();
  const about = document.createElement("figcaption");
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
  about.append(part("span", `${file.name}, ${sizeInWords(file.size)}`), actions, progress, said);
  print.append(picture, about);
  shelf.append(print);
  const photo = { file, type: file.type, print, picture, progress, said, retry, leave };
  retry.addEventListener("click", () => sendPhoto(photo));
  leave.addEventListener("click", () => drop(photo));
  return photo;
}

/** Why a file cannot be sent, before it is; undefined when it can, made smaller where it is too large. */
async function refusalOf(photo) {
  const { file } = photo;
  const kind = kindOf(new Uint8Array(await file.slice(0, TELLING_BYTES).arrayBuffer()));
  if (kind === "not_a_photo") return shelf.dataset.notAPhoto;
  if (kind === "other_kind") return shelf.dataset.otherKind;
  photo.type = `image/${kind}`;
  const [most, mostPixels] = [Number(shelf.dataset.most), Number(shelf.dataset.mostPixels)];
  const size = await sizeOf(file, kind);
  const hasTooMany = size !== undefined && size.width * size.height > mostPixels;
  if (file.size <= most && !hasTooMany) return undefined;
  photo.said.textContent = "Making it smaller";
  const smaller = await makeSmaller(file, size, most);
  if (!smaller) return hasTooMany ? shelf.dataset.tooManyPixels : shelf.dataset.tooLarge;
  photo.file = smaller;
  URL.revokeObjectURL(photo.picture.src);
  photo.picture.src = URL.createObjectURL(smaller);
  photo.type = smaller.type;
  photo.said.textContent = "We’ve made it smaller to send. It still fills a page.";
  return undefined;
}

/** Says beside a file why it is refused, and keeps it out of the form. */
function refuse(photo, sentence) {
  chosen = chosen.filter((one) => one !== photo);
  refused.push(photo.print);
  photo.picture.remove();
  photo.leave.remove();
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
async function sendPhoto(photo, onProgress) {
  const { file, progress, said, retry, leave } = photo;
  const fail = (sentence) => {
    progress.hidden = true;
    retry.hidden = false;
    leave.hidden = false;
    said.textContent = sentence;
    said.classList.add("photo-said-bad");
    return false;
  };
  photo.onProgress = onProgress;
  progress.value = 0;
  progress.hidden = false;
  retry.hidden = true;
  leave.hidden = true;
  said.textContent = "Sending";
  said.classList.remove("photo-said-bad");
  const answer = (shelf.dataset.direct && (await sendStraight(photo))) || (await sendHere({ photos: file }, photo));
  photo.isSignedOut = answer.status === 401;
  if (photo.isSignedOut) return fail("Waiting for you to sign in");
  if (!isWell(answer)) return fail(sentenceOf(answer) ?? shelf.dataset.failed);
  said.textContent = "Saved with this week";
  progress.hidden = true;
  chosen = chosen.filter((one) => one !== photo);
  room -= 1;
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
    body: fields({ contentType: photo.type, bytes: file.size }),
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
        photo.onProgress?.(photo.progress.value);
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

const isSame = (one, other) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

async function judge(files) {
  for (const print of refused) print.remove();
  refused = [];
  for (const file of files) {
    if (chosen.some(({ picked }) => isSame(picked, file))) continue;
    const photo = show(file);
    photo.picked = file;
    const isTooMany = chosen.length >= room;
    if (!isTooMany) chosen.push(photo);
    shelf.hidden = false;
    const refusal = isTooMany ? shelf.dataset.tooMany : await refusalOf(photo);
    if (refusal) refuse(photo, refusal);
  }
  settle();
}

let judging = Promise.resolve();
picker?.addEventListener("change", () => {
  const files = [...picker.files];
  judging = judging.then(() => judge(files));
});

/** Until everything chosen is judged. */
export function whenJudged() {
  return judging;
}

export function countWaiting() {
  return Math.max(chosen.length, picker?.files.length ?? 0);
}

/**
 * Sends the photos one after the other. Resolves to the button of the first that failed, where one did, and to whether
 * the session had ended, after which no more are sent.
 * @param {(number: number, of: number, share: number) => void} onProgress
 */
export async function sendWaiting(onProgress) {
  const waiting = [...chosen];
  let failed;
  for (const [index, photo] of waiting.entries()) {
    onProgress(index + 1, waiting.length, 0);
    const isSent = await sendPhoto(photo, (share) => onProgress(index + 1, waiting.length, share));
    if (!isSent) failed ??= photo.retry;
    if (photo.isSignedOut) return { failed, isSignedOut: true };
  }
  return { failed, isSignedOut: false };
}
