import { Readable } from "node:stream";
import { readOriginal, readPhotoFile } from "~/domain/diary/photos/photo-files.server";
import type { PhotoSize } from "~/domain/diary/photos/photo-orders";
import type { Photo } from "~/domain/diary/photos/photos.server";
import { sendPicture } from "~/web/download.server";
import { fail } from "~/web/json-responses";

/** How soon it is worth asking for a photo again that waits for its sizes, in seconds. */
const ASK_AGAIN = "2";

/**
 * A photo in one of its sizes. One that waits for them is sent as it came, without its metadata, to its owner alone and
 * where the browser says that it shows such files; anybody else, and a browser without HEIC, gets a sheet of its shape,
 * and a program that asks for no pictures in particular is asked to wait. `Retry-After` says that it waits.
 * @param accepts what the browser of the photo's owner says that it shows; null for anybody else
 */
export async function sendPhoto(photo: Photo, size: PhotoSize, accepts: string | null): Promise<Response> {
  if (photo.isWaiting) return await sendWaiting(photo, accepts);
  const file = await readPhotoFile(photo, size);
  return file ? await sendPicture(file) : fail(404);
}

async function sendWaiting(photo: Photo, accepts: string | null): Promise<Response> {
  const file = accepts === null ? undefined : await readOriginal(photo);
  const isShown = file && (file.contentType !== "image/heic" || accepts?.includes("image/heic"));
  if (!isShown) file?.body.destroy();
  const isPicture = accepts === null || accepts.includes("image/");
  const response = isShown
    ? await sendPicture(file, file.contentType)
    : isPicture
      ? await sendSheet(photo)
      : fail(503, { error: "We’re preparing that photo. Please ask again in a few seconds.", code: "preparing" });
  response.headers.set("Retry-After", ASK_AGAIN);
  return response;
}

/** An empty sheet, so that a page does not move when the photo comes. */
function sendSheet({ width, height }: Photo): Promise<Response> {
  // As wide as the sheet takes, because a telephone shows it small.
  const textSize = Math.round(Math.min(width / 9, height / 4));
  const sheet = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    '<rect width="100%" height="100%" fill="#e8e0d0"/>',
    `<text x="50%" y="50%" text-anchor="middle" font-family="sans-serif" font-size="${textSize}" fill="#5b5145">`,
    "Being prepared</text></svg>",
  ].join("");
  return sendPicture({ bytes: Buffer.byteLength(sheet), body: Readable.from([Buffer.from(sheet)]) }, "image/svg+xml");
}
