import { beforeAll, describe, expect, it } from "vitest";
import { processPhoto } from "~/domain/photos/image-processing.server";
import type { PhotoRefusal } from "~/domain/photos/photo-rules";
import {
  flatPrintColours,
  type HostilePhoto,
  hostilePhotos,
  jpegOfScans,
} from "../../../scripts/bench/harness/hostile-photos";
import { sentFile } from "../../support/pictures";

let all: HostilePhoto[];
beforeAll(async () => {
  all = await hostilePhotos();
});

async function processImage(content: Buffer): Promise<{ fate: PhotoRefusal | "made_anew"; sizes: Buffer[] }> {
  const processed = await processPhoto(sentFile(content, "holiday.jpg"));
  if (!processed.ok) return { fate: processed.reason, sizes: [] };
  const { original, print, screen, thumb } = processed.photo;
  return { fate: "made_anew", sizes: [original, print, screen, thumb] };
}

describe("files sent as photos that are none, or more than that", () => {
  it("are more than fifty, no two alike", () => {
    expect(all.length).toBeGreaterThanOrEqual(50);
    expect(new Set(all.map(({ content }) => content.toString("latin1"))).size).toBe(all.length);
  });

  it("are refused with a reason, or made anew without what they carried", async () => {
    for (const { what, content, fate, trace } of all) {
      const processed = await processImage(content);
      expect([what, processed.fate]).toEqual([what, fate]);
      if (trace === undefined) continue;
      expect([what, content.includes(trace)]).toEqual([what, true]);
      expect([what, processed.sizes.some((size) => size.includes(trace))]).toEqual([what, false]);
    }
  });
});

describe("a photo that takes its time", () => {
  it("is one of many scans: thirty are drawn, more are not begun", async () => {
    expect((await processImage(jpegOfScans(160, 120, 29))).fate).toBe("made_anew");
    expect((await processImage(jpegOfScans(160, 120, 30))).fate).toBe("not_a_photo");
  });

  it("is stopped after so many seconds, and may be sent again", async () => {
    const slow = sentFile(flatPrintColours(7000, 7000));
    expect(await processPhoto(slow, 1)).toEqual({ ok: false, reason: "failed" });
  });
});
