/**
 * The number of scans in a JPEG. A camera writes one and a progressive photo about ten, but a file of a few kilobytes
 * can contain hundreds, each of which covers every pixel before the decoder checks its time limit.
 */

const START_OF_SCAN = 0xda;
const END = 0xd9;

/** Counts the scans up to the end of the first image; a thumbnail inside metadata does not count. */
export function countScans(jpeg: Uint8Array): number {
  let scans = 0;
  for (const marker of markersOf(jpeg)) if (marker === START_OF_SCAN) scans += 1;
  return scans;
}

/** Whether the first image has its end; one without may have broken off. */
export function hasEnd(jpeg: Uint8Array): boolean {
  for (const marker of markersOf(jpeg)) if (marker === END) return true;
  return false;
}

/** The markers of the first image, its end included. */
function* markersOf(jpeg: Uint8Array): Generator<number> {
  let at = 2;
  while (at + 2 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff || marker === 0xff || isPartOfScan(marker)) {
      at = nextMark(jpeg, at + 1);
      continue;
    }
    yield marker;
    if (marker === END) return;
    at += 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
  }
}

function nextMark(jpeg: Uint8Array, from: number): number {
  const found = jpeg.indexOf(0xff, from);
  return found < 0 ? jpeg.length : found;
}

/** After 255, 00 is an escaped data byte, 01 carries no meaning, and D0 to D7 are restart markers inside a scan. */
function isPartOfScan(marker: number): boolean {
  return marker <= 1 || (marker >= 0xd0 && marker <= 0xd7);
}
