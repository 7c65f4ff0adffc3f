import { describe, expect, it } from "vitest";
import { MOST_PARTS } from "~/domain/diary/photos/file-parts";
import { imageKindOf } from "~/domain/diary/photos/image-kinds";
import { removeMetadata } from "~/domain/diary/photos/metadata-removal.server";
import { heicOfParts, PHOTOS_OF_PARTS } from "../../../../support/photos-of-parts";
import { sentFile } from "../../../../support/pictures";
import { processPhoto } from "../../../../support/processed-photos";

const MIB = 1024 * 1024;

/** Counts how often a part of the file is erased or copied, which is what reading it costs. */
function countFills(file: Buffer): number {
  let fills = 0;
  const fill = Buffer.prototype.fill;
  Buffer.prototype.fill = function (this: Buffer, ...given: unknown[]) {
    fills += 1;
    return Reflect.apply(fill, this, given) as Buffer;
  } as typeof fill;
  try {
    removeMetadata(file, "heic");
  } finally {
    Buffer.prototype.fill = fill;
  }
  return fills;
}

describe("a photo made of parts without end", () => {
  it.each(PHOTOS_OF_PARTS)("is refused, and no process is lost by it: $name", async ({ make }) => {
    const processed = await processPhoto(sentFile(make(8 * MIB)));
    expect(processed.ok || processed.reason).toMatch(/^(?:incomplete|other_kind|not_a_photo)$/);
  });

  it.each(["a JPEG of restart markers", "a PNG of empty chunks", "a WebP of empty chunks"])(
    "is given up before the parts are copied: %s",
    (name) => {
      const file = PHOTOS_OF_PARTS.find((one) => one.name === name)?.make(MIB) ?? Buffer.alloc(0);
      const kind = imageKindOf(file);
      expect(kind && removeMetadata(file, kind)).toBeNull();
    },
  );

  it("is no HEIC of more boxes than a photo has, and of as many each byte is gone over once", () => {
    expect(removeMetadata(heicOfParts({ boxes: MOST_PARTS, extents: 10 }), "heic")).toBeNull();
    const [few, many] = [1000, 8000].map((boxes) => countFills(heicOfParts({ boxes, extents: MOST_PARTS - 100 })));
    expect(many).toBeLessThan((few ?? 0) * 9);
  });
});
