import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { createDeflate, deflateSync } from "node:zlib";
import libheif from "libheif-js/wasm-bundle.js";
import { HLG_CODE, PQ_CODE, SRGB_CODE } from "./colour-spaces";
import { NO_FACTS, writeExif } from "./exif";
import { orientationOf } from "./heic-metadata";
import { TELLING_BYTES } from "./image-kinds";
import { chunkOf, PNG_SIGNATURE } from "./png-chunks.server";

/**
 * Decodes one HEIC photo to a PNG in its own colours, in a process of its own, because the decoder's memory never
 * shrinks and the photo comes from outside. Turned as its properties say; without any, the PNG has its Exif orientation.
 * Arguments: the photo, the PNG, and the limits.
 * Says "decoded", "too_many_pixels" or "incomplete".
 */

const [from = "", to = "", mostPixels = "", mostMegabytes = ""] = process.argv.slice(2);

/** The values of the C library's enumerations: red, green and blue side by side in one plane, in 8 bits or more. */
const RGB = 1;
const INTERLEAVED_RGB = 10;
const INTERLEAVED_DEEP_RGB = 12;
const INTERLEAVED = 10;
/** Where the C library's structures have the two codes, and the light of a screen in ten-thousandths. */
const [PRIMARIES, TRANSFER] = [4, 8];
const SCREEN_LIGHT = 16;
/** Where `max_image_size_pixels` is in the C library's structure of limits: 64 bits, of which we write the lower half. */
const LIMIT_OF_PIXELS = 8;

const MEGABYTE = 1024 * 1024;
const ROWS_AT_ONCE = 64;

/** Holds the decoder to its memory: asked for more it fails, as a machine without any would. */
function limitMemory(megabytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > megabytes * MEGABYTE) throw new RangeError("Out of memory.");
    return grow.call(this, pages);
  };
}

interface Pixels {
  width: number;
  height: number;
  /** Bytes of each of a pixel's three numbers. */
  bytes: 1 | 2;
  row: (y: number) => Uint8Array;
  /** Chunks of a PNG that say what the numbers mean. */
  colours: Buffer[];
}

class Refusal extends Error {}

/** Calls a function that writes its error into a structure of three words, of which the first is 0 when all is well. */
function call(run: (error: number) => void): void {
  const error = libheif._malloc(16);
  run(error);
  if (libheif.HEAPU32[error / 4] !== 0) throw new Refusal("incomplete");
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
  call((error) => libheif._heif_context_read_from_memory_without_copy(error, context, content, file.length, 0));
  const handle = addressFrom((error, address) =>
    libheif._heif_context_get_primary_image_handle(error, context, address),
  );
  const claimed = libheif._heif_image_handle_get_width(handle) * libheif._heif_image_handle_get_height(handle);
  if (claimed > most) throw new Refusal("too_many_pixels");
  const profile = profileOf(handle);
  const codes = profile ? null : codesOf(handle);
  const isDeep = codes !== null && [PQ_CODE, HLG_CODE].includes(codes.transfer);
  const chroma = isDeep ? INTERLEAVED_DEEP_RGB : INTERLEAVED_RGB;
  const image = addressFrom((error, address) => libheif._heif_decode_image(error, handle, address, RGB, chroma, 0));
  const width = libheif._heif_image_get_width(image, INTERLEAVED);
  const height = libheif._heif_image_get_height(image, INTERLEAVED);
  const stride = libheif._malloc(4);
  const plane = libheif._heif_image_get_plane_readonly(image, INTERLEAVED, stride);
  const step = libheif.HEAPU32[stride / 4] ?? 0;
  if (width * height === 0 || width * height > most || plane === 0) throw new Refusal("incomplete");
  const bytes = isDeep ? 2 : 1;
  const row = (y: number) => libheif.HEAPU8.subarray(plane + y * step, plane + y * step + width * 3 * bytes);
  const bits = isDeep ? libheif._heif_image_get_bits_per_pixel_range(image, INTERLEAVED) : 8;
  return {
    width,
    height,
    bytes,
    row: bits > 8 ? (y) => inSixteenBits(row(y), bits) : row,
    colours: profile
      ? [chunkOf("iCCP", Buffer.concat([Buffer.from("icc\0\0"), deflateSync(profile)]))]
      : codes
        ? coloursOf(codes, lightOf(handle))
        : [],
  };
}

/** Numbers of ten or twelve bits, the higher byte first, stretched over sixteen. */
function inSixteenBits(row: Uint8Array, bits: number): Buffer {
  const stretched = Buffer.from(row);
  const most = 2 ** bits - 1;
  for (let at = 0; at < stretched.length; at += 2) {
    stretched.writeUInt16BE(Math.round((Math.min(most, stretched.readUInt16BE(at)) * 0xffff) / most), at);
  }
  return stretched;
}

interface Codes {
  primaries: number;
  transfer: number;
}

/** What the file says of its colours in codes (H.273); null where it does not. */
function codesOf(handle: number): Codes | null {
  const [error, address] = [libheif._malloc(16), libheif._malloc(4)];
  libheif._heif_image_handle_get_nclx_color_profile(error, handle, address);
  if (libheif.HEAPU32[error / 4] !== 0) return null;
  const said = libheif.HEAPU32[address / 4] ?? 0;
  const word = (at: number) => libheif.HEAPU32[(said + at) / 4] ?? 0;
  return { primaries: word(PRIMARIES), transfer: word(TRANSFER) };
}

/** The curves of films, which photographs name where they mean that of sRGB; browsers take an AVIF so. */
const OF_FILMS = [1, 2, 6, 14, 15];

function coloursOf({ primaries, transfer }: Codes, light: number): Buffer[] {
  const curve = OF_FILMS.includes(transfer) ? SRGB_CODE : transfer;
  const said = chunkOf("cICP", Buffer.from([primaries, curve, 0, 1]));
  if (light === 0) return [said];
  const level = Buffer.alloc(8);
  level.writeUInt32BE(light);
  return [said, chunkOf("cLLI", level)];
}

/** The light of the brightest pixel, or of the screen it was made on, in ten-thousandths of a candela; 0 if not said. */
function lightOf(handle: number): number {
  const said = libheif._malloc(32);
  if (libheif._heif_image_handle_has_content_light_level(handle)) {
    libheif._heif_image_handle_get_content_light_level(handle, said);
    const most = (libheif.HEAPU32[said / 4] ?? 0) & 0xffff;
    if (most > 0) return most * 10_000;
  }
  libheif.HEAPU8.fill(0, said, said + 32);
  libheif._heif_image_handle_get_mastering_display_colour_volume(handle, said);
  return libheif.HEAPU32[(said + SCREEN_LIGHT) / 4] ?? 0;
}

function profileOf(handle: number): Uint8Array | null {
  const size = libheif._heif_image_handle_get_raw_color_profile_size(handle);
  if (size === 0) return null;
  const profile = libheif._malloc(size);
  call((error) => libheif._heif_image_handle_get_raw_color_profile(error, handle, profile));
  return libheif.HEAPU8.slice(profile, profile + size);
}

/** Writes the pixels as they are: compressing what is read once and deleted would only cost time. */
async function writePng(
  path: string,
  { width, height, bytes, row, colours }: Pixels,
  exif: Buffer | null,
): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  file.write(PNG_SIGNATURE);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bytes * 8, 2, 0, 0, 0], 8);
  file.write(chunkOf("IHDR", header));
  for (const said of colours) file.write(said);
  if (exif) file.write(chunkOf("eXIf", exif));
  const deflating = createDeflate({ level: 0, chunkSize: MEGABYTE });
  const writing = (async () => {
    for await (const part of deflating) {
      if (!file.write(chunkOf("IDAT", part as Buffer))) await once(file, "drain");
    }
  })();
  for (let top = 0; top < height; top += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, height - top);
    // Each row begins with a byte that says how it was filtered: not at all.
    const band = Buffer.alloc(rows * (1 + width * 3 * bytes));
    for (let y = 0; y < rows; y += 1) band.set(row(top + y), y * (1 + width * 3 * bytes) + 1);
    if (!deflating.write(band)) await once(deflating, "drain");
  }
  deflating.end();
  await writing;
  file.end(chunkOf("IEND", Buffer.alloc(0)));
  await once(file, "finish");
}

/** Names the file as what is read of it: of a sequence of pictures, or of what names only that, the still one. */
function asStillPicture(heic: Buffer): void {
  const end = Math.min(heic.length, heic.length < 8 ? 0 : heic.readUInt32BE(0), TELLING_BYTES);
  // The number between the first brand and the others is a version.
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) heic.write("heic", at, "latin1");
}

limitMemory(Number(mostMegabytes));
try {
  const heic = readFileSync(from);
  const exif = writeExif({ ...NO_FACTS, orientation: orientationOf(heic) });
  asStillPicture(heic);
  await writePng(to, decode(heic, Number(mostPixels)), exif);
  process.stdout.write("decoded");
} catch (error) {
  // What the decoder cannot read it says so or crashes; neither tells of anything but the file.
  if (typeof (error as NodeJS.ErrnoException).code === "string") throw error;
  process.stdout.write(error instanceof Refusal ? error.message : "incomplete");
}
