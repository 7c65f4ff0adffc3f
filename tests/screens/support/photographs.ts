import sharp from "sharp";
import { preparePhotosOf } from "~/domain/diary/photos/photo-preparing.server";

/** A photo as a phone takes it, with its location in the metadata. */
export async function takePhoto(name = "beach.jpg", colour = "#4477aa", width = 640): Promise<File> {
  const height = Math.round(width * 0.75);
  const picture = await sharp({ create: { width, height, channels: 3, background: colour } })
    .withExif({
      IFD0: { Make: "Pocket Camera" },
      IFD3: { GPSLatitude: "54/1 29/1 0/1", GPSLatitudeRef: "N" },
    })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(picture)], name, { type: "image/jpeg" });
}

/** As the worker does, a moment after they came: makes the sizes of a loop's photos. */
export const preparePhotos = (loopId: string) => preparePhotosOf(loopId, new Date());
