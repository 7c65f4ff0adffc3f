/**
 * The most parts a photo's file may be made of: markers of a JPEG, chunks of a PNG or a WebP, boxes and extents of a
 * HEIC. A phone's HEIC has about sixty, and a PNG of 10 MB in chunks of 4 KB has 2,560.
 */
export const MOST_PARTS = 10_000;
