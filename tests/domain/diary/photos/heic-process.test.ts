import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { inFolder } from "~/domain/diary/photos/work-folder.server";
import { profileNamed } from "../../../support/colour-scenes";
import { type HeicScene, heicAround, heicScene } from "../../../support/heic-scenes";
import { sentFile } from "../../../support/pictures";

/** The program that decodes one HEIC, run within the process of the test. */

const SIDE = 64;
const AMPLE = { pixels: 50_000_000, megabytes: 750 };
const { grow } = WebAssembly.Memory.prototype;
const { argv } = process;

afterEach(() => {
  vi.restoreAllMocks();
  process.argv = argv;
  WebAssembly.Memory.prototype.grow = grow;
});

async function decoded(heic: Buffer, { pixels, megabytes } = AMPLE) {
  return await inFolder(async (folder) => {
    const to = join(folder, "photo.png");
    process.argv = [...argv.slice(0, 2), sentFile(heic), to, String(pixels), String(megabytes)];
    const writing = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    vi.resetModules();
    await import("~/domain/diary/photos/heic-process.server");
    const said = writing.mock.calls.map(([words]) => String(words)).join("");
    writing.mockRestore();
    const png = await readFile(to).catch(() => Buffer.alloc(0));
    return { said, png, chunks: chunksOf(png) };
  });
}

/** The chunks of a PNG before its pixels, by name. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end - 4));
    at = end;
  }
  return chunks;
}

const PQ = [9, 16, 6] as const;

describe("a HEIC", () => {
  it("is decoded whole up to the most pixels, and refused beyond them", async () => {
    const { said, chunks } = await decoded(heicScene("8"), { ...AMPLE, pixels: SIDE * SIDE });
    expect([said, chunks.get("IHDR")?.readUInt32BE(0), chunks.has("IEND")]).toEqual(["decoded", SIDE, true]);
    const refused = await decoded(heicScene("8"), { ...AMPLE, pixels: SIDE * SIDE - 1 });
    expect([refused.said, refused.png.length]).toEqual(["too_many_pixels", 0]);
  });

  it.each<[what: string, scene: HeicScene, around: Parameters<typeof heicScene>[1], depth: number, said: string[]]>([
    ["nothing", "8", {}, 8, []],
    ["codes", "8", { codes: [12, 13, 6] }, 8, ["cICP"]],
    ["codes that need ten bits", "pq", { codes: PQ }, 16, ["cICP"]],
    ["a light", "pq", { codes: PQ, light: 400 }, 16, ["cICP", "cLLI 400"]],
    ["a light before its screen", "pq", { codes: PQ, light: 400, screen: 1000 }, 16, ["cICP", "cLLI 400"]],
    ["no light but its screen", "pq", { codes: PQ, light: 0, screen: 1000 }, 16, ["cICP", "cLLI 1000"]],
    ["a light of nothing", "pq", { codes: PQ, light: 0 }, 16, ["cICP"]],
    ["ten bits without codes", "10", {}, 8, []],
  ])("that says %s", async (_, scene, around, depth, expected) => {
    const { said, chunks } = await decoded(heicScene(scene, around));
    const colours = [...chunks]
      .filter(([name]) => !["IHDR", "IDAT", "IEND"].includes(name))
      .map(([name, content]) => (name === "cLLI" ? `cLLI ${content.readUInt32BE(0) / 10_000}` : name));
    expect([said, chunks.get("IHDR")?.[8], colours]).toEqual(["decoded", depth, expected]);
  });

  it.each([
    ["eight bits without codes", "8", {}, [40, 230]],
    ["eight bits with codes that need ten", "8", { codes: PQ }, [40, 230]],
    ["ten bits", "pq", { codes: PQ }, [67, 142]],
  ] as const)("of %s keeps its darkest and its lightest number", async (_, scene, around, numbers) => {
    const { png } = await decoded(heicScene(scene, around));
    const pixels = await sharp(png, { ignoreIcc: true }).toColourspace("srgb").raw().toBuffer();
    expect([Math.min(...pixels), Math.max(...pixels)]).toEqual(numbers);
  });

  it("keeps its own colour profile", async () => {
    const icc = await profileNamed("p3");
    const { chunks } = await decoded(heicScene("8", { icc, codes: [1, 13, 6] }));
    expect([chunks.has("iCCP"), chunks.has("cICP")]).toEqual([true, false]);
  });

  it("that breaks off, or is not one, is incomplete", async () => {
    const heic = heicScene("8");
    for (const broken of [heic.subarray(0, heic.length - 500), Buffer.from("ftyp"), Buffer.alloc(0)])
      expect((await decoded(broken)).said).toBe("incomplete");
  });

  it("gets as much memory as it may have, and no page more", async () => {
    await decoded(Buffer.alloc(0), { ...AMPLE, megabytes: 1 });
    const memory = new WebAssembly.Memory({ initial: 1 });
    expect(memory.grow(15)).toBe(1);
    expect(() => memory.grow(1)).toThrow("Out of memory.");
  });

  it.each([[["hevc", "msf1", "hevc"]], [["hevc", "msf1"]]])(
    "is read as the still picture of a sequence: %j",
    async (brands) => {
      expect((await decoded(heicScene("8", { brands }))).said).toBe("decoded");
    },
  );

  it("whose picture is not as large as it claims is incomplete", async () => {
    const picture = heicScene("8");
    for (const side of [8, 128]) expect((await decoded(heicAround(picture, {}, side, side))).said).toBe("incomplete");
  });
});

it("a file that cannot be opened is no fault of the photo", async () => {
  process.argv = [...argv.slice(0, 2), "/there/is/none", "/nor/here", "1", "750"];
  vi.resetModules();
  await expect(import("~/domain/diary/photos/heic-process.server")).rejects.toMatchObject({ code: "ENOENT" });
});
