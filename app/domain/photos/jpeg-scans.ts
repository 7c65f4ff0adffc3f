/**
 * How many scans a JPEG is drawn in. A camera draws in one and a progressive photo in ten or so, but a file of a few
 * kilobytes may ask for hundreds, each of which goes over every pixel before the decoder looks at its clock.
 */

const START_OF_SCAN = 0xda;
const END = 0xd9;

/** Counts the scans up to the end of the first picture; what a camera packs into its own fields does not count. */
export function countScans(jpeg: Uint8Array): number {
  let scans = 0;
  let at = 2;
  while (at + 4 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff || marker === 0xff || isPartOfScan(marker)) {
      at = nextMark(jpeg, at + 1);
      continue;
    }
    if (marker === END) break;
    if (marker === START_OF_SCAN) scans += 1;
    at += 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
  }
  return scans;
}

function nextMark(jpeg: Uint8Array, from: number): number {
  const found = jpeg.indexOf(0xff, from);
  return found < 0 ? jpeg.length : found;
}

/** Nought after 255 is a value of 255; 01 says nothing; those from D0 to D7 let a decoder start afresh in a scan. */
function isPartOfScan(marker: number): boolean {
  return marker <= 1 || (marker >= 0xd0 && marker <= 0xd7);
}
