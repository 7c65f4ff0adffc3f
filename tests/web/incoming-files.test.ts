import { Readable } from "node:stream";
import { beforeEach, expect, it, vi } from "vitest";
import { IncomingFiles } from "~/web/incoming-files.server";

/** What the disk refuses at this moment, and how often a file was opened. */
const disk = vi.hoisted(() => ({ refuses: "", opened: 0 }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const refuse = (what: string) => {
    if (disk.refuses.includes(what)) throw new Error(`no ${what}`);
  };
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      disk.opened += 1;
      refuse("open");
      return await real.open(...given);
    },
    rm: async (...given: Parameters<typeof real.rm>) => {
      refuse("rm");
      await real.rm(...given);
    },
  };
});
beforeEach(() => {
  Object.assign(disk, { refuses: "", opened: 0 });
});

const opened = () => new IncomingFiles(async () => ({ ok: true, end: () => {} }));
const file = () => Readable.from([Buffer.from("jpeg")]);

it("a disk that refused one file is not asked for the next, and may keep its folder", async () => {
  const files = opened();
  disk.refuses = "open, rm";
  expect(await files.store(file(), "one.jpg")).toBeNull();
  expect([files.broken?.message, disk.opened]).toEqual(["no open", 1]);
  expect(await files.store(file(), "two.jpg")).toBeNull();
  expect(disk.opened).toBe(1);
  await files.discard();
});

it("a disk that took a file and does not give it up is an error", async () => {
  const files = opened();
  expect(await files.store(file(), "one.jpg")).toMatchObject({ name: "one.jpg", bytes: 4, tooLarge: false });
  disk.refuses = "rm";
  await expect(files.discard()).rejects.toThrow("no rm");
  disk.refuses = "";
  await files.discard();
});
