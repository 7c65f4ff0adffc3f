import { expect, it } from "vitest";
import { isLost } from "../../app/browser/unexpected";

/** A fetch that is stopped says AbortError in Firefox and in older Safaris, where others say TypeError. */
it.each([
  new TypeError("Failed to fetch"),
  new SyntaxError("Unexpected end of JSON input"),
  new DOMException("The operation was aborted.", "AbortError"),
])("a request that got no response is lost, and can be asked again: %s", (error) => {
  expect(isLost(error)).toBe(true);
});

it.each([new Error("broken"), new DOMException("Not allowed.", "NotAllowedError"), "a text"])(
  "any other error is one of ours: %s",
  (error) => {
    expect(isLost(error)).toBe(false);
  },
);
