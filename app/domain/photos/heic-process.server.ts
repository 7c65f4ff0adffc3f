import { once } from "node:events";
import { createWriteStream, readFileSync, type WriteStream } from "node:fs";
import { crc32, createDeflate, deflateSync } from "node:zlib";
import libheif from "libheif-js/wasm-bundle.js";

/**
 * Decodes one HEIC photo to a PNG in its own colours, in a process of its own, because the decoder's memory never
 * shrinks and the photo comes from outside. Upright, without metadata. Arguments: the photo, the PNG, and the limits.
 * Says "decoded", "too_many_pixels" or "not_a_photo".
 */

const [from = "", to = "", mostPixels = "", mostMegabytes = ""] = process.argv.slice(2);

/** The values of the C library's enumerations: red, green and blue side by side, in one plane. */
const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED = 10;
/** Where `max_image_size_pixels` is in the C library's structure of limits: 64 bits, of which we write the lower half. */
const LIMIT_OF_PIXELS = 8;

const MEGABYTE = 1024 * 1024;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ROWS_AT_ONCE = 64;

/** Holds the decoder to its memory: asked for more it fails, as a machine without any would. */
function limitMemory(megabytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > megabytes * MEGABYTE)
      throw new RangeError("Out of memory.");
    return grow.call(this, pages);
  };
}

interface Pixels {
  width: number;
  height: number;
  row: (y: number) => Uint8Array;
  profile: Uint8Array | null;
}

class Refusal extends Error {}

/** Calls a function that writes its error into a structure of three words, of which the first is 0 when all is well. */
function call(run: (error: number) => void): void {
  const error = libheif._malloc(16);
  run(error);
  if (libheif.HEAPU32[error / 4] !== 0) throw new Refusal("not_a_photo");
}

/** Calls a function that also writes an address. */
function addressFrom(run: (error: number, address: number) => void): number {
  const address = libheif._malloc(4);
  call((error) => run(error, address));
  return libheif.HEAPU32[address / 4] ?? 0;
}

function decode(file: Uint8Array, most: number): Pixels {
  const context = libheif._heif_context_alloc();
  const limits = libheif._heif_context_get_security_limits(context);
  libheif.HEAPU32.set([most, 0], (limits + LIMIT_OF_PIXELS) / 4);
  const content = libheif._malloc(file.length);
  libheif.HEAPU8.set(file, content);
  call((error) =>
    libheif._heif_context_read_from_memory_without_copy(error, context, content, file.length, 0),
  );
  const handle = addressFrom((error, address) =>
    libheif._heif_context_get_primary_image_handle(error, context, address),
  );
  const claimed =
    libheif._heif_image_handle_get_width(handle) * libheif._heif_image_handle_get_height(handle);
  if (claimed > most) throw new Refusal("too_many_pixels");
  const image = addressFrom((error, address) =>
    libheif._heif_decode_image(error, handle, address, RGB, INTERLEAVED_RGB, 0),
  );
  const width = libheif._heif_image_get_width(image, INTERLEAVED);
  const height = libheif._heif_image_get_height(image, INTERLEAVED);
  const stride = libheif._malloc(4);
  const plane = libheif._heif_image_get_plane_readonly(image, INTERLEAVED, stride);
  const step = libheif.HEAPU32[stride / 4] ?? 0;
  if (width * height === 0 || width * height > most || plane === 0) throw new Refusal("not_a_photo");
  return {
    width,
    height,
    row: (y) => libheif.HEAPU8.subarray(plane + y * step, plane + y * step + width * 3),
    profile: profileOf(handle),
  };
}

function profileOf(handle: number): Uint8Array | null {
  const size = libheif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0) return null;
  const profile = libheif._malloc(size);
  call((error) => libheif._heif_image_handle_get_raw_color_profile(error, handle, profile));
  return libheif.HEAPU8.slice(profile, profile + size);
}

/** Writes the pixels as they are: compressing what is read once and deleted would only cost time. */
async function writePng(path: string, { width, height, row, profile }: Pixels): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  file.write(PNG_SIGNATURE);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  await writeChunk(file, "IHDR", header);
  if (profile) await writeChunk(file, "iCCP", Buffer.concat([Buffer.from("icc\0\0"), deflateSync(profile)]));
  const deflating = createDeflate({ level: 0, chunkSize: MEGABYTE });
  const writing = (async () => {
    for await (const part of deflating) await writeChunk(file, "IDAT", part as Buffer);
  })();
  for (let top = 0; top < height; top += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, height - top);
    // Each row begins with a byte that says how it was filtered: not at all.
    const band = Buffer.alloc(rows * (1 + width * 3));
    for (let y = 0; y < rows; y += 1) band.set(row(top + y), y * (1 + width * 3) + 1);
    if (!deflating.write(band)) await once(deflating, "drain");
  }
  deflating.end();
  await writing;
  await writeChunk(file, "IEND", Buffer.alloc(0));
  file.end();
  await once(file, "finish");
}

async function writeChunk(file: WriteStream, name: string, content: Buffer): Promise<void> {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(name, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content, crc32(head.subarray(4))), 0);
  file.write(head);
  file.write(content);
  if (!file.write(sum)) await once(file, "drain");
}

limitMemory(Number(mostMegabytes));
try {
  await writePng(to, decode(readFileSync(from), Number(mostPixels)));
  process.stdout.write("decoded");
} catch (error) {
  // What the decoder cannot read it says so or crashes; neither tells of anything but the file.
  if (typeof (error as NodeJS.ErrnoException).code === "string") throw error;
  process.stdout.write(error instanceof Refusal ? error.message : "not_a_photo");
}
