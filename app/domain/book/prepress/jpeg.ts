/** Reads from a JPEG file what a PDF needs of it (size and channels), and writes a name into it. */

export interface JpegData {
  width: number;
  height: number;
  /** 3 for colour, 1 for grey, 4 for CMYK. */
  components: number;
  bitsPerComponent: number;
}

const COMMENT = 0xfe;

/** Reads the frame header. Returns null for bytes that are not a complete JPEG. */
export function readJpeg(bytes: Uint8Array): JpegData | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  if (bytes[bytes.length - 2] !== 0xff || bytes[bytes.length - 1] !== 0xd9) return null;
  for (const { marker, at } of segments(bytes)) {
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (!isFrame || at + 8 > bytes.length) continue;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return {
      bitsPerComponent: view.getUint8(at + 2),
      height: view.getUint16(at + 3),
      width: view.getUint16(at + 5),
      components: view.getUint8(at + 7),
    };
  }
  return null;
}

/** Returns a copy that carries a name as a comment, so that no two photos have the same bytes. */
export function nameJpeg(bytes: Uint8Array, name: string): Uint8Array {
  const words = new TextEncoder().encode(name);
  const named = new Uint8Array(bytes.length + words.length + 4);
  named.set(bytes.subarray(0, 2));
  named.set([0xff, COMMENT, (words.length + 2) >> 8, (words.length + 2) & 0xff], 2);
  named.set(words, 6);
  named.set(bytes.subarray(2), 6 + words.length);
  return named;
}

/** The name written by `nameJpeg`, or null. */
export function nameOfJpeg(bytes: Uint8Array): string | null {
  for (const { marker, at, length } of segments(bytes)) {
    if (marker === COMMENT) return new TextDecoder().decode(bytes.subarray(at + 2, at + length));
  }
  return null;
}

function* segments(bytes: Uint8Array): Generator<{ marker: number; at: number; length: number }> {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    // The scan holds the pixels; no header follows it.
    if (marker === 0xda || length < 2) return;
    yield { marker, at: at + 2, length };
    at += 2 + length;
  }
}
