/**
 * Which part of a file a client asks for, so that a download that was cut off goes on where it ended (RFC 9110, section
 * 14). Only one part at a time is served: a request for several gets the whole, as the standard allows.
 */

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * @param headers the request's
 * @param file its size in bytes, and its strong entity tag with quotes
 * @returns the first and the last byte; null for the whole file; "unsatisfiable" when the range begins behind its end
 */
export function requestedRange(
  headers: Headers,
  file: { bytes: number; tag: string },
): { first: number; last: number } | "unsatisfiable" | null {
  const [, from = "", to = ""] = ONE_RANGE.exec(headers.get("Range") ?? "") ?? [];
  if (from === "" && to === "") return null;
  // The part of another version would not fit to what the client has.
  const condition = headers.get("If-Range");
  if (condition !== null && condition !== file.tag) return null;
  const last = file.bytes - 1;
  if (from === "") return Number(to) === 0 ? "unsatisfiable" : { first: Math.max(0, file.bytes - Number(to)), last };
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  if (first > last) return "unsatisfiable";
  return { first, last: to === "" ? last : Math.min(Number(to), last) };
}
