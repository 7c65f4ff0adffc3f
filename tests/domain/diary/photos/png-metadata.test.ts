import { expect, it } from "vitest";
import { MOST_PARTS } from "~/domain/diary/photos/file-parts";
import { chunkOf, PNG_SIGNATURE } from "~/domain/diary/photos/png-chunks.server";
import { removePngMetadata } from "~/domain/diary/photos/png-metadata.server";

const empty = (name: string) => chunkOf(name, Buffer.alloc(0));
const png = (...chunks: Buffer[]) => Buffer.concat([PNG_SIGNATURE, ...chunks]);

it("a PNG keeps an empty part at its end, and is ended where it is not", () => {
  expect(removePngMetadata(png(empty("IHDR"), empty("IDAT")))).toEqual(
    png(empty("IHDR"), empty("IDAT"), empty("IEND")),
  );
});

it("a PNG of as many parts as a photo may have is taken, and none of more", () => {
  const parts = (count: number) => [...Array<Buffer>(count - 1).fill(empty("IDAT")), empty("IEND")];
  const many = png(...parts(MOST_PARTS));
  expect(removePngMetadata(many)?.equals(many)).toBe(true);
  expect(removePngMetadata(png(...parts(MOST_PARTS + 1)))).toBeNull();
});
