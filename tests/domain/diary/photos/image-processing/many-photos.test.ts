import { afterEach, expect, it, vi } from "vitest";
import { plain, sentFile } from "../../../../support/pictures";
import { processPhoto } from "../../../../support/processed-photos";

afterEach(() => vi.restoreAllMocks());

it("a process that is kept for photo after photo gathers nothing of those that it has done", async () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const photo = sentFile(await plain(20, 20).jpeg().toBuffer());
  for (let count = 0; count < 15; count += 1) await processPhoto(photo);
  expect(warned.mock.calls.map(([warning]) => String(warning))).toEqual([]);
});
