/**
 * What a guest's session opens: the year that was begun in the browser that paid. Everything else of an account waits
 * until its address is proven, and an address that is not in this list is closed.
 */
const PLACES: ReadonlySet<string> = new Set([
  ...["/loop-end-date", "/payment-success"],
  ...["/dashboard", "/dashboard/draft", "/dashboard/photo", "/dashboard/photo-place"],
  ...["/entry", "/entry/versions"],
]);

const PHOTO = /^\/photos\/[\w-]+\/(?:screen|thumb)$/;

export function isOpenToGuests(pathname: string): boolean {
  return PLACES.has(pathname) || PHOTO.test(pathname);
}
