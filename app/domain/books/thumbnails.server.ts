import { readFileSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { UnbindablePhoto } from "./binder.server";
import { nameJpeg, readJpeg } from "./jpeg";

/** Thumbnails the typesetter lays out with: 320 px, sRGB, each carrying the name of its photo. */

const LONG_EDGE = 320;
const AT_A_TIME = 2;

export interface PressPhoto {
  id: string;
  printFile: string;
  /** A small JPEG of the same photo, made earlier; used where it fits, made anew where it does not. */
  proxyFile?: string;
}

/** Makes a thumbnail of each photo at `fileFor(id)`. @throws UnbindablePhoto for a file that cannot be read. */
export async function makeThumbnails(
  photos: readonly PressPhoto[],
  fileFor: (id: string) => string,
  onPhoto: () => void,
): Promise<void> {
  // One thread a photo and two photos at a time use two cores whole without holding many pictures in memory.
  sharp.concurrency(1);
  sharp.cache(false);
  const waiting = [...photos];
  const work = async () => {
    for (let photo = waiting.shift(); photo !== undefined; photo = waiting.shift()) {
      writeFileSync(fileFor(photo.id), nameJpeg(await thumbnailOf(photo), photo.id));
      onPhoto();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

async function thumbnailOf(photo: PressPhoto): Promise<Uint8Array> {
  const ready = photo.proxyFile === undefined ? null : readThumbnail(photo.proxyFile);
  if (ready !== null) return ready;
  try {
    return await sharp(photo.printFile, { failOn: "error" })
      .resize({ width: LONG_EDGE, height: LONG_EDGE, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .withIccProfile("srgb")
      .jpeg({ quality: 70 })
      .toBuffer();
  } catch (error) {
    throw new UnbindablePhoto(photo.id, error instanceof Error ? error.message : "cannot be read");
  }
}

function readThumbnail(file: string): Uint8Array | null {
  try {
    const bytes = readFileSync(file);
    const facts = readJpeg(bytes);
    const hasProfile = bytes.includes("ICC_PROFILE");
    return facts?.components === 3 && facts.bitsPerComponent === 8 && hasProfile ? bytes : null;
  } catch {
    return null;
  }
}
