import { IMAGE_FILES, TELLING_BYTES, validateFile } from "~/domain/diary/photos/image-kinds";
import { fieldOf, findAll } from "./elements";
import { type Photo, previewOf } from "./photo-preview";
import { makeSmaller, sizeOf } from "./photo-shrinking";
import { bring, errorOf, isWell } from "./photo-upload";
import { PHOTOS_SETTLED, photoKeyOf } from "./week-events";

/**
 * The photos of the week's form: validated and previewed when they are chosen, made smaller where they are too large,
 * and uploaded one after the other with their progress.
 */

/** How long, in milliseconds, storage may take nothing and say nothing before the photo comes to our server instead. */
const BUCKET_SILENCE = 10_000;

export interface Sent {
  /** The button of the first that failed. */
  readonly failed: HTMLElement | undefined;
  /** The session had ended; no more are sent after that. */
  readonly isSignedOut: boolean;
}

export interface WeekPhotos {
  /** Until everything chosen is validated. */
  readonly whenValidated: () => Promise<void>;
  readonly countWaiting: () => number;
  /** Sends the photos one after the other. */
  readonly sendWaiting: (onProgress: (number: number, of: number, share: number) => void) => Promise<Sent>;
}

const NO_PHOTOS: WeekPhotos = {
  whenValidated: async () => {},
  countWaiting: () => 0,
  sendWaiting: async () => ({ failed: undefined, isSignedOut: false }),
};

/** The photos of this form; a week that takes no more has nowhere to put them. */
export function takePhotos(form: HTMLFormElement): WeekPhotos {
  const [picker] = findAll(HTMLInputElement, 'input[type="file"]', form);
  const [shelf] = findAll(HTMLElement, "[data-previews]", form);
  return picker && shelf ? takePhotosFrom(form, picker, shelf) : NO_PHOTOS;
}

function takePhotosFrom(form: HTMLFormElement, picker: HTMLInputElement, shelf: HTMLElement): WeekPhotos {
  const { dataset } = shelf;
  /** How many more the week takes. */
  let room = Number(dataset.room);
  let chosen: Photo[] = [];
  /** What is shown beside the files that were refused at the last choice. */
  let refused: HTMLElement[] = [];
  let validating = Promise.resolve();

  function show(picked: File): Photo {
    const photo = previewOf(picked);
    shelf.append(photo.print);
    photo.retry.addEventListener("click", () => sendPhoto(photo));
    photo.leave.addEventListener("click", () => drop(photo));
    return photo;
  }

  /** Why a file cannot be sent, before it is; undefined when it can, made smaller where it is too large. */
  async function refusalOf(photo: Photo): Promise<string | undefined> {
    const { file } = photo;
    const kind = validateFile(new Uint8Array(await file.slice(0, TELLING_BYTES).arrayBuffer()));
    if (kind === "not_a_photo") return dataset.notAPhoto;
    if (kind === "other_kind") return dataset.otherKind;
    photo.type = IMAGE_FILES[kind].contentType;
    const [most, mostPixels] = [Number(dataset.most), Number(dataset.mostPixels)];
    const size = await sizeOf(file, kind);
    const hasTooMany = size !== undefined && size.width * size.height > mostPixels;
    if (file.size <= most && !hasTooMany) return undefined;
    photo.said.textContent = "Making it smaller";
    const smaller = await makeSmaller(file, size, most);
    if (!smaller) return hasTooMany ? dataset.tooManyPixels : dataset.tooLarge;
    photo.file = smaller;
    URL.revokeObjectURL(photo.picture.src);
    photo.picture.src = URL.createObjectURL(smaller);
    photo.type = smaller.type;
    photo.said.textContent = "We’ve made it smaller to send. It still fills a page.";
    return undefined;
  }

  /** Says beside a file why it is refused, and keeps it out of the form. */
  function refuse(photo: Photo, sentence: string) {
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
    form.dispatchEvent(new Event(PHOTOS_SETTLED));
    shelf.hidden = shelf.children.length === 0;
  }

  function drop(photo: Photo) {
    chosen = chosen.filter((one) => one !== photo);
    URL.revokeObjectURL(photo.picture.src);
    photo.print.remove();
    settle();
    picker.focus();
  }

  async function validate(files: readonly File[]) {
    for (const print of refused) print.remove();
    refused = [];
    for (const file of files) {
      if (chosen.some(({ picked }) => isSame(picked, file))) continue;
      const photo = show(file);
      const isTooMany = chosen.length >= room;
      if (!isTooMany) chosen.push(photo);
      shelf.hidden = false;
      const refusal = isTooMany ? dataset.tooMany : await refusalOf(photo);
      if (refusal) refuse(photo, refusal);
    }
    settle();
  }

  /** Uploads one photo. Resolves to whether it is stored; shows the failure otherwise. */
  async function sendPhoto(photo: Photo, onProgress?: (share: number) => void): Promise<boolean> {
    const { file, progress, said, retry, leave } = photo;
    const fail = (sentence: string) => {
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
    const response =
      (dataset.direct && (await sendStraight(photo, dataset.direct))) ||
      (await sendHere({ key: keyOf(file), photos: file }, photo));
    photo.isSignedOut = response.status === 401;
    if (photo.isSignedOut) return fail("Waiting for you to sign in");
    if (!isWell(response)) return fail(errorOf(response) ?? dataset.failed ?? "");
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
  async function sendStraight(photo: Photo, address: string): Promise<XMLHttpRequest | undefined> {
    const { file, type } = photo;
    const body = fields({ key: keyOf(file), contentType: type, bytes: String(file.size) });
    const place = await bring("POST", address, { body });
    if (place.status === 409 || place.status === 422) return place;
    if (!isWell(place)) return undefined;
    const { uploadUrl, headers, photo: name }: UploadPlace = JSON.parse(place.responseText);
    // Browsers set Content-Length themselves and forbid scripts to.
    delete headers["Content-Length"];
    const sent = await bring("PUT", uploadUrl, { headers, body: file, photo, longestSilence: BUCKET_SILENCE });
    if (!isWell(sent)) return undefined;
    const finished = await sendHere({ photo: name, name: file.name });
    return finished.status === 404 ? undefined : finished;
  }

  const keyOf = (file: File) => photoKeyOf(fieldOf(form, "save")?.value ?? "", file);

  function sendHere(more: Readonly<Record<string, string | Blob>>, photo?: Photo): Promise<XMLHttpRequest> {
    return bring("POST", dataset.previews ?? "", { body: fields(more), photo });
  }

  function fields(more: Readonly<Record<string, string | Blob>>): FormData {
    const body = new FormData();
    for (const name of ["csrf", "loop", "week"]) body.append(name, fieldOf(form, name)?.value ?? "");
    for (const [name, value] of Object.entries(more)) body.append(name, value);
    return body;
  }

  picker.addEventListener("change", () => {
    const files = [...(picker.files ?? [])];
    validating = validating.then(() => validate(files));
  });

  return {
    whenValidated: () => validating,
    countWaiting: () => Math.max(chosen.length, picker.files?.length ?? 0),
    sendWaiting: async (onProgress) => {
      const waiting = [...chosen];
      let failed: HTMLElement | undefined;
      for (const [index, photo] of waiting.entries()) {
        onProgress(index + 1, waiting.length, 0);
        const isSent = await sendPhoto(photo, (share) => onProgress(index + 1, waiting.length, share));
        if (!isSent) failed ??= photo.retry;
        if (photo.isSignedOut) return { failed, isSignedOut: true };
      }
      return { failed, isSignedOut: false };
    },
  };
}

/** Where storage takes a photo. */
interface UploadPlace {
  readonly uploadUrl: string;
  readonly headers: Record<string, string>;
  /** The name under which the photo is then reported. */
  readonly photo: string;
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
