import { beforeAll, describe, expect, it } from "vitest";
import type { PhotoRefusal } from "~/domain/diary/rules/photo-rules";
import { flatPrintColours, type HostilePhoto, hostilePhotos, jpegOfScans } from "../../../../support/hostile-photos";
import { sentFile } from "../../../../support/pictures";
import { processPhoto } from "../../../../support/processed-photos";

let all: HostilePhoto[];
beforeAll(async () => {
  all = await hostilePhotos();
});

async function processImage(
  content: Buffer,
): Promise<{ outcome: PhotoRefusal | "encoded_again"; sizes: Buffer[]; original?: Buffer }> {
  const processed = await processPhoto(sentFile(content, "holiday.jpg"));
  if (!processed.ok) return { outcome: processed.reason, sizes: [] };
  const { original, print, screen, medium, thumb } = processed.photo;
  return { outcome: "encoded_again", sizes: [print, screen, medium, thumb], original };
}

describe("files sent as photos that are not photos, or hide more", () => {
  it("are more than fifty, no two alike", () => {
    expect(all.length).toBeGreaterThanOrEqual(50);
    expect(new Set(all.map(({ content }) => content.toString("latin1"))).size).toBe(all.length);
  });

  it("are refused with a reason, or encoded again without what they carried", async () => {
    for (const { what, content, outcome, trace } of all) {
      const processed = await processImage(content);
      expect([what, processed.outcome]).toEqual([what, outcome]);
      if (trace === undefined) continue;
      expect([what, content.includes(trace)]).toEqual([what, true]);
      expect([what, processed.sizes.some((size) => size.includes(trace))]).toEqual([what, false]);
      // The picture data of an original are as they came, its further pictures too.
      if (what !== "a WebP that moves") {
        expect([what, processed.original?.includes(trace)]).toEqual([what, false]);
      }
    }
  });
});

describe("a photo that takes its time", () => {
  it("is one of many scans: thirty are drawn, more are not begun", async () => {
    expect((await processImage(jpegOfScans(160, 120, 29))).outcome).toBe("encoded_again");
    expect((await processImage(jpegOfScans(160, 120, 30))).outcome).toBe("not_a_photo");
  });

  it("is stopped after so many seconds, and the next one is taken", async () => {
    const slow = sentFile(flatPrintColours(7000, 7000));
    expect(await processPhoto(slow, "somebody", 0.05)).toEqual({ ok: false, reason: "stopped" });
    expect((await processImage(jpegOfScans(160, 120, 1))).outcome).toBe("encoded_again");
  });
});
